/** What there is to do on the first evening, in its order. */
export const stepNames = ['name', 'photograph', 'book', 'about', 'mail', 'test-letter', 'samples'] as const
export type StepName = (typeof stepNames)[number]

/** Computed from what is there, never ticked by hand. */
export type FirstSteps = {
  steps: { name: StepName; isDone: boolean; href: string }[]
  /** all of it is done, or she wants to see it no more */
  isOver: boolean
}
