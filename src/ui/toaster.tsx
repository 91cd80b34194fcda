import { lazy, Suspense, useSyncExternalStore } from 'react'
import { onToasts, readToasts } from './toast-store.ts'

const ToastRegion = lazy(async () => ({ default: (await import('./toast-region.tsx')).ToastRegion }))

/** The place for notices. Its code is fetched with the first notice: most readers never need one. */
export function Toaster() {
  const toasts = useSyncExternalStore(onToasts, readToasts, readToasts)
  if (toasts.length === 0) return null
  return (
    <Suspense>
      <ToastRegion toasts={toasts} />
    </Suspense>
  )
}
