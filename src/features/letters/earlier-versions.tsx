import { useState } from 'react'
import type { KeptForm } from '#features/writing/kept-form.ts'
import { Versions } from '#features/writing/versions.tsx'
import type { OwnerLetter } from './contract.ts'
import { isPrivate } from './letter-words.ts'
import { lettersText } from './letters-text.ts'

type Props = { form: KeptForm; letter: OwnerLetter; settle: () => Promise<unknown> }

/** The saves of a letter, to look at and to bring back. */
export function EarlierVersions({ form, letter, settle }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const { subject = '', content = '' } = form.texts
  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer py-2.5 text-link">Earlier versions</summary>
      {isOpen && (
        <Versions
          kind="letter"
          id={letter.id}
          present={{ title: subject, content, format: 'prose' }}
          note={isPrivate(letter) ? lettersText.versions : lettersText.liveVersions}
          onBringBack={async (then) => {
            // Then what she has typed is among the versions. She may have left meanwhile.
            if (isPrivate(letter) && !(await settle())) return
            if (!form.form.current) return
            setIsOpen(false)
            form.bring({ subject: then.title, content: then.content })
            const page = () => form.form.current?.querySelector('[role=textbox]')
            requestAnimationFrame(() => page()?.scrollIntoView({ block: 'nearest' }))
          }}
        />
      )}
    </details>
  )
}
