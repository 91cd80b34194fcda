import { type DehydratedState, hydrate } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createQueryClient } from '#lib/query-client.ts'
import type { Site } from '#ui/site.ts'
import { App } from './app.tsx'
import { Document } from './document.tsx'
import { openMap, type PageMap } from './page-map.tsx'

type Options = {
  /** what the server rendered: for readers a path alone, however they came by a `?` */
  address?: string
  /** how long what has been fetched stays while nothing shows it, in milliseconds */
  keptFor?: number
}

/** Takes over the document the server wrote, from the state it was made of, with no second fetch. */
export function wake(
  whole: PageMap,
  Frame: ComponentType<{ children: ReactNode }>,
  { address = location.pathname, keptFor }: Options = {},
) {
  const state = document.getElementById('state')?.textContent ?? '{}'
  const { site, queries }: { site: Site; queries: DehydratedState } = JSON.parse(state)
  const map = openMap(whole, site)
  const queryClient = createQueryClient((path, init) => fetch(path, init), keptFor)
  hydrate(queryClient, queries)

  map
    .match(location.pathname)
    .route.preload()
    .then(whenComposed)
    .then(
      () =>
        startTransition(() => {
          hydrateRoot(
            document,
            <StrictMode>
              <Document icons={site.icons} state={state}>
                {/* The server's own address, also while hydrating: an early click must not make the two trees differ. */}
                <App map={map} Frame={Frame} queryClient={queryClient} site={site} ssrPath={address} />
              </Document>
            </StrictMode>,
          )
        }),
      // The page's code is missing: the server's HTML and its links still work without it.
      reportError,
    )
}

/** A word that is being put together, as most are on a phone, would be cut in two where its field is written to. */
async function whenComposed(): Promise<void> {
  if (!('composing' in document.documentElement.dataset)) return
  await new Promise((resolve) => document.addEventListener('compositionend', resolve, { once: true }))
}
