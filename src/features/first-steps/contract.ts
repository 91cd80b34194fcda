/** What there is to do on the first evening, in its order. */
export type StepName = 'name' | 'photograph' | 'book' | 'about' | 'mail' | 'test-letter' | 'samples'

/** Computed from what is there, never ticked by hand. */
export type FirstSteps = {
  steps: { name: StepName; isDone: boolean; href: string }[]
  /** all of it is done, or she wants to see it no more */
  isOver: boolean
}
