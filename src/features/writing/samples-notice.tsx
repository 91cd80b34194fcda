import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { call } from '#desk/call.ts'
import { DeskConfirm } from '#desk/confirm.tsx'
import { offerUndo } from '#desk/undo.tsx'
import { sendJson } from '#lib/send-json.ts'
import { Button } from '#ui/button.tsx'
import { binKey } from './bin-link.tsx'

export type SampleWords = {
  one: string
  many: string
  /** what is not touched, though it has samples too */
  elsewhere: string
  /** what readers will find when nothing of her own is there */
  bare: string
}

type Props = {
  kind: string
  ownerPath: string
  words: SampleWords
  samples: readonly { id: string; title: string }[]
  /** how many of her own lie beside them */
  ownCount: number
  /** whatever else shows them is read anew */
  onChange?: () => Promise<unknown>
}

/** Says that what lies here only shows the house, and takes it away when she has seen what would go. */
export function DeskSamples({ kind, ownerPath, words, samples, ownCount, onChange }: Props) {
  const queryClient = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const many = countOf(samples.length, words)

  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: [ownerPath], exact: true }),
      queryClient.invalidateQueries({ queryKey: binKey }),
      onChange?.(),
    ])

  async function remove() {
    const ids = samples.map(({ id }) => id)
    const path = `/api/owner/samples/${kind}/remove`
    const { removed } = await call<{ removed: string[] }>('POST', path, { ids })
    // Shut first: while the dialog is open, nothing behind it can take the focus.
    flushSync(() => setIsAsking(false))
    await refresh()
    offerUndo(`Removed ${countOf(removed.length, words)}. You find them in the bin for 30 days.`, async () => {
      for (const id of removed) await sendJson('POST', `${ownerPath}/${id}/restore`, {})
      await refresh()
    })
  }

  return (
    <div className="mb-6 border-l-2 border-line-strong bg-raised px-4 py-1.5">
      <p className="flex min-h-11 flex-wrap items-center gap-x-3">
        {ownCount === 0 ? 'These' : 'Some of these'} are samples. One that you change becomes yours.
        <Button variant="quiet" onClick={() => setIsAsking(true)} className="-mx-3" data-needs-script>
          Remove all samples
        </Button>
      </p>
      <DeskConfirm
        isOpen={isAsking}
        title={`Remove ${many}?`}
        keepLabel="Keep them"
        actLabel={`Remove ${many}`}
        actingLabel="Removing..."
        onAct={remove}
        onClose={() => setIsAsking(false)}
      >
        <p>These go to the bin. You can restore them there for 30 days.</p>
        <ul className="list-disc pl-5">
          {samples.map(({ id, title }) => (
            <li key={id} dir="auto">
              {title}
            </li>
          ))}
        </ul>
        <p className="text-muted">
          {ownCount === 0
            ? words.bare
            : `${ownWords(ownCount, words)} of your own ${ownCount === 1 ? 'stays' : 'stay'}.`}{' '}
          {words.elsewhere}
        </p>
      </DeskConfirm>
    </div>
  )
}

function countOf(count: number, { one, many }: SampleWords): string {
  return count === 1 ? `1 sample ${one}` : `${count} sample ${many}`
}

function ownWords(count: number, { one, many }: SampleWords): string {
  return count === 1 ? `The 1 ${one}` : `The ${count} ${many}`
}
