import type { Numbers } from '#features/analytics/contract.ts'
import type { createTestApp } from './test-app.ts'

type TestApp = Awaited<ReturnType<typeof createTestApp>>
type Fields = Record<string, unknown>
type Headers = Record<string, string>

export const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
export const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

/** Readers with an address of their own each, as a proxy in front of us would tell it. */
export const behindProxy = { TRUST_PROXY: '1' }

export function viewOf(page: string, more: Fields = {}): Fields {
  return { ...shared, type: 'pageview', page, referrer: '', userAgent: firefox.slice(0, 100), ...more }
}

export function eventOf(eventName: string, data: unknown = {}, more: Fields = {}): Fields {
  return { ...shared, type: 'event', page: '/', eventName, data, ...more }
}

const shared = { timestamp: '2026-01-15T12:00:00.000Z', sessionId: 'session_1768478400000_k3j5h2g1f', isAuthor: false }

/** Somebody with this address in front of a browser. */
export function readerAt(app: TestApp, address: string, headers: Headers = {}) {
  const send = async (body: unknown) => {
    const { status } = await app.post('/api/analytics/track', body, {
      'user-agent': firefox,
      'x-forwarded-for': address,
      'sec-fetch-site': 'same-origin',
      ...headers,
    })
    return status
  }
  return {
    send,
    open: (page: string, more?: Fields) => send(viewOf(page, more)),
    does: (name: string, data?: unknown, more?: Fields) => send(eventOf(name, data, more)),
  }
}

/** The owner looks, once everything is counted. */
export async function numbersOf(app: TestApp, days = 30): Promise<Numbers> {
  await app.deps.counter.flush()
  const owner = await app.asOwner()
  const response = await owner.request(`/api/owner/analytics?days=${days}`)
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  return (await response.json()) as Numbers
}
