import { useState } from 'react'
import type { KeptForm } from '#features/writing/kept-form.ts'
import { Versions } from '#features/writing/versions.tsx'
import type { OwnerLetter } from './contract.ts'
import { lettersText } from './letters-text.ts'

type Props = { form: KeptForm; letter: OwnerLetter; settle: () => Promise<unknown> }

/** The saves of a letter, to look at and to bring back. */
export function EarlierVersions({ form, letter: { id, state }, settle }: Props) {
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
          note={state === 'draft' ? lettersText.versions : lettersText.liveVersions}
          onBringBack={async (then) => {
            // A save of a draft costs nothing, and what she has typed is among the versions then.
            if (state === 'draft' && !(await settle())) return
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
