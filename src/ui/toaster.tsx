import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { onToasts, readToasts, type Toast } from './toast-store.ts'

type Region = ComponentType<{ toasts: readonly Toast[] }>

/**
 * The place for notices. Its code is fetched with the first letter typed anywhere, since what a notice says may be that
 * the line is cut; where nobody types, with the first notice. What could not be fetched is asked for with the next one.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(onToasts, readToasts, readToasts)
  const [Region, setRegion] = useState<Region | null>(null)
  useEffect(() => {
    if (Region) return
    const fetchRegion = () => {
      import('./toast-region.tsx').then(
        ({ ToastRegion }) => setRegion(() => ToastRegion),
        () => {},
      )
    }
    if (toasts.length > 0) fetchRegion()
    document.addEventListener('input', fetchRegion, { once: true })
    return () => document.removeEventListener('input', fetchRegion)
  }, [toasts, Region])
  return Region && toasts.length > 0 ? <Region toasts={toasts} /> : null
}
