import { useState } from 'react'
import { toSlug } from '#lib/slug.ts'
import { Button } from './button.tsx'
import { DeskField } from './desk-field.tsx'

type Props = {
  value: string
  /** what it is made of when it is left empty */
  title: string
  /** what comes before it in an address, such as /blog/ */
  start: string
  /** the address readers know already */
  known: string | null
  error: string | undefined
  onChange: (slug: string) => void
}

/** The last part of an address. One that readers know is not changed by accident. */
export function DeskSlugField({ value, title, start, known, error, onChange }: Props) {
  const [isLocked, setIsLocked] = useState(known !== null && value === known)
  const isMade = value.trim() === ''
  const slug = isMade ? toSlug(title) : value.trim()
  const address = slug ? `${start}${slug}` : 'The address is made from the title.'
  return (
    <DeskField
      label="Slug"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      readOnly={isLocked}
      spellCheck={false}
      autoCapitalize="none"
      autoComplete="off"
      error={error}
      note={
        known !== null && !isLocked
          ? `${address}. The old address will lead to the new one.`
          : `${isMade && slug ? 'Will be ' : ''}${address}`
      }
      beside={
        isLocked && (
          <Button variant="secondary" onClick={() => setIsLocked(false)}>
            Change address
          </Button>
        )
      }
    />
  )
}

/** An address made from the title goes along with it, as long as no reader knows it. */
export function titleAndSlug(before: { title: string; slug: string }, title: string, known: string | null) {
  const isMade = known === null && before.slug !== '' && before.slug === toSlug(before.title)
  return isMade ? { title, slug: toSlug(title) } : { title }
}
