import { useQuery } from '@tanstack/react-query'
import type { Command } from 'prosemirror-state'
import { type KeyboardEvent, useId, useState } from 'react'
import { DeskField } from '#desk/field.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import type { Destination } from './contract.ts'
import { setLink } from './editor-commands.ts'
import { toAddress } from './prose.ts'
import { destinationsQuery } from './queries.ts'

type Props = {
  /** the words that carry the link, or are to carry it; null where there are none yet */
  place: { from: number; to: number; href: string; words: string } | null
  run: (command: Command) => void
  onClose: () => void
}

const mostShown = 6

/** Where a link leads: an address, or something of hers, found by its title. */
export function EditorLink({ place, run, onClose }: Props) {
  const heading = useId()
  const [address, setAddress] = useState(place?.href ?? '')
  const [fault, setFault] = useState<string>()
  const { data: destinations = [] } = useQuery(destinationsQuery)
  const search = address.trim().toLowerCase()
  const isSearch = search !== '' && !/^(https?:|mailto:|\/)/.test(search)
  const shown = destinations
    .filter(({ title }) => !isSearch || title.toLowerCase().includes(search))
    .slice(0, mostShown)

  const set = (href: string, words: string) => {
    const whole = toAddress(completed(href))
    if (whole === null) {
      return setFault('An address begins with https://, with mailto: or, on your own site, with /.')
    }
    run(setLink(place, whole, words))
    onClose()
  }
  const press = (event: KeyboardEvent) => {
    // The keys of the table behind it are not meant here.
    event.stopPropagation()
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    set(address, '')
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      labelledBy={heading}
      className="w-[min(34rem,100%)] rounded-paper border border-line"
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears Enter for its one field */}
      <div className="p-6 sm:p-8" onKeyDown={press}>
        <h2 id={heading} className="title-3 pr-10">
          Link
        </h2>
        <DeskField
          label="Address, or a title of yours"
          autoFocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={address}
          onChange={(event) => {
            setAddress(event.target.value)
            setFault(undefined)
          }}
          error={fault}
          className="mt-4"
        />
        {shown.length > 0 && (
          <ul aria-label="On your site" className="mt-4 divide-y divide-line border-y border-line">
            {shown.map((destination) => (
              <li key={destination.href}>
                <button
                  type="button"
                  onClick={() => set(destination.href, destination.title)}
                  className="flex min-h-11 w-full items-baseline justify-between gap-4 py-2 text-left hover:text-link"
                >
                  <span className="min-w-0 truncate">{destination.title}</span>
                  <span className="label shrink-0 text-faint">{kindWords[destination.kind]}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        <div className="mt-6 flex flex-wrap gap-3">
          <Button onClick={() => set(address, '')}>Set link</Button>
          {place?.href && (
            <Button
              variant="secondary"
              onClick={() => {
                run(setLink(place, '', ''))
                onClose()
              }}
            >
              Remove link
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

const kindWords: Record<Destination['kind'], string> = {
  post: 'Post',
  story: 'Story',
  book: 'Book',
  letter: 'Letter',
  page: 'Page',
}

/** What she types without its beginning still has one: a mailbox, or the web. */
function completed(typed: string): string {
  const address = typed.trim()
  if (/^[^\s/:@]+@[^\s/:@]+\.[a-z]+$/i.test(address)) return `mailto:${address}`
  if (/^[\w-]+(\.[\w-]+)+([/?#].*)?$/.test(address)) return `https://${address}`
  if (address === location.origin) return '/'
  if (address.startsWith(`${location.origin}/`)) return address.slice(location.origin.length)
  return address.replace(/^http:/i, 'https:')
}
