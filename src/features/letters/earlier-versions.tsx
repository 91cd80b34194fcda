import { useState } from 'react'
import type { KeptForm } from '#features/writing/kept-form.ts'
import { Versions } from '#features/writing/versions.tsx'
import type { OwnerLetter } from './contract.ts'
import { lettersText } from './letters-text.ts'

type Props = { form: KeptForm; letter: OwnerLetter; settle: () => Promise<unknown> }

/** The saves of a letter, to look at and to bring back. */
export function EarlierVersions({ form, letter: { id, state, wentTo, isOnWeb }, settle }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const { subject = '', content = '' } = form.texts
  // One that went by itself before it was turned off stands on her site as it is saved.
  const isPrivate = state === 'draft' && !(wentTo > 0 && isOnWeb)
  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer py-2.5 text-link">Earlier versions</summary>
      {isOpen && (
        <Versions
          kind="letter"
          id={id}
          present={{ title: subject, content, format: 'prose' }}
          note={isPrivate ? lettersText.versions : lettersText.liveVersions}
          onBringBack={async (then) => {
            // Then what she has typed is among the versions. She may have left meanwhile.
            if (isPrivate && !(await settle())) return
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
