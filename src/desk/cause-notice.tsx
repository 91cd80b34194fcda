import type { ReactNode } from 'react'
import type { Cause } from './cause.ts'
import { SignedOut } from './signed-out.tsx'

type CauseProps = {
  cause: Cause
  /** what was not done, in a sentence */
  failed?: string
  /** what to do once she is signed in again */
  next?: string
  children?: ReactNode
}

/** Why it did not work, in the server's words, with the number its log knows it by. */
export function DeskCause({ cause: { words, requestId, status }, failed, next, children }: CauseProps) {
  return (
    <div className="border-l-2 border-danger bg-danger-bg px-4 py-3">
      <p className="font-semibold">
        {failed && `${failed} `}
        {status === 401 ? <SignedOut next={next} /> : words}
      </p>
      {children}
      {requestId && <p className="small mt-1 text-muted select-all">Request {requestId}</p>}
    </div>
  )
}
