/** When readers will see it, as the form stands: never, at once, or from a moment to come. */
export type Plan = 'draft' | 'now' | 'later'

/** What the tick at `Publish immediately` means in this state. */
export function publishNote(plan: Plan, isOut: boolean): string {
  if (plan === 'later') return 'It appears by itself on the date above. To publish it at once, empty the date.'
  if (plan === 'draft')
    return isOut
      ? 'Without the tick it becomes a draft again when you save.'
      : 'Tick it when readers may see it: as soon as you save, or from the date above if that is still to come.'
  return isOut ? 'Take the tick away to make it a draft again.' : 'With a date to come, it would wait until then.'
}
