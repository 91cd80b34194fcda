import { useState } from 'react'
import type { KeptForm } from '#features/writing/kept-form.ts'
import { Versions } from '#features/writing/versions.tsx'
import { lettersText } from './letters-text.ts'

/** The saves of a letter, to look at and to bring back. */
export function EarlierVersions({ form, id }: { form: KeptForm; id: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const { subject = '', content = '' } = form.texts
  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer py-2.5 text-link">Earlier versions</summary>
      {isOpen && (
        <Versions
          kind="letter"
          id={id}
          present={{ title: subject, content, format: 'prose' }}
          note={lettersText.versions}
          onBringBack={(then) => {
            form.bring({ subject: then.title, content: then.content })
            setIsOpen(false)
            // The page itself begins anew with them.
            requestAnimationFrame(() => form.form.current?.querySelector<HTMLElement>('[role=textbox]')?.focus())
          }}
        />
      )}
    </details>
  )
}
