import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { DeskField } from '#desk/field.tsx'
import { toSlug } from '#lib/slug.ts'
import { Button } from '#ui/button.tsx'
import { FieldEnd, useFieldIds } from '#ui/field.tsx'

type Titled = { title: string; slug: string }

type Props = {
  writing: {
    fields: Titled
    faults: Partial<Titled>
    set: (part: Partial<Titled>) => void
    item: { state: string; slug: string } | null
  }
}

function knownSlug(item: { state: string; slug: string } | null): string | null {
  return item?.state === 'published' ? item.slug : null
}

/** What it is called, in the type readers will see it in. */
export function TitleLine({ writing: { fields, faults, set, item } }: Props) {
  const ids = useFieldIds({ error: faults.title })
  return (
    <div>
      <label htmlFor={ids.control.id} className="label block pb-1 text-faint">
        Title
      </label>
      <textarea
        {...ids.control}
        rows={1}
        dir="auto"
        required
        // biome-ignore lint/a11y/noAutofocus: something new begins in its first line
        autoFocus={!item}
        autoComplete="off"
        value={fields.title}
        // A title is one line, however long: it wraps, and has no ends of its own.
        onChange={(event) => set(titleAndSlug(fields, event.target.value.replace(/[\r\n]+/g, ' '), knownSlug(item)))}
        className="title-2 block w-full resize-none overflow-hidden border-b border-transparent bg-transparent field-sizing-content focus-visible:border-accent focus-visible:outline-none aria-invalid:border-danger"
      />
      <FieldEnd ids={ids} error={faults.title} note={null} />
    </div>
  )
}

/** Where readers find it; `start` is what comes before the slug in an address, such as /blog/. */
export function SlugLine({ writing: { fields, faults, set, item }, start }: Props & { start: string }) {
  return (
    <SlugField
      value={fields.slug}
      title={fields.title}
      start={start}
      known={knownSlug(item)}
      error={faults.slug}
      onChange={(slug) => set({ slug })}
    />
  )
}

type SlugProps = {
  value: string
  /** what it is made of when it is left empty */
  title: string
  start: string
  /** the address readers know already */
  known: string | null
  error: string | undefined
  onChange: (slug: string) => void
}

/** The last part of an address. One that readers know is not changed by accident. */
function SlugField({ value, title, start, known, error, onChange }: SlugProps) {
  const field = useRef<HTMLInputElement>(null)
  const [isLocked, setIsLocked] = useState(known !== null && value === known)
  const unlock = () => {
    // Without the button beside it the field is another one.
    flushSync(() => setIsLocked(false))
    field.current?.focus()
  }
  const isMade = value.trim() === ''
  const slug = isMade ? toSlug(title) : value.trim()
  const address = start + slug
  return (
    <DeskField
      ref={field}
      label="Slug"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      readOnly={isLocked}
      spellCheck={false}
      autoCapitalize="none"
      autoComplete="off"
      error={error}
      note={slugNote({ address, isEmpty: slug === '', isMade, isLocked, isKnown: known !== null })}
      beside={
        isLocked && (
          <Button variant="secondary" onClick={unlock}>
            Change address
          </Button>
        )
      }
    />
  )
}

type SlugState = { address: string; isEmpty: boolean; isMade: boolean; isLocked: boolean; isKnown: boolean }

/** What a slug is, and what becomes of it. */
function slugNote({ address, isEmpty, isMade, isLocked, isKnown }: SlugState): string {
  if (isEmpty) return 'The end of its web address. Left empty, it is made from the title.'
  if (isLocked) return `Its web address, which readers know: ${address}`
  if (isKnown) return `Its web address: ${address}. The old address will lead to the new one.`
  return isMade ? `The end of its web address. Will be ${address}` : `Its web address: ${address}`
}

/** An address made from the title goes along with it, as long as no reader knows it. */
function titleAndSlug(before: { title: string; slug: string }, title: string, known: string | null) {
  const isMade = known === null && before.slug !== '' && before.slug === toSlug(before.title)
  return isMade ? { title, slug: toSlug(title) } : { title }
}
