import type { ReactNode } from 'react'
import { filePaths } from '#lib/paths.ts'
import { JsonBlock } from '#ui/json-block.tsx'
import { firstScript } from './first-script.ts'

export type Scripts = {
  run: string[]
  preload: string[]
  /** what counts a visit, beside all others */
  tracker: string
  /** does not wait for a hand */
  isEager: boolean
}

type Props = {
  /** the mark of her icons */
  icons: string
  state: string
  /** what the browser runs, and what that will import; the browser itself need not know */
  scripts?: Scripts
  /** in the head, where it changes nothing for what the browser takes over: around the page it would shift every id */
  sheets?: ReactNode
  children: ReactNode
}

/** The whole document is React's, so that a page's title and tags hoist into <head>. */
export function Document({ icons, state, scripts, sheets, children }: Props) {
  return (
    // The theme script may have set attributes here before React looks.
    <html lang="en-CA" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark light" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0e0f13" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f7f2e8" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href={filePaths.icon(icons, 'svg')} type="image/svg+xml" />
        <link rel="apple-touch-icon" href={filePaths.icon(icons, '180.png')} />
        <link rel="manifest" href={filePaths.manifest} />
        {sheets}
        <script
          data-run={scripts?.run.join(' ')}
          data-preload={scripts?.preload.join(' ')}
          data-tracker={scripts?.tracker}
          data-eager={scripts?.isEager ? '' : undefined}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, allowed by its hash in the CSP
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? firstScript : '' }}
        />
      </head>
      <body id="top">
        {children}
        <JsonBlock id="state" type="application/json" json={state} />
      </body>
    </html>
  )
}
