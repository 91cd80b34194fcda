import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { call } from '#desk/call.ts'
import { DeskConfirm } from '#desk/confirm.tsx'
import { DeskSection } from '#desk/section.tsx'
import { DeskTime } from '#desk/time.tsx'
import { offerUndo } from '#desk/undo.tsx'
import { Button } from '#ui/button.tsx'
import type { SamplesState } from './contract.ts'
import { samplesQuery } from './queries.ts'
import { samplesText as text } from './samples-text.ts'

/** What is left of the sample, and the way to be rid of it. Where there is nothing of it, there is no such part. */
export function SamplesSection() {
  const { data } = useQuery(samplesQuery)
  const queryClient = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  if (!data || (data.left.length === 0 && !data.removed)) return null
  const { left, removed } = data

  async function act(what: 'remove' | 'bring-back') {
    const state = await call<SamplesState>('POST', `/api/owner/samples/${what}`, {})
    // It stood in every room of the desk: each is asked for anew when she goes there.
    queryClient.removeQueries({ type: 'inactive' })
    // Shut first: while the dialog is open, nothing behind it can take the focus.
    flushSync(() => setIsAsking(false))
    queryClient.setQueryData(samplesQuery.queryKey, state)
  }

  async function remove() {
    await act('remove')
    offerUndo(text.removed, () => act('bring-back'))
  }

  return (
    <DeskSection anchor="samples" title={text.title} intro={text.intro}>
      {left.length > 0 && (
        <>
          <p>{text.left}</p>
          <Amounts left={left} />
          <Button
            variant="secondary"
            onClick={() => setIsAsking(true)}
            className="mt-6 w-full sm:w-auto"
            data-needs-script
          >
            {text.remove}
          </Button>
        </>
      )}
      {removed && (
        <div className={left.length > 0 ? 'mt-8 border-t border-line pt-6' : undefined}>
          <p>
            {text.removedOn} <DeskTime at={removed.at} isDateOnly />. {text.until}{' '}
            <DeskTime at={removed.until} isDateOnly />
            {text.stays}
          </p>
          <BringBack onAct={() => act('bring-back')} />
        </div>
      )}
      <DeskConfirm
        isOpen={isAsking}
        title={text.question}
        keepLabel={text.keep}
        actLabel={text.remove}
        actingLabel={text.removing}
        onAct={remove}
        onClose={() => setIsAsking(false)}
      >
        <p>{text.goes}</p>
        <Amounts left={left} />
        <p className="text-muted">{text.after}</p>
      </DeskConfirm>
    </DeskSection>
  )
}

function Amounts({ left }: Pick<SamplesState, 'left'>) {
  return (
    <ul className="mt-2 list-disc pl-5">
      {left.map(({ name, count, one, many }) => (
        <li key={name}>
          {count} {count === 1 ? one : many}
        </li>
      ))}
    </ul>
  )
}

function BringBack({ onAct }: { onAct: () => Promise<void> }) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setIsAsking(true)} className="mt-6 w-full sm:w-auto" data-needs-script>
        {text.bringBack}
      </Button>
      <DeskConfirm
        isOpen={isAsking}
        title={text.backQuestion}
        keepLabel={text.leaveIt}
        actLabel={text.bringBack}
        actingLabel={text.bringing}
        onAct={onAct}
        onClose={() => setIsAsking(false)}
      >
        <p>{text.comes}</p>
      </DeskConfirm>
    </>
  )
}
