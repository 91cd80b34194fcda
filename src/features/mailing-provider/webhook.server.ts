import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { enqueueAll } from '#server/jobs.ts'
import { readFact, writeFact } from '#server/site-facts.ts'
import type { ProviderStatus } from './client.server.ts'
import { asking, openProvider, takeBack } from './service.server.ts'

declare module '#server/jobs.ts' {
  interface JobKinds {
    'provider.event': { emails: string[]; status: ProviderStatus }
  }
}

const secretFact = 'provider-webhook-secret'
const urlFact = 'provider-webhook-url'
export const webhookPath = '/api/mailerlite/webhook'

const statusByEvent: Record<string, ProviderStatus> = {
  'subscriber.unsubscribed': 'unsubscribed',
  'subscriber.bounced': 'bounced',
  'subscriber.spam_reported': 'junk',
}

function webhookUrl({ siteUrl }: Deps['env']): string {
  return siteUrl + webhookPath
}

/** One that was asked for where the site stood before tells nobody anything. */
export async function hasWebhook({ db, env }: Deps): Promise<boolean> {
  return (await readFact(db, urlFact)) === webhookUrl(env)
}

/** Asks the provider to tell us at once who leaves there. */
export async function connectWebhook(deps: Deps): Promise<void> {
  if (!deps.env.siteUrl.startsWith('https:')) {
    throw new AppError(
      'conflict',
      'MailerLite can only call a site that is on the web, by https. Tell the site its own address first, in Settings.',
    )
  }
  const url = webhookUrl(deps.env)
  const { secret } = await asking(openProvider(deps).ensureWebhook(url, Object.keys(statusByEvent)))
  await writeFact(deps.db, secretFact, secret)
  await writeFact(deps.db, urlFact, url)
}

/** Checks the signature over the very bytes, writes down what to do and answers: the provider waits three seconds. */
export async function hearEvents(deps: Deps, body: string, signature: string): Promise<void> {
  const secret = await readFact(deps.db, secretFact)
  if (!secret || !isSigned(body, signature, secret))
    throw new AppError('forbidden', 'This is not signed by the provider.')
  const told = eventsIn(body).flatMap(({ event, email }) => {
    const status = statusByEvent[event]
    return status ? [{ emails: [email], status }] : []
  })
  // → takeEvent below, in the worker.
  // One for each: they are of different people, and whoever is erased takes hers along.
  await enqueueAll(deps.db, 'provider.event', told, deps.now())
  deps.wakeWorker()
}

export function takeEvent(deps: Deps, { emails, status }: { emails: string[]; status: ProviderStatus }): Promise<void> {
  return takeBack(deps, emails, status)
}

/** In hex, as recorded, or in base64, as the provider's older API had it. */
function isSigned(body: string, signature: string, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(body).digest()
  return (['hex', 'base64'] as const).some((encoding) => {
    const given = Buffer.from(signature)
    const ours = Buffer.from(expected.toString(encoding))
    return given.length === ours.length && timingSafeEqual(given, ours)
  })
}

/** One event, or a batch; named by `event` or `type`; the person inside it or beside it. */
function eventsIn(body: string): { event: string; email: string }[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    throw new AppError('invalid', 'The request is not JSON.')
  }
  const batch = field(parsed, 'events')
  const events = Array.isArray(batch) ? batch : [parsed]
  return events.flatMap((one: unknown) => {
    const event = field(one, 'event') ?? field(one, 'type')
    const email = field(one, 'email') ?? field(field(one, 'subscriber'), 'email')
    return typeof event === 'string' && typeof email === 'string' ? [{ event, email }] : []
  })
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
