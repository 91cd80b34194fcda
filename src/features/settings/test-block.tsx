import { type ReactNode, useState } from 'react'
import { wordsOf } from '#desk/call.ts'
import { ApiError, sendJson } from '#lib/send-json.ts'
import { cn } from '#ui/cn.ts'
import { SubmitButton } from '#ui/submit-button.tsx'
import type { TestResult } from './contract.ts'

/** Tries something and keeps the answer, until she changes what was tried. */
export function useTest(path: string) {
  const [state, setState] = useState<{ isPending: boolean; result: TestResult | null }>({
    isPending: false,
    result: null,
  })

  async function run(body: object) {
    setState({ isPending: true, result: null })
    const result = await sendJson('POST', path, body).then(
      (answer) => answer as TestResult,
      (error) => ({ isTaken: false, outcome: 'refused', field: fieldOf(error), message: wordsOf(error) }),
    )
    setState({ isPending: false, result })
  }
  return { ...state, run, forget: () => setState({ isPending: false, result: null }) }
}

function fieldOf(error: unknown): string | null {
  return error instanceof ApiError ? (Object.keys(error.fields)[0] ?? null) : null
}

type Props = {
  test: ReturnType<typeof useTest>
  label: string
  pendingLabel: string
  onTest: () => void
  children: ReactNode
}

/** The button, what it does, and what came of it. The place is there before the words are, so that they are read aloud. */
export function TestBlock({ test: { isPending, result }, label, pendingLabel, onTest, children }: Props) {
  return (
    <div className="mt-8 border-t border-line pt-6">
      <p className="mb-4 text-muted [overflow-wrap:anywhere]">{children}</p>
      <SubmitButton
        variant="secondary"
        label={label}
        pendingLabel={pendingLabel}
        isPending={isPending}
        onClick={onTest}
        data-needs-script
        className="w-full sm:w-auto"
      />
      <div role="status">
        {result && (
          <p
            className={cn(
              'mt-6 border-l-2 px-4 py-3 [overflow-wrap:anywhere]',
              result.isTaken ? 'border-success bg-success-bg' : 'border-danger bg-danger-bg',
            )}
          >
            {result.message}
          </p>
        )}
      </div>
    </div>
  )
}
