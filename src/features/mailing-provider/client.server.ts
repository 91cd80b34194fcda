import { setTimeout as wait } from 'node:timers/promises'

export type ProviderGroup = { id: string; name: string; activeCount: number }
export type ProviderStatus = 'active' | 'unsubscribed' | 'unconfirmed' | 'bounced' | 'junk'

/** The provider said no, or nothing. `words` are for the owner; `status` is null when there was no answer at all. */
export class ProviderError extends Error {
  readonly status: number | null

  constructor(words: string, status: number | null) {
    super(words)
    this.name = 'ProviderError'
    this.status = status
  }
}

export type MailerLite = ReturnType<typeof createMailerLite>

type Options = { apiUrl: string; apiKey: string }

const longestAnswer = 10_000
const mostTries = 4
const longestPause = 300_000
/** The provider's HTTP API, and nothing else. Ids are text: they do not fit into a number. */
export function createMailerLite({ apiUrl, apiKey }: Options) {
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

  async function tryOnce(method: string, path: string, body?: unknown): Promise<Response> {
    await takeTurn()
    return fetch(apiUrl + path, {
      method,
      // The key must not follow a redirect to somebody else.
      redirect: 'error',
      signal: AbortSignal.timeout(longestAnswer),
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', accept: 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }

  /** Tries again what may pass by itself: no answer, 408, 429, 5xx. Every call of ours may be repeated without harm. */
  async function call(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
    for (let attempt = 1; ; attempt++) {
      const response = await tryOnce(method, path, body).catch(() => null)
      const mayPass = !response || [408, 429].includes(response.status) || response.status >= 500
      if (!mayPass) return { status: response.status, body: parseOrNull(await response.text()) }
      await response?.body?.cancel()
      if (attempt === mostTries) throw new ProviderError(troubleOf(response), response?.status ?? null)
      await wait(pauseAfter(response, attempt))
    }
  }

  async function read(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await call(method, path, body)
    if (answer.status >= 400) throw new ProviderError(refusalOf(answer), answer.status)
    return answer.body
  }

  async function listGroups(): Promise<ProviderGroup[]> {
    const groups: ProviderGroup[] = []
    // The address of the next page that the provider names forgets our limit: we count the pages ourselves.
    for (let page = 1, last = 1; page <= last; page++) {
      const body = await read('GET', `/groups?limit=100&page=${page}&sort=name`)
      groups.push(...listOf(body).map(toGroup))
      last = Number(at(body, 'meta', 'last_page') ?? 1)
    }
    return groups
  }

  return {
    listGroups,

    /** The group of this very name, made when it is missing: the provider's own filter also finds parts of names. */
    async ensureGroup(name: string): Promise<ProviderGroup> {
      const known = (await listGroups()).find((group) => group.name === name)
      return known ?? toGroup(at(await read('POST', '/groups', { name }), 'data'))
    },

    /** Adds a person or finds her there; what she is there decides whether she will get mail. */
    async upsert(email: string, groupId: string | null): Promise<ProviderStatus> {
      const body = await read('POST', '/subscribers', { email, ...(groupId ? { groups: [groupId] } : {}) })
      return toStatus(at(body, 'data', 'status'))
    },

    async findStatus(email: string): Promise<ProviderStatus | null> {
      const { status, body } = await call('GET', `/subscribers/${encodeURIComponent(email)}`)
      return status === 200 ? toStatus(at(body, 'data', 'status')) : null
    },

    /** One page of who is in the group with this status, and where the next begins. */
    async listMembers(groupId: string, status: ProviderStatus, cursor: string | null) {
      const more = cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''
      const body = await read('GET', `/groups/${groupId}/subscribers?filter[status]=${status}&limit=100${more}`)
      const emails = listOf(body).map((person) => String(at(person, 'email') ?? ''))
      const next = at(body, 'meta', 'next_cursor')
      return { emails: emails.filter(Boolean), next: typeof next === 'string' ? next : null }
    },

    /** Where the provider tells of people who leave. Made once: an address that is known is not named twice. */
    async ensureWebhook(url: string, events: readonly string[]): Promise<{ secret: string }> {
      const known = listOf(await read('GET', '/webhooks')).find((hook) => at(hook, 'url') === url)
      const hook =
        known ?? at(await read('POST', '/webhooks', { name: 'Frontispiece', url, events, enabled: true }), 'data')
      return { secret: String(at(hook, 'secret') ?? '') }
    },
  }
}

function pauseAfter(response: Response | null, attempt: number): number {
  const asked = Number(response?.headers.get('retry-after') ?? Number.NaN) * 1_000
  return Number.isFinite(asked) && asked > 0 ? Math.min(asked, longestPause) : 300 * 2 ** attempt
}

function troubleOf(response: Response | null): string {
  if (!response) return 'The mailing provider does not answer. Please try again later.'
  if (response.status === 429) return 'The mailing provider asks us to slow down. Please try again in a few minutes.'
  return `The mailing provider has trouble of its own (${response.status}). Please try again later.`
}

function refusalOf({ status, body }: { status: number; body: unknown }): string {
  if (status === 401) return 'The mailing provider does not know this key. Check MAILERLITE_API_KEY.'
  if (status === 403) return 'The mailing provider does not allow this with your plan or key.'
  const words = at(body, 'message')
  return typeof words === 'string'
    ? `The mailing provider says: ${words.slice(0, 200)}`
    : `The mailing provider refused (${status}).`
}

function toGroup(value: unknown): ProviderGroup {
  return {
    id: String(at(value, 'id') ?? ''),
    name: String(at(value, 'name') ?? ''),
    activeCount: Number(at(value, 'active_count') ?? 0),
  }
}

const statuses: readonly ProviderStatus[] = ['active', 'unsubscribed', 'unconfirmed', 'bounced', 'junk']

function toStatus(value: unknown): ProviderStatus {
  return statuses.find((status) => status === value) ?? 'unconfirmed'
}

function listOf(body: unknown): unknown[] {
  const data = at(body, 'data')
  return Array.isArray(data) ? data : []
}

/** A value inside an answer whose shape is somebody else's promise. */
function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined),
    value,
  )
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
