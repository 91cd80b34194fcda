import type { Deps } from '#server/deps.ts'
import { readFact, writeFact } from '#server/site-facts.ts'
import type { FirstSteps, StepName } from './contract.ts'

/** One of the steps: where it is done, and whether it is. What that depends on is known where all features are. */
export type Step = {
  name: StepName
  look: (deps: Deps) => Promise<{ isDone: boolean; href: string }>
}

const dismissed = 'first-steps-dismissed'

export async function readFirstSteps(deps: Deps, steps: readonly Step[]): Promise<FirstSteps> {
  if ((await readFact(deps.db, dismissed)) !== null) return { steps: [], isOver: true }
  const looked: FirstSteps['steps'] = []
  for (const { name, look } of steps) looked.push({ name, ...(await look(deps)) })
  return { steps: looked, isOver: looked.every(({ isDone }) => isDone) }
}

export async function dismissFirstSteps({ db, now }: Deps): Promise<void> {
  await writeFact(db, dismissed, now().toISOString())
}
