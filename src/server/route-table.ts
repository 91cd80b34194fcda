import type { IncomingMessage } from 'node:http'
import { type Context, type Handler, Hono } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import { isCleanText } from '#lib/email.ts'
import type { Env } from './env.ts'
import { AppError } from './errors.ts'
import { giveUploadTime } from './listen.ts'
import type { Door } from './request-tally.ts'
import { atTheDoor, onLastRoom } from './storage-health.ts'

export type AppTypes = {
  Variables: { requestId: string; door: Door | undefined }
  /** what the Node server hands along; absent when the app is called in process */
  Bindings: { incoming?: IncomingMessage }
}
export type AppContext = Context<AppTypes>
export type App = Hono<AppTypes>

/** By name the router that takes a table like ours: left to choose, Hono builds another first, and throws it away. */
export function createApp(): App {
  return new Hono<AppTypes>({ router: new TrieRouter() })
}

/** One row a door. The table is the whole surface of the server: what is not in it does not exist. */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  access: 'public' | 'owner'
  /** bytes of body this door takes; a GET takes none */
  bodyMax?: number
  /** takes a file, which may come over a slow line */
  isUpload?: boolean
  /** whoever posts here proves herself by a signed link and no cookie, so it does not matter where she comes from */
  isForAnySite?: boolean
  /** leads the owner in or out: open to everybody, and also when the disk is full */
  isEntrance?: boolean
  /** a page: whoever may not enter is shown the way to the entrance, not an error */
  isPage?: boolean
  /** a file that a link on a page leads to: whoever may not have it is shown a page that says so */
  isFile?: boolean
  handle: (c: AppContext) => Response | Promise<Response>
}

/** Asked before every owner's door. Throws or answers for whoever may not enter; says nothing to whoever may. */
export type Guard = (c: AppContext, route: Route) => Promise<Response | undefined>

function nothingHere(): AppError {
  return new AppError('not_found', 'There is nothing at this address.')
}

function unanswerable(): AppError {
  return new AppError('invalid', 'This question holds characters that cannot be kept.')
}

const defaultBodyMax = 16 * 1024

function keepOpenOnLastRoom(route: Route): Handler[] {
  if (route.isEntrance) return [(_c, next) => atTheDoor(next)]
  return route.access === 'owner' ? [(_c, next) => onLastRoom(next)] : []
}

/** What kind of door this is, for whoever counts what comes in. */
function doorOf({ access, isEntrance, isFile, path }: Route): Door {
  if (access === 'owner' || isEntrance) return 'desk'
  if (isFile || path.startsWith('/download/')) return 'file'
  if (/^\/(healthz|readyz|metrics|robots|sitemap|feed)/.test(path)) return 'machine'
  return path.startsWith('/api/') ? 'call' : 'page'
}

/** The one place where the owner's doors are closed to everybody else. What comes out of them is nobody's to keep. */
function closeToStrangers(route: Route, guard: Guard): Handler[] {
  if (route.access === 'public') return []
  return [
    async (c, next) => {
      const refusal = await atTheDoor(() => guard(c, route))
      if (refusal) return refusal
      await next()
      c.res.headers.set('cache-control', 'no-store')
      c.res.headers.set('x-robots-tag', 'noindex, nofollow')
    },
  ]
}

/** Comes after the guard: a stranger's body has no longer than a form's. */
const allowUpload: Handler<AppTypes> = async (c, next) => {
  giveUploadTime(c.env?.incoming)
  await next()
}

/** Counted as it passes by: a book that does not say how long it is reaches the disk piece by piece, like any other. */
function limitBody(route: Route): Handler[] {
  if (route.method === 'GET') return []
  const most = route.bodyMax ?? defaultBodyMax
  const words = route.isUpload
    ? `A file may be ${Math.floor(most / 1_048_576)} MB at most.`
    : 'That is more than this form can take.'
  const tooLarge = () => new AppError('too_large', words)
  return [
    ...(route.isUpload ? [allowUpload] : []),
    async (c, next) => {
      if (Number(c.req.header('content-length') ?? 0) > most) throw tooLarge()
      const { body } = c.req.raw
      if (body && !c.req.header('content-length')) {
        let size = 0
        const counted = new TransformStream<Uint8Array, Uint8Array>({
          transform(chunk, passed) {
            size += chunk.length
            if (size > most) passed.error(tooLarge())
            else passed.enqueue(chunk)
          },
        })
        c.req.raw = new Request(c.req.raw, { body: body.pipeThrough(counted), duplex: 'half' } as RequestInit)
      }
      await next()
    },
  ]
}

/**
 * A form on another site must not act here. Browsers say where a request comes from; whoever says nothing is no
 * browser and carries nobody's session, which is enough for public doors and not for the owner's.
 */
function refuseOtherSites(route: Route, env: Env): Handler[] {
  if (route.method === 'GET' || route.isForAnySite) return []
  return [
    async (c, next) => {
      const site = c.req.header('sec-fetch-site')
      const origin = c.req.header('origin')
      const ours = env.checkHost ? env.siteUrl : `${new URL(c.req.url).protocol}//${c.req.header('host')}`
      const isOurs = site ? site === 'same-origin' : origin ? origin === ours : route.access === 'public'
      if (!isOurs) throw new AppError('forbidden', 'This can only be sent from the site itself.')
      await next()
    },
  ]
}

/** Registers the table and nothing else; a known path asked with another method answers 405 and says which work. */
export function mount(app: App, table: readonly Route[], env: Env, guard: Guard) {
  // `/api/blog/:slug` and `/api/blog/:id` are one place, whatever each row calls what stands there.
  const places = new Map<string, { path: string; methods: string[] }>()
  for (const route of table) {
    const place = route.path.replace(/:\w+/g, ':')
    const { path, methods } = places.get(place) ?? { path: route.path, methods: [] }
    if (methods.includes(route.method)) throw new Error(`two rows for ${route.method} ${route.path}`)
    places.set(place, { path, methods: [...methods, ...(route.method === 'GET' ? ['GET', 'HEAD'] : [route.method])] })
    const door = doorOf(route)
    const name: Handler<AppTypes> = async (c, next) => {
      c.set('door', door)
      await next()
    }
    const checks = [
      name,
      ...keepOpenOnLastRoom(route),
      ...closeToStrangers(route, guard),
      ...refuseOtherSites(route, env),
      ...limitBody(route),
    ]
    app.on(route.method, [route.path], ...checks, (c) => {
      // PostgreSQL raises at a NUL, and half a surrogate pair is kept as something else: no name of ours holds either.
      if (!Object.values(c.req.param()).every((value) => isCleanText(String(value)))) throw nothingHere()
      if (!Object.values(c.req.queries()).flat().every(isCleanText)) throw unanswerable()
      return route.handle(c)
    })
  }
  for (const { path, methods } of places.values()) {
    app.all(path, () => {
      throw new AppError('method_not_allowed', 'This address cannot be used that way.', {
        headers: { allow: methods.join(', ') },
      })
    })
  }
}

/** Refuses to start when a door was opened past the table. */
export function assertOnlyTable(app: App, table: readonly Route[]) {
  const known = new Set(table.flatMap((route) => [`${route.method} ${route.path}`, `ALL ${route.path}`]))
  for (const { method, path } of app.routes) {
    if (`${method} ${path}` !== 'ALL /*' && !known.has(`${method} ${path}`))
      throw new Error(`${method} ${path} is not in the route table`)
  }
}
