import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DeskField, DeskSelect } from '#desk/field.tsx'
import { isAllowedLink } from '#features/writing/prose.ts'
import type { Put } from '#features/writing/prose-editor.tsx'
import { destinationsQuery } from '#features/writing/queries.ts'
import { Button } from '#ui/button.tsx'
import { fileHref, usualFallback } from './letter-parts.ts'
import { choicesQuery } from './queries.ts'

type Props = { put: Put }

const name = 'name'
const button = 'button'

/**
 * What a letter can hold beside words: her reader's name, a book, a story, a post or a page, a file with a link of its own
 * for each reader, a button. Each is a line of its own that leads there, put where she stands in the text.
 */
export function Additions({ put }: Props) {
  const { data: destinations = [] } = useQuery(destinationsQuery)
  const { data: choices } = useQuery(choicesQuery)
  const [chosen, setChosen] = useState<string>(name)
  const [label, setLabel] = useState('')
  const [href, setHref] = useState('')
  const [fault, setFault] = useState<string>()
  const files = (choices?.files ?? []).map((file) => ({ title: file.title, href: fileHref(file.name) }))
  const options = [
    { value: name, label: 'Your reader’s first name' },
    { value: button, label: 'A button that leads elsewhere' },
    ...files.map((file) => ({ value: file.href, label: `File: ${file.title}` })),
    ...destinations.map(({ kind, title, href }) => ({ value: href, label: `${kindWords[kind]}: ${title}` })),
  ]

  function add() {
    if (chosen === name) return put.words(`{first name|${usualFallback}}`)
    const at = chosen === button ? href.trim() : chosen
    const said = label.trim() || usualLabel(chosen)
    if (!isAllowedLink(at)) return setFault('A button leads to an https address')
    setFault(undefined)
    put.block({ type: 'p', children: [{ type: 'link', href: at, children: [said] }] })
    setLabel('')
    setHref('')
  }
  return (
    <details className="border-b border-line px-3 pb-3">
      <summary className="min-h-11 cursor-pointer py-2.5 text-link">
        Add a book, a story, a file, a button or a name
      </summary>
      <div className="grid gap-4 sm:grid-cols-2">
        <DeskSelect
          label="Add"
          options={options}
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
          note={notes(chosen)}
        />
        {chosen !== name && (
          <DeskField
            label="What the button says"
            value={label}
            placeholder={usualLabel(chosen)}
            onChange={(event) => setLabel(event.target.value)}
            autoComplete="off"
          />
        )}
        {chosen === button && (
          <DeskField
            label="Where it leads"
            type="url"
            value={href}
            onChange={(event) => setHref(event.target.value)}
            error={fault}
            autoComplete="off"
          />
        )}
      </div>
      <Button variant="secondary" onClick={add} className="mt-3">
        Add it
      </Button>
    </details>
  )
}

const kindWords = { post: 'Post', story: 'Story', book: 'Book', letter: 'Letter', page: 'Page' } as const

function usualLabel(chosen: string): string {
  if (chosen.startsWith('/get/')) return 'Get your copy'
  return chosen.startsWith('/books/') ? 'See the book' : chosen === button ? 'Read more' : 'Read it'
}

function notes(chosen: string): string {
  if (chosen === name) return `Whoever has no name here is called “${usualFallback}”; write another word after the bar.`
  if (chosen.startsWith('/get/')) return 'Each reader gets a link of her own.'
  return 'A link in a line of its own is a button; to a book, a story or a post it is shown with its picture.'
}
