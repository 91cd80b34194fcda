import { useState, useSyncExternalStore } from 'react'
import { onToasts, readToasts, type Toast } from '#ui/toast-store.ts'
import { DeskAgo } from './ago.tsx'

const none: readonly Toast[] = []

/** What notices said while nobody looked: for as long as they are remembered, each can be read again. */
export function RecentNotices() {
  const toasts = useSyncExternalStore(onToasts, readToasts, () => none)
  const [isOpen, setIsOpen] = useState(false)
  const closed = toasts.filter((toast) => !toast.isOpen)
  if (closed.length === 0) return null
  return (
    <details
      data-print="off"
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className="mt-16 border-t border-line pt-2"
    >
      <summary className="small cursor-pointer py-2.5 text-muted">Recent notices</summary>
      {isOpen && (
        <ul className="small max-w-[62ch] space-y-3 pb-4">
          {closed.map(({ id, at, title, description, note }) => (
            <li key={id} className="border-l-2 border-line pl-4">
              <p>
                <span className="font-semibold">{title}</span>{' '}
                <span className="text-faint">
                  <DeskAgo at={at} />
                </span>
              </p>
              {description && <p>{description}</p>}
              {note && <p className="text-muted">{note}</p>}
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}
