import { useState } from 'react'
import { DeskButton } from '#desk/button.tsx'
import { sayNotDone } from '#desk/call.ts'
import { useFocusHeir } from '#desk/focus.ts'
import { useRefresh } from '#desk/refresh.ts'
import { sendJson } from '#lib/send-json.ts'
import { toast } from '#ui/toast-store.ts'
import type { UnderWay } from './contract.ts'
import { outboxAddress } from './queries.ts'

/** How many of the letters that were put on their way have left. It stays until she leaves the room; a reload forgets what is over. */
export function OnTheirWay({ underWay }: { underWay: UnderWay | null }) {
  const isWaiting = underWay !== null && underWay.waiting > 0
  const [wasSeen, setWasSeen] = useState(isWaiting)
  const heir = useFocusHeir('room')
  if (isWaiting && !wasSeen) setWasSeen(true)
  if (!underWay || !(isWaiting || wasSeen)) return <p role="status" className="sr-only" />
  const { total, waiting, trouble } = underWay
  return (
    <section {...heir} aria-label="Letters on their way" className="mb-10 border border-line bg-raised p-5 sm:p-6">
      <p className="text-[1.125rem] font-semibold tabular-nums">{headline(underWay)}</p>
      <progress aria-label="Letters that have left" value={total - waiting} max={total} className="progress mt-3" />
      {/* Read aloud when it begins and when it is over, not with every letter. */}
      <p role="status" className="mt-3 text-muted">
        {waiting > 0 ? 'They go out by themselves, also when you leave this page.' : endWords(underWay)}
      </p>
      {waiting > 0 && trouble && <p className="small mt-2 border-l-2 border-warn pl-3 text-muted">{trouble}</p>}
      {waiting > 0 && <Pause />}
    </section>
  )
}

/** What has not left yet lies in the outbox again, and goes when she sends it. */
function Pause() {
  const refresh = useRefresh(outboxAddress)
  const [isPausing, setIsPausing] = useState(false)

  async function pause() {
    setIsPausing(true)
    try {
      await sendJson('POST', `${outboxAddress}/pause`, {})
      await refresh()
      toast({ title: 'Paused', description: 'What has not left yet is kept here again, until you send it.' })
    } catch (error) {
      await refresh()
      sayNotDone(error)
    } finally {
      setIsPausing(false)
    }
  }

  return (
    <DeskButton variant="secondary" className="mt-5" onClick={pause} isBusy={isPausing} data-needs-script>
      {isPausing ? 'Pausing...' : 'Pause'}
    </DeskButton>
  )
}

const number = (count: number) => count.toLocaleString('en-CA')

function headline({ total, waiting, sent }: UnderWay): string {
  const left = `${number(sent)} of ${number(total)} ${sent === 1 ? 'has' : 'have'} left`
  if (waiting === 0) return `Done · ${left}`
  return `${number(waiting)} ${waiting === 1 ? 'letter is' : 'letters are'} on the way · ${left}`
}

function endWords({ total, sent }: UnderWay): string {
  const others = total - sent
  if (others === 0) return 'The mail server took all of them.'
  return `${others === 1 ? 'One was' : `${number(others)} were`} not sent, or nobody knows: the list says why.`
}
