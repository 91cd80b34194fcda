import { Button } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { causeOf, isRefused, isSignedOut } from './cause.ts'
import { SignedOut } from './signed-out.tsx'

type Props = {
  error: unknown
  /** what holds whatever became of it */
  comfort?: string
  /** what holds if the server has refused; where its answer is lost, it may have done what it was asked */
  unchanged?: string
  /** asks once more for what did not arrive */
  onRetry?: () => void
  className?: string
}

const mayBeDone = 'It may have been done all the same. Look before you try again.'

/** Why something did not work, at the place where it was tried: the notice about it goes away, this stays. */
export function DeskFailure({ error, comfort, unchanged, onRetry, className }: Props) {
  if (!error) return null
  const { words, requestId } = causeOf(error)
  return (
    <div className={cn('border-l-2 border-danger bg-danger-bg px-4 py-3', className)}>
      <p>
        {isSignedOut(error) ? <SignedOut /> : words} {comfort}
        {unchanged && (isRefused(error) ? unchanged : mayBeDone)}
      </p>
      {requestId && (
        <p className="small mt-1 text-muted">
          The log knows it as <code className="select-all break-all">{requestId}</code>
        </p>
      )}
      {onRetry && (
        <Button variant="secondary" className="mt-3" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}
