import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '#server/log.ts'

export type ProviderGroup = { id: string; name: string; activeCount: number }
export type ProviderStatus = 'active' | 'unsubscribed' | 'unconfirmed' | 'bounced' | 'junk'

/**
 * The provider said no, nothing, or nothing that makes sense. `words` are for the owner; `status` is null when there
 * was no answer to speak of; `retryAfter` is how many milliseconds it asks us to stay away.
 */
export class ProviderError extends Error {
  readonly status: number | null
  readonly retryAfter: number | null

  constructor(words: string, status: number | null, retryAfter: number | null = null) {
    super(words)
    this.name = 'ProviderError'
    this.status = status
    this.retryAfter = retryAfter
  }
}

export type MailerLite = ReturnType<typeof createMailerLite>

type Options = { apiUrl: string; apiKey: string; log: Log }

type Answer = { status: number; text: string; retryAfter: number | null }

const longestAnswer = 10_000
const mostTries = 3
/** Whoever calls has a screen or a lease that waits: a longer pause is the caller's to make. */
const longestPause = 3_000
/** Nobody is believed who asks for more. */
const longestStay = 3_600_000

/** The provider's HTTP API, and nothing else. Ids are text: they do not fit into a number. */
export function createMailerLite({ apiUrl, apiKey, log }: Options) {
  // A stand-in on this machine counts nobody's minutes.
  const between = ['localhost', '127.0.0.1'].includes(new URL(apiUrl).hostname) ? 0 : 600
  let nextAt = 0

  /** A hundred a minute: the account's limit is 120, shared with whatever else the author connected. */
  async function takeTurn() {
    const now = Date.now()
    const at = Math.max(now, nextAt)
    nextAt = at + between
    if (at > now) await wait(at - now)
  }

  /** Null: no answer, or one that stalled, broke off or led elsewhere. */
  async function tryOnce(method: string, path: string, body?: unknown): Promise<Answer | null> {
    await takeTurn()
    const begun = performance.now()
    // Only the first part of a path: the last may be somebody's address.
    const note = (status: number | null, error?: string) =>
      log.warn('provider', {
        method,
        path: path.match(/^\/\w+/)?.[0],
        status,
        ms: Math.round(performance.now() - begun),
        error,
      })
    try {
      const response = await fetch(apiUrl + path, {
        method,
        // The key must not follow a redirect to somebody else.
        redirect: 'error',
        signal: AbortSignal.timeout(longestAnswer),
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', accept: 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const { status, headers } = response
      if (status >= 400) note(status)
      return { status, text: await response.text(), retryAfter: toPause(headers.get('retry-after')) }
    } catch (error) {
      note(null, reasonOf(error))
      return null
    }
  }

  /** Tries again what may pass by itself and soon: no answer, 408, 429, 5xx. */
  async function call(method: string, path: string, body?: unknown, tries = mostTries): Promise<object> {
    for (let attempt = 1; ; attempt++) {
      const answer = await tryOnce(method, path, body)
      if (answer && !mayPass(answer.status)) return understand(answer)
      const pause = answer?.retryAfter ?? 300 * 2 ** attempt
      if (attempt >= tries || pause > longestPause) throw troubleOf(answer)
      await wait(pause)
    }
  }

  /** One try: it may have been made although we were told of trouble, so whoever comes again looks first. */
  async function create(path: string, body: unknown): Promise<unknown> {
    return at(await call('POST', path, body, 1), 'data')
  }

  /** The address of the next page that the provider names forgets our limit: we count the pages ourselves. */
  async function listAll(path: string): Promise<unknown[]> {
    const all: unknown[] = []
    for (let page = 1, last = 1; page <= last; page++) {
      const body = await call('GET', `${path}limit=100&page=${page}`)
      all.push(...listOf(body))
      last = Number(at(body, 'meta', 'last_page') ?? 1)
    }
    return all
  }

  const listGroups = async () => (await listAll('/groups?sort=name&')).map(toGroup)

  return {
    listGroups,

    /** The group of this very name, made when it is missing: the provider's own filter also finds parts of names. */
    async ensureGroup(name: string): Promise<ProviderGroup> {
      const known = (await listGroups()).find((group) => group.name === name)
      return known ?? toGroup(await create('/groups', { name }))
    },

    /** Adds a person or finds her there; what she is there decides whether she will get mail. */
    async upsert(email: string, groupId: string | null): Promise<ProviderStatus> {
      const body = await call('POST', '/subscribers', { email, ...(groupId ? { groups: [groupId] } : {}) })
      return toStatus(at(body, 'data', 'status'))
    },

    async findStatus(email: string): Promise<ProviderStatus | null> {
      const body = await call('GET', `/subscribers/${encodeURIComponent(email)}`).catch((error) => {
        if (error instanceof ProviderError && error.status === 404) return null
        throw error
      })
      return body && toStatus(at(body, 'data', 'status'))
    },

    /** One page of who is in the group with this status, and where the next begins. */
    async listMembers(groupId: string, status: ProviderStatus, cursor: string | null) {
      const more = cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''
      const body = await call('GET', `/groups/${groupId}/subscribers?filter[status]=${status}&limit=100${more}`)
      const emails = listOf(body).map((person) => String(at(person, 'email') ?? ''))
      const next = at(body, 'meta', 'next_cursor')
      return { emails: emails.filter(Boolean), next: typeof next === 'string' ? next : null }
    },

    /** Where the provider tells of people who leave. Made once: one that is known is only put right. */
    async ensureWebhook(url: string, events: readonly string[]): Promise<{ secret: string }> {
      const wanted = { name: 'Frontispiece', url, events, enabled: true }
      const known = (await listAll('/webhooks?')).find((hook) => at(hook, 'url') === url)
      const hook = known ?? (await create('/webhooks', wanted))
      if (!tells(hook, events)) await call('PUT', `/webhooks/${at(hook, 'id')}`, wanted)
      const secret = at(hook, 'secret')
      if (typeof secret === 'string' && secret) return { secret }
      // Anybody could sign with an empty one.
      throw new ProviderError('The mailing provider named no secret to sign with, so it cannot be believed.', null)
    },
  }
}

/** By its name and its cause: its own words may hold the address that was asked for, or the key. */
function reasonOf(error: unknown): string {
  const { name, cause } = error as Error
  return cause instanceof Error ? `${name}: ${cause.message}` : name
}

function mayPass(status: number): boolean {
  return status === 408 || status === 429 || status >= 500
}

/** In milliseconds: the provider names seconds, whoever stands before it may name a date. */
function toPause(asked: string | null): number | null {
  if (!asked) return null
  const pause = /^\d+$/.test(asked) ? Number(asked) * 1_000 : Date.parse(asked) - Date.now()
  return pause > 0 ? Math.min(pause, longestStay) : null
}

function troubleOf(answer: Answer | null): ProviderError {
  if (!answer) return new ProviderError('The mailing provider does not answer. Please try again later.', null)
  const { status, retryAfter } = answer
  const minutes = Math.ceil((retryAfter ?? 60_000) / 60_000)
  const when = retryAfter || status === 429 ? `in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}` : 'later'
  const what = status === 429 ? 'asks us to slow down' : `has trouble of its own (${status})`
  return new ProviderError(`The mailing provider ${what}. Please try again ${when}.`, status, retryAfter)
}

/** Only an object is an answer: a page of HTML with a 200 comes from somebody who stands before the provider. */
function understand({ status, text }: Answer): object {
  const body = parseOrNull(text)
  if (status >= 400) throw new ProviderError(refusalOf({ status, body }), status)
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body
  throw notUnderstood()
}

function notUnderstood(): ProviderError {
  return new ProviderError('The mailing provider answered something we do not understand. Nothing was counted.', null)
}

function refusalOf({ status, body }: { status: number; body: unknown }): string {
  if (status === 401) return 'The mailing provider does not know this key. Look at it in Settings.'
  if (status === 403) return 'The mailing provider does not allow this with your plan or key.'
  const words = at(body, 'message')
  return typeof words === 'string'
    ? `The mailing provider says: ${words.slice(0, 200)}`
    : `The mailing provider refused (${status}).`
}

/** The same refusal without what the provider says about it: a test never shows the other side's bytes. */
export function inOurWords(error: unknown): unknown {
  if (!(error instanceof ProviderError) || error.status === null || mayPass(error.status)) return error
  return new ProviderError(refusalOf({ status: error.status, body: null }), error.status)
}

function toGroup(value: unknown): ProviderGroup {
  const id = String(at(value, 'id') ?? '')
  if (!id) throw notUnderstood()
  return { id, name: String(at(value, 'name') ?? ''), activeCount: Number(at(value, 'active_count') ?? 0) }
}

const statuses: readonly ProviderStatus[] = ['active', 'unsubscribed', 'unconfirmed', 'bounced', 'junk']

function toStatus(value: unknown): ProviderStatus {
  const known = statuses.find((status) => status === value)
  if (!known) throw notUnderstood()
  return known
}

function listOf(body: unknown): unknown[] {
  const data = at(body, 'data')
  if (!Array.isArray(data)) throw notUnderstood()
  return data
}

/** A value inside an answer whose shape is somebody else's promise. */
function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined),
    value,
  )
}

/** It is on, and nothing we want to hear is left out. */
function tells(hook: unknown, wanted: readonly string[]): boolean {
  const events = at(hook, 'events')
  return at(hook, 'enabled') === true && Array.isArray(events) && wanted.every((event) => events.includes(event))
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
