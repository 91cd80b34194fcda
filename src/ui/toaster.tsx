import { type ComponentType, lazy, Suspense, useSyncExternalStore } from 'react'
import { onToasts, readToasts, type Toast } from './toast-store.ts'

const ToastRegion = lazy<ComponentType<{ toasts: readonly Toast[] }>>(() =>
  import('./toast-region.tsx').then(
    ({ ToastRegion }) => ({ default: ToastRegion }),
    // Without its code a notice is not shown. What it says stands in the page too, which must not vanish for it.
    () => ({ default: () => null }),
  ),
)

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
