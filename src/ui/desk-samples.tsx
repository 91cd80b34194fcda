import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sendJson } from '#lib/send-json.ts'
import { Button } from './button.tsx'
import { type Cause, causeOf } from './desk-cause.ts'
import { DeskCause } from './desk-editor-panels.tsx'

const path = '/api/owner/samples'

/** Says that what lies here was only put here to show the house, and clears it away at one press. */
export function DeskSamples() {
  const queryClient = useQueryClient()
  const { data } = useQuery<{ count: number }>({ queryKey: [path] })
  const [isClearing, setIsClearing] = useState(false)
  const [problem, setProblem] = useState<Cause | null>(null)

  async function clear() {
    setIsClearing(true)
    setProblem(null)
    try {
      await sendJson('DELETE', path, {})
      // Posts and stories both: whatever the desk has read of either is read again.
      await queryClient.invalidateQueries()
    } catch (error) {
      setProblem(causeOf(error))
    } finally {
      setIsClearing(false)
    }
  }

  return (
    <div className="mb-6 border-l-2 border-line-strong bg-raised px-4 py-1.5">
      <p className="flex min-h-11 flex-wrap items-center gap-x-3">
        These are samples. One that you change becomes yours.
        {data && (
          <Button variant="quiet" disabled={isClearing} onClick={clear} className="-mx-3" data-needs-script>
            Remove all samples
          </Button>
        )}
      </p>
      {problem && <DeskCause cause={problem} />}
    </div>
  )
}
