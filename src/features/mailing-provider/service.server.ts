import { setTimeout as wait } from 'node:timers/promises'
import { leaveAsTold } from '#features/people/leaving.server.ts'
import { normaliseEmail } from '#lib/email.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { findSuppression, suppressionWords } from '#server/suppressions.ts'
import { createMailerLite, inOurWords, type MailerLite, ProviderError, type ProviderStatus } from './client.server.ts'
import type { Added, ProviderGroups } from './contract.ts'

/** One client a process: it keeps the pace the provider asks for, whoever of us is calling. */
const clients = new WeakMap<object, MailerLite>()

/** The provider's client, or a sentence that says how to get one. */
export function openProvider({ env, log }: Deps): MailerLite {
  if (env.mailerLite) {
    const client = clients.get(env.mailerLite) ?? createMailerLite({ ...env.mailerLite, log })
    clients.set(env.mailerLite, client)
    return client
  }
  throw new AppError(
    'conflict',
    'No mailing provider is connected. In MailerLite open Integrations, then API, make a key, and type it into Settings.',
  )
}

/** Somebody looks at the screen meanwhile: the provider may ask us to wait for minutes, and she need not. */
const longestWait = 15_000
const longestTrial = 10_000

/** What the provider says is said on, with a status that is ours: the trouble is between us and it. */
export async function asking<Answer>(ask: Promise<Answer>, longest = longestWait): Promise<Answer> {
  const patience = wait(longest, null, { ref: false }).then(() => {
    throw new ProviderError('The mailing provider is slow, or asks us to slow down. Please try again later.', null)
  })
  return Promise.race([ask, patience]).catch((error) => {
    if (!(error instanceof ProviderError)) throw error
    if (error.retryAfter === null) throw new AppError('bad_gateway', error.message)
    const seconds = String(Math.ceil(error.retryAfter / 1_000))
    throw new AppError('busy', error.message, { headers: { 'retry-after': seconds } })
  })
}

export async function listProviderGroups(deps: Deps): Promise<ProviderGroups> {
  const groups = await asking(openProvider(deps).listGroups())
  return { count: groups.length, groups }
}

/** What the groups are called that a key opens: the one in use, or one that is only tried. */
export async function listGroupNames(deps: Deps, apiKey: string | null): Promise<string[]> {
  const { env, log } = deps
  const provider = apiKey ? createMailerLite({ apiKey, apiUrl: env.mailerLiteUrl, log }) : openProvider(deps)
  const groups = provider.listGroups().catch((error) => {
    throw inOurWords(error)
  })
  return (await asking(groups, longestTrial)).map(({ name }) => name)
}

export async function addToProvider(deps: Deps, typed: string): Promise<Added> {
  const email = normaliseEmail(typed)
  const provider = openProvider(deps)
  const gone = await findSuppression(deps.db, deps.keyFor, email)
  if (gone) throw new AppError('conflict', `This reader ${suppressionWords(gone.reason)}.`)
  const { providerGroup } = deps.env
  const outcome = await asking(provider.ensureGroup(providerGroup).then(({ id }) => push(deps, provider, email, id)))
  if (outcome === 'successful') return { email }
  if (outcome === 'unconfirmed') return { email, note: `${email} ${unconfirmedWords}` }
  if ('error' in outcome) throw new AppError('bad_gateway', outcome.error)
  throw new AppError('conflict', `${goneWords[outcome.gone]} Nothing of ours writes to this address any more.`)
}

type GoneStatus = keyof typeof reasons
export type Pushed = 'successful' | 'unconfirmed' | { gone: GoneStatus } | { error: string }

/** A person who left there is refused: that is no failure, and she has left here too from now on. */
export async function push(deps: Deps, provider: MailerLite, email: string, groupId: string): Promise<Pushed> {
  const accepted = provider.upsert(email, groupId).then((status) => ({ status, refusal: null }))
  const { status, refusal } = await accepted.catch(async (error) => {
    if (!(error instanceof ProviderError) || (error.status !== 400 && error.status !== 422)) throw error
    return { status: await provider.findStatus(email), refusal: error.message }
  })
  if (status !== null && isGone(status)) {
    await takeBack(deps, [email], status)
    return { gone: status }
  }
  if (refusal !== null) return { error: refusal }
  return status === 'unconfirmed' ? 'unconfirmed' : 'successful'
}

/** She is there, and yet no letter goes to her. */
export const unconfirmedWords =
  'is unconfirmed at MailerLite and gets no mail from there. See “Double opt-in for API and integrations” in its settings.'

const reasons = { unsubscribed: 'left', bounced: 'bounced', junk: 'complained' } as const
const goneWords: Record<GoneStatus, string> = {
  unsubscribed: 'This reader has left at the mailing provider and is not brought back.',
  bounced: 'Letters to this reader come back to the mailing provider.',
  junk: 'This reader has called a letter from the mailing provider junk.',
}

function isGone(status: ProviderStatus): status is GoneStatus {
  return status in reasons
}

/** Whoever left at the provider has left here: nothing of ours writes to her again. */
export async function takeBack(deps: Deps, emails: readonly string[], status: ProviderStatus): Promise<void> {
  if (!isGone(status)) return
  for (const email of emails.map(normaliseEmail)) {
    const told = { email, reason: reasons[status], source: 'group_provider', method: 'provider' } as const
    await deps.db.transaction().execute((tx) => leaveAsTold(tx, deps, told))
  }
}
