import { setTimeout as wait } from 'node:timers/promises'
import { markLeft } from '#features/readers/service.server.ts'
import { normaliseEmail } from '#lib/email.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { isSuppressed, suppress } from '#server/suppressions.ts'
import { createMailerLite, type MailerLite, ProviderError, type ProviderStatus } from './client.server.ts'
import type { ProviderGroups } from './contract.ts'

/** One client a process: it keeps the pace the provider asks for, whoever of us is calling. */
const clients = new WeakMap<object, MailerLite>()

/** The provider's client, or a sentence that says how to get one. */
export function openProvider({ env }: Deps): MailerLite {
  if (env.mailerLite) {
    const client = clients.get(env.mailerLite) ?? createMailerLite(env.mailerLite)
    clients.set(env.mailerLite, client)
    return client
  }
  throw new AppError(
    'conflict',
    'No mailing provider is connected. In MailerLite open Integrations, then API, make a key, set it as MAILERLITE_API_KEY and start the site again.',
  )
}

/** Somebody looks at the screen meanwhile: the provider may ask us to wait for minutes, and she need not. */
const longestWait = 15_000

/** What the provider says is said on, with a status that is ours: the trouble is between us and it. */
export async function asking<Answer>(ask: Promise<Answer>): Promise<Answer> {
  const patience = wait(longestWait, null, { ref: false }).then(() => {
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

export async function addToProvider(deps: Deps, typed: string): Promise<{ email: string }> {
  const email = normaliseEmail(typed)
  const provider = openProvider(deps)
  if (await isSuppressed(deps.db, deps.keyFor, email)) {
    throw new AppError('conflict', 'This reader has left and is not brought back.')
  }
  const { providerGroup } = deps.env
  await asking(provider.ensureGroup(providerGroup).then(({ id }) => provider.upsert(email, id)))
  return { email }
}

export type Pushed = 'successful' | 'skipped' | { error: string }

/** A person who left there is refused: that is no failure, and she has left here too from now on. */
export async function push(deps: Deps, provider: MailerLite, email: string, groupId: string): Promise<Pushed> {
  try {
    const status = await provider.upsert(email, groupId)
    if (status === 'active' || status === 'unconfirmed') return 'successful'
    await takeBack(deps, [email], status)
    return 'skipped'
  } catch (error) {
    const isRefusal = error instanceof ProviderError && (error.status === 400 || error.status === 422)
    if (!isRefusal) throw error
    const status = await provider.findStatus(email)
    if (status === null || status === 'active' || status === 'unconfirmed') return { error: error.message }
    await takeBack(deps, [email], status)
    return 'skipped'
  }
}

const reasons = { unsubscribed: 'left', bounced: 'bounced', junk: 'complained' } as const

/** Whoever left at the provider has left here: nothing of ours writes to her again. */
export async function takeBack(deps: Deps, emails: readonly string[], status: ProviderStatus): Promise<void> {
  if (status === 'active' || status === 'unconfirmed') return
  const addresses = emails.map(normaliseEmail)
  for (const email of addresses) await suppress(deps.db, deps.keyFor, email, reasons[status], deps.now())
  await markLeft(deps, addresses)
}
