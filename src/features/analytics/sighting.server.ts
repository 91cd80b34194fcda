import { isbot } from 'isbot'
import { sessionKeyIn } from '#features/owner/service.server.ts'
import { keyAddresses } from '#lib/key-addresses.ts'
import { toUrl } from '#lib/url.ts'
import type { Env } from '#server/env.ts'
import { AppError } from '#server/errors.ts'
import { isId } from '#server/mailings.ts'
import { parse } from '#server/validate.ts'
import { type Pageview, pageview, type TrackedEvent, trackedEvent } from './contract.ts'
import { ownRooms } from './visits.ts'

/** What came to the door: a body, and what the browser said beside it. */
export type Knock = { header: Header; address: string; body: string }
type Header = (name: string) => string | undefined

export type Device = 'phone' | 'tablet' | 'computer'

/** One report as it waits to be counted, for a second at most: only here do an address and a cookie stand beside it. */
export type Sighting = {
  at: Date
  /** null: a page view */
  event: string | null
  page: string
  /** what the visitor is a hash of, or null for whoever asked not to be counted and for what the server noticed */
  identity: string | null
  /** the owner's session this browser seems to have */
  session: string | null
  isOwn: boolean
  isBot: boolean
  device: Device | null
  /** host; 'direct'; null: she was here already */
  cameFrom: string | null
  referrer: string | null
  userAgent: string | null
  /** the letter whose link led to the page a shop was found on, by its mark */
  letter: string | null
  data: unknown
}

/** Names the server uses for what it has seen itself: nobody else may. */
const serverEvents = ['confirmed', 'download']

/** What a report says, judged by what came with it; null for what is not to be counted. Throws for what is no report. */
export function readSighting(env: Env, { header, address, body }: Knock, at: Date): Sighting | null {
  const report = readReport(body)
  const [page = '/'] = report.page.split(/[?#]/, 1)
  const event = report.type === 'event' ? report.eventName : null
  if (ownRooms.test(page) || keyAddresses.test(page) || (event && serverEvents.includes(event))) return null
  const agent = agentOf(header)
  const host = header('host') ?? ''
  const isAnonymous = header('dnt') === '1' || header('sec-gpc') === '1'
  const referrer = report.type === 'pageview' ? readReferrer(report.referrer) : null
  const cameFrom = referrer ? hostName(referrer, host, env) : 'direct'
  return {
    at,
    event,
    page,
    identity: isAnonymous ? null : `${address}\n${agent}\n${host}`,
    ...judge(env, header),
    isOwn: report.isAuthor,
    cameFrom,
    // Our own pages are no referrer, and the address of one may be somebody's key.
    referrer:
      referrer && cameFrom !== null
        ? redact(`${referrer.protocol}//${referrer.host}${referrer.pathname}`).slice(0, longestReferrer)
        : null,
    userAgent: report.type === 'pageview' ? redactAgent(cut(report.userAgent, longestAgent)) : null,
    letter: event === 'purchase_link' ? letterIn(header('referer')) : null,
    data: report.type === 'event' ? redacted(report.data) : null,
  }
}

/** What the server itself has seen happen: it has no visitor. Without a request behind it, it counts as a reader's. */
export function noteOf(env: Env, event: string, headers: Headers | undefined, at: Date): Sighting {
  const asked = headers && judge(env, (name) => headers.get(name) ?? undefined)
  const nobody = { identity: null, session: null, isOwn: false, isBot: false, device: null, ...asked }
  return { ...nobody, at, event, page: '/', cameFrom: null, referrer: null, userAgent: null, letter: null, data: null }
}

/** Who asks, as far as it shows: with the owner's session, as a machine, or ahead of a reader. */
function judge(env: Env, header: Header): Pick<Sighting, 'session' | 'isBot' | 'device'> {
  const { isBot, device } = judgeAgent(agentOf(header))
  const isPrefetch = /prefetch/i.test(header('sec-purpose') ?? header('purpose') ?? '')
  return { session: sessionKeyIn(env, header('cookie')), isBot: isBot || isPrefetch, device }
}

function readReport(body: string): Pageview | TrackedEvent {
  let input: unknown
  try {
    input = JSON.parse(body)
  } catch {
    throw new AppError('invalid', 'The request is not JSON.')
  }
  const isEvent = typeof input === 'object' && input !== null && 'type' in input && input.type === 'event'
  return isEvent ? parse(trackedEvent, input) : parse(pageview, input)
}

const longestReferrer = 200
const longestAgent = 100
/** Longer than what any browser calls itself, and short enough to be looked through by every pattern of `isbot`. */
const longestJudged = 500
const longestHost = 100
const mostAgents = 1_000

function agentOf(header: Header): string {
  return (header('user-agent') ?? '').slice(0, longestJudged)
}

/** There are few kinds of browser and many views: each kind is looked at once. */
function oncePerAgent<Made>(look: (agent: string) => Made): (agent: string) => Made {
  const agents = new Map<string, Made>()
  return (agent) => {
    const known = agents.get(agent)
    if (known !== undefined) return known
    const made = look(agent)
    if (agents.size >= mostAgents) agents.clear()
    agents.set(agent, made)
    return made
  }
}

const judgeAgent = oncePerAgent((agent) => ({ isBot: agent === '' || isbot(agent), device: deviceOf(agent) }))
const redactAgent = oncePerAgent(redact)

/** An Android that does not call itself mobile is a tablet. */
function deviceOf(agent: string): Device {
  const isMobile = /mobi/i.test(agent)
  if (/ipad|tablet|playbook|silk|kindle/i.test(agent) || (/android/i.test(agent) && !isMobile)) return 'tablet'
  return isMobile || /iphone|ipod/i.test(agent) ? 'phone' : 'computer'
}

function readReferrer(text: string): URL | null {
  const url = toUrl(text)
  return url && ['http:', 'https:', 'android-app:'].includes(url.protocol) && url.hostname ? url : null
}

/** The address of the page itself comes with its report, and has the mark its link was followed with. */
function letterIn(page: string | undefined): string | null {
  const mark = toUrl(page ?? '')?.searchParams.get('letter')
  return mark && isId(mark) ? mark : null
}

/** Our own host is no referrer, and a bare address may be somebody's home. */
function hostName(referrer: URL, host: string, env: Env): string | null {
  if (referrer.host === host.toLowerCase() || referrer.origin === env.siteUrl) return null
  const name = referrer.hostname.toLowerCase().replace(/^www\./, '')
  const isAddress = /^\[|^[\d.]+$/.test(name)
  return isAddress || name.length > longestHost || !/^[a-z0-9._-]+$/.test(name) ? '(other)' : name
}

/** Cut between characters, not within one. */
function cut(text: string, longest: number): string {
  return text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '')
}

const word = /[^\s"'<>()\\/=&?]+/g
const address = /.(?:@|%40)./s

/** No longer than before: what was small enough stays so. Word by word, each read once, however long it is. */
function redact(text: string): string {
  return text.replace(word, (one) => (address.test(one) ? '***' : one))
}

/** As it was told, with addresses of people taken out, from the keys too. */
function redacted(data: unknown): unknown {
  if (typeof data === 'string') return redact(data)
  if (Array.isArray(data)) return data.map(redacted)
  if (typeof data !== 'object' || data === null) return data ?? null
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [redact(key), redacted(value)]))
}
