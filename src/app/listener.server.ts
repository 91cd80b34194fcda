import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Env } from '#server/env.ts'
import type { PageCache } from '#server/page-cache.ts'
import { isOurHost, longestUrl } from '#server/request-limits.ts'
import type { App } from '#server/route-table.ts'
import type { StaticAssets } from '#server/static-assets.ts'
import { chooseAnswer } from '#server/stored-response.ts'

type Parts = { app: App; env: Env; assets: StaticAssets; pageCache: PageCache; isStopping: () => boolean }

/** Answers files and pages it already holds straight on the socket; everything else goes through the app. */
export function createListener({ app, env, assets, pageCache, isStopping }: Parts): RequestListener {
  const throughApp = getRequestListener(app.fetch)
  return (request, response) => {
    // A kept-alive connection would otherwise bring new guests for as long as it likes.
    if (isStopping()) response.shouldKeepAlive = false
    const { method = 'GET', url = '/', headers } = request
    const isPlainQuestion =
      (method === 'GET' || method === 'HEAD') &&
      url.length <= longestUrl &&
      !headers['content-encoding'] &&
      isOurHost(env, headers.host)
    const path = url.split('?', 1)[0] ?? url
    const held = isPlainQuestion ? (assets.get(path) ?? pageCache.get(path)) : undefined
    if (!held) return void throughApp(request, response)
    const answer = chooseAnswer(held, (name) => headers[name]?.toString())
    response.writeHead(answer.status, answer.headers)
    response.end(method === 'HEAD' ? undefined : answer.body)
  }
}
