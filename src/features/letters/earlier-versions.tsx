import { useState } from 'react'
import { offerUndo } from '#desk/undo.tsx'
import type { KeptForm } from '#features/writing/kept-form.ts'
import { bringBack as bringUnsaved } from '#features/writing/unsaved.ts'
import { type Text, Versions } from '#features/writing/versions.tsx'
import type { OwnerLetter } from './contract.ts'
import { lettersText } from './letters-text.ts'

type Props = { form: KeptForm; letter: OwnerLetter; draftPath: string }

/** Her saves, to look at and to bring back. What stood here may be saved nowhere: it can be had again. */
export function EarlierVersions({ form, letter: { id, version }, draftPath }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const { subject = '', content = '' } = form.texts
  const bringBack = (then: Text) => {
    form.bring({ subject: then.title, content: then.content })
    offerUndo('The earlier words are here again, in place of yours.', async () => {
      if (form.form.current?.isConnected) return form.bring({ subject, content })
      const unsaved = { fields: { subject, content }, baseVersion: version, savedAt: new Date().toISOString() }
      await bringUnsaved(draftPath, unsaved)
    })
  }
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer py-2.5 text-link">Earlier versions</summary>
      {isOpen && (
        <Versions
          kind="letter"
          id={id}
          now={{ title: subject, content, format: 'prose' }}
          saving={lettersText.versions}
          onBringBack={bringBack}
        />
      )}
    </details>
  )
}
