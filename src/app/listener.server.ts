import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Counter } from '#features/analytics/ingest.server.ts'
import { bodyMax, trackPath } from '#features/analytics/routes.server.ts'
import { namesPost } from '#features/imports/service.server.ts'
import { addressOf } from '#server/client-address.ts'
import type { Env } from '#server/env.ts'
import type { PageCache } from '#server/page-cache.ts'
import { rawHeader } from '#server/raw-header.ts'
import { type ReadyAnswer, readyAnswer, writeReady } from '#server/ready-answer.ts'
import { isOurHost, isPendingHost, longestUrl } from '#server/request-limits.ts'
import type { Door, RequestTally } from '#server/request-tally.ts'
import type { App } from '#server/route-table.ts'
import type { StandingHeaders } from '#server/security-headers.ts'
import type { StaticAssets } from '#server/static-assets.ts'
import { chooseAnswer } from '#server/stored-response.ts'

type Parts = {
  app: App
  env: Env
  assets: Pick<StaticAssets, 'get'>
  pageCache: PageCache
  counter: Counter
  tally: RequestTally
  /** what every answer carries */
  headers: StandingHeaders
  isStopping: () => boolean
}

/**
 * Answers files and pages it already holds straight on the socket, and takes reports of views there, which come with
 * every page; everything else goes through the app.
 */
export function createListener(parts: Parts): RequestListener {
  const { app, env, assets, pageCache, tally, isStopping } = parts
  const throughApp = fewAtOnce(getRequestListener(app.fetch))
  /** An address that waits to be confirmed has a page to show, which needs its files; they are the same under any name. */
  const find = (path: string, host: string | undefined) =>
    isOurHost(env, host)
      ? (assets.get(path) ?? pageCache.get(path) ?? pageCache.getMissing(path))
      : isPendingHost(env, host)
        ? assets.get(path)
        : undefined
  return (request, response) => {
    // A kept-alive connection would otherwise bring new guests for as long as it likes.
    if (isStopping()) response.shouldKeepAlive = false
    const { method = 'GET', url = '/' } = request
    if (method === 'POST' && url === trackPath && isPlainReport(env, request.headers)) {
      return takeReport(request, response, { ...parts, throughApp })
    }
    const held = isPlainQuestion(request) ? find(pathOf(url), rawHeader(request, 'host')) : undefined
    if (!held) return void throughApp(request, response)
    const { status, headers, body, ready } = chooseAnswer(held, (name) => rawHeader(request, name))
    tally.countHeld(doorOf(url, status), status)
    if (method === 'GET' && writeReady(response, ready)) return
    response.writeHead(status, headers)
    response.end(method === 'HEAD' ? undefined : body)
  }
}

function doorOf(url: string, status: number): Door {
  if (status === 404) return 'missing'
  if (url.startsWith('/assets/')) return 'file'
  return url.startsWith('/api/') ? 'call' : 'page'
}

function isPlainQuestion(request: IncomingMessage): boolean {
  const { method, url = '/' } = request
  const isAsked = method === 'GET' || method === 'HEAD'
  const isPlain = isAsked && url.length <= longestUrl && rawHeader(request, 'content-encoding') === undefined
  return isPlain && !namesPost(url)
}

function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

const mostAtOnce = 8

/**
 * A crowd is let in a few at each turn of the event loop, in the order it came; what is held is handed out in between.
 * All at once, two hundred who try the owner's door would keep every reader waiting for a quarter of a second.
 */
function fewAtOnce(handle: RequestListener): RequestListener {
  const waiting: Parameters<RequestListener>[] = []
  let entered = 0
  function enter(...asked: Parameters<RequestListener>) {
    if (entered === mostAtOnce) return void waiting.push(asked)
    if (entered++ === 0) setImmediate(nextTurn)
    handle(...asked)
  }
  function nextTurn() {
    entered = 0
    for (const asked of waiting.splice(0, mostAtOnce)) enter(...asked)
  }
  return enter
}

/** From our own page, to our own name, small and whole. Whatever is not is judged by the app, which says why. */
function isPlainReport(env: Env, headers: IncomingHttpHeaders): boolean {
  return (
    headers['sec-fetch-site'] === 'same-origin' &&
    Number(headers['content-length']) <= bodyMax &&
    !headers['transfer-encoding'] &&
    !headers['content-encoding'] &&
    isOurHost(env, headers.host)
  )
}

type Way = Pick<Parts, 'counter' | 'env' | 'headers' | 'tally'> & { throughApp: RequestListener }

function takeReport(request: IncomingMessage, response: ServerResponse, way: Way) {
  const { counter, env, tally, throughApp } = way
  const { headers } = request
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks)
    const address = addressOf(request, headers['x-forwarded-for']?.toString(), env.trustedProxies)
    try {
      counter.take({ header: (name) => headers[name]?.toString(), address, body: body.toString() })
      tally.countHeld('report', 204)
      if (!writeReady(response, taken(way.headers()))) response.writeHead(204, way.headers()).end()
    } catch {
      // What is wrong with it is the app's to say; it finds the body here, since it can be read only once.
      throughApp(Object.assign(request, { rawBody: body }), response)
    }
  })
}

const takenWith = new WeakMap<ReturnType<StandingHeaders>, ReadyAnswer>()

/** The answer to every report, made once. */
function taken(headers: ReturnType<StandingHeaders>): ReadyAnswer {
  const answer = takenWith.get(headers) ?? readyAnswer(204, headers, Buffer.alloc(0))
  takenWith.set(headers, answer)
  return answer
}
