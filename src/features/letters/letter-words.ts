import { countInWords } from '#desk/words.ts'
import type { LetterLine } from './contract.ts'

/** Nobody sees a save of it: it goes to nobody by that, and one that went by itself before does not stand on her site. */
export function isPrivate({ state, wentTo, isOnWeb }: Pick<LetterLine, 'state' | 'wentTo' | 'isOnWeb'>): boolean {
  return state === 'draft' && !(wentTo > 0 && isOnWeb)
}

/** What becomes of what is saved, while nothing else is typed. */
export function savedWords(letter: Pick<LetterLine, 'state' | 'wentTo' | 'isOnWeb'> | null): string {
  if (!letter) return 'Nothing is kept yet.'
  if (letter.state === 'by itself') return 'Saved. Whoever gets it from now on gets it so.'
  // It went by itself before it was turned off, and whoever has it finds it there as it is now.
  return isPrivate(letter) ? 'Saved. Nothing leaves before you send it.' : 'Saved. It stands so on your site.'
}

/** What kept it from going at its moment, or keeps it from whoever joins. */
export function troubleOf({ trouble, state }: Pick<LetterLine, 'trouble' | 'state'>): string {
  return `${state === 'by itself' ? 'Nobody gets it until this is mended:' : 'It did not go at its time:'} ${trouble}`
}

/** “sent to 1,204 · 38 links followed · 2 left”: what became of a letter, and only what there is to tell. */
export function outcomeWords({
  mailing,
  followed,
  downloads,
  shopClicks,
  departures,
  wentTo,
  trouble,
  state,
}: LetterLine): string {
  if (trouble) return troubleOf({ trouble, state })
  if (state === 'scheduled') return 'Waits for its time'
  const brought = [
    followed > 0 && `${countInWords(followed, 'link', 'links')} followed`,
    downloads > 0 && `${downloads.toLocaleString('en-CA')} fetched the file`,
    shopClicks > 0 && `${shopClicks.toLocaleString('en-CA')} went to a shop`,
    departures > 0 && `${departures.toLocaleString('en-CA')} left`,
  ]
  if (!mailing && wentTo > 0)
    return joined([`Went by itself to ${wentTo.toLocaleString('en-CA')}, and is turned off`, ...brought])
  if (!mailing) return 'Not sent'
  if (mailing.total === 0 && wentTo === 0) return 'Nobody has got it yet'
  const { complained, kept, pending, failed, bounced, unknown, stopped, skipped } = mailing
  return joined([
    kept > 0 && wentTo === 0
      ? `${countInWords(kept, 'letter', 'letters')} kept in the outbox`
      : `sent to ${wentTo.toLocaleString('en-CA')}`,
    kept > 0 && wentTo > 0 && `${kept.toLocaleString('en-CA')} kept in the outbox`,
    pending > 0 && `${pending.toLocaleString('en-CA')} to go`,
    ...brought,
    failed + bounced > 0 && `${(failed + bounced).toLocaleString('en-CA')} did not arrive`,
    complained > 0 && `${complained.toLocaleString('en-CA')} complained`,
    unknown > 0 && `${unknown.toLocaleString('en-CA')} uncertain`,
    skipped > 0 && `${skipped.toLocaleString('en-CA')} left out`,
    stopped > 0 && `${stopped.toLocaleString('en-CA')} not sent`,
  ])
}

function joined(words: readonly (string | false)[]): string {
  return words.filter(Boolean).join(' · ')
}
