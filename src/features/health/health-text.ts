import type { BadgeVariant } from '#desk/badge.tsx'
import type { CheckName, Finding, HealthLine, HealthState } from './contract.ts'

export const healthText = {
  title: 'Health',
  intro: 'How the site is, line by line, and what to do where something is not as it should be.',
  loading: 'Looking how the site is',
  failed: { title: 'The lines did not arrive', text: 'Nothing was changed by looking.' },
  notYet: 'Not looked at yet.',
  looking: 'Looking...',
  again: 'Try again',
  all: 'Look at everything now',
  to: 'To',
  uneasy: 'What it is about',
  unsettled: 'Not everything has been looked at yet.',
} as const

export const titles: Record<CheckName, string> = {
  disk: 'Disk',
  folder: 'Data folder',
  secrets: 'Secrets',
  database: 'Database',
  clock: 'Clock',
  versions: 'Versions',
  address: 'Site address',
  certificate: 'Certificate',
  proxy: 'Proxy',
  mail: 'Mail server',
  letters: 'Letters',
  sender: 'Sender',
  store: 'Files',
  backups: 'Backups',
  nodes: 'Machines',
  jobs: 'Background work',
  samples: 'Sample',
}

export const badges: Record<HealthState, { label: string; look: BadgeVariant }> = {
  well: { label: 'Well', look: 'success' },
  look: { label: 'Worth a look', look: 'warn' },
  wrong: { label: 'Wrong', look: 'danger' },
}

const numbers = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']

const things = (count: number) => `${numbers[count] ?? count} ${count === 1 ? 'thing' : 'things'}`

/** All of it in a sentence or two. */
export function overallWords(findings: readonly Pick<Finding, 'state'>[]): string {
  const count = (wanted: HealthState) => findings.filter(({ state }) => state === wanted).length
  const [wrong, look] = [count('wrong'), count('look')]
  const worth = look > 0 ? `${things(look)} ${look === 1 ? 'is' : 'are'} worth a look.` : ''
  if (wrong > 0) return `${things(wrong)} ${wrong === 1 ? 'needs' : 'need'} you. ${worth}`.trim()
  return look > 0 ? `Nothing is wrong. ${worth}` : 'Everything is well.'
}

/** One of them, for whoever has pressed its button and does not see it. */
export function lineAloud({ name, finding }: HealthLine): string {
  return finding ? `${titles[name]}: ${badges[finding.state].label}. ${finding.words}` : ''
}
