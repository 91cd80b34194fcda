import { Writable } from 'node:stream'
import { type DehydratedState, dehydrate, type QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { preload as preloadFile } from 'react-dom'
import { renderToPipeableStream } from 'react-dom/server'
import { wordsQuery } from '#features/words/queries.ts'
import type { Fetcher } from '#lib/http.ts'
import { toJsonBlock } from '#lib/json-block.ts'
import { createQueryClient, isGone, statusOf } from '#lib/query-client.ts'
import { AppError } from '#server/errors.ts'
import type { Site } from '#ui/site.ts'
import { accentSheet } from './accent-styles.server.ts'
import { App } from './app.tsx'
import { areaOf } from './areas.server.ts'
import type { Assets } from './assets.server.ts'
import { Document } from './document.tsx'
import { openMap } from './page-map.tsx'

export type RenderContext = { assets: Assets; fetcher: Fetcher; site: Site }
export type RenderedPage = { status: number; html: Buffer<ArrayBuffer> }

/** URL in; prefetch the page's queries, render it whole, answer HTML with the state it was made of. */
export async function renderPage(url: string, { assets, fetcher, site }: RenderContext): Promise<RenderedPage> {
  const [pathname = url, search] = url.split('?', 2)
  const { map: whole, Frame, entry, isEager } = areaOf(pathname)
  const map = openMap(whole, site)
  const { route, params } = map.match(pathname)
  const queryClient = createQueryClient(fetcher)
  const queries = route.queries(params, search)
  const needed = [...map.frameWords.map(wordsQuery), ...queries]
  // However briefly a browser keeps one, here it is there until the page is made.
  const kept = needed.map((query) => ({ ...query, gcTime: Number.POSITIVE_INFINITY }))
  await Promise.all([route.preload(), ...kept.map((query) => queryClient.prefetchQuery(query))])
  const fault = queryClient.getQueryState(route.needs(params)?.queryKey ?? [])?.error
  // A page must not say that something is not there which only could not be read.
  if (fault && !isGone(fault))
    throw new AppError('busy', 'The site could not read this just now. Try again in a minute.')
  keepWhatPagesNeed(queryClient)
  const status =
    route.path === '*'
      ? 404
      : statusOf(
          queryClient,
          queries.map((query) => query.queryKey),
        )
  const state = toJsonBlock({ site, queries: timelessState(queryClient) })
  const { run, preload, styles, style } = assets.forPage(entry, route.file)
  // On every page: the first one may be a click away.
  const { front, figure } = site.author
  const frontName = front === 'curtain' ? figure : front
  const frontStyles = frontName === 'profile' ? [] : [assets.front(frontName)]
  // After all others, whose colours it takes the place of.
  const accentStyles = [accentSheet(site.author)].filter((sheet) => sheet !== null)
  const sheets = <Sheets style={style} styles={[...styles, ...frontStyles, ...accentStyles]} fonts={assets.fonts} />
  const html = await renderWhole(
    <Document
      icons={site.icons}
      state={state}
      scripts={{ run, preload, tracker: assets.tracker, isEager }}
      sheets={sheets}
    >
      <App map={map} Frame={Frame} queryClient={queryClient} site={site} ssrPath={url} />
    </Document>,
  ).finally(() => queryClient.clear())
  return { status, html }
}

function keepWhatPagesNeed(queryClient: QueryClient) {
  for (const { queryKey, meta, state } of queryClient.getQueryCache().getAll()) {
    if (meta?.forPage && state.data !== undefined) queryClient.setQueryData(queryKey, meta.forPage(state.data))
  }
}

/** The queries' answers without the moment they were read: the same page must be the same bytes, or no etag holds. */
function timelessState(queryClient: QueryClient): DehydratedState {
  const { mutations, queries } = dehydrate(queryClient)
  return {
    mutations,
    queries: queries.map(({ queryKey, queryHash, state }) => ({
      queryKey,
      queryHash,
      dehydratedAt: 0,
      state: { ...state, dataUpdatedAt: 0, errorUpdatedAt: 0 },
    })),
  }
}

type SheetProps = { style: string; styles: string[]; fonts: string[] }

/** Emits styles and font links; leaves nothing behind that the browser would have to match. */
function Sheets({ style, styles, fonts }: SheetProps) {
  for (const href of fonts) preloadFile(href, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
  return (
    <>
      {/* Before the others: it says which layer lies upon which. */}
      {style && (
        <style href="site" precedence="first">
          {style}
        </style>
      )}
      {styles.map((href) => (
        <link key={href} rel="stylesheet" href={href} precedence="default" />
      ))}
    </>
  )
}

function renderWhole(element: ReactNode): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    const sink = new Writable({
      write(chunk, _encoding, done) {
        chunks.push(chunk)
        done()
      },
      final(done) {
        resolve(Buffer.concat(chunks))
        done()
      },
    })
    const { pipe } = renderToPipeableStream(element, {
      // React would otherwise move anything over 12.8 kB behind inline scripts, which the CSP forbids.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => pipe(sink),
      onShellError: reject,
      // A page that half renders is a broken page: fail it whole, where it is logged and answered as one.
      onError: reject,
    })
  })
}
