import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { dismissToast, noticePlace, onToasts, readToasts, type Toast } from './toast-store.ts'

type Region = ComponentType<{ toasts: readonly Toast[] }>

/**
 * The place for notices. Its code is fetched with the first letter typed anywhere, since what a notice says may be that
 * the line is cut; where nobody types, with the first notice. What could not be fetched is asked for with the next one; as some browsers
 * never ask twice for the same code, a notice does without it then.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(onToasts, readToasts, readToasts)
  const [Region, setRegion] = useState<Region | null>(null)
  const [isAway, setIsAway] = useState(false)
  useEffect(() => {
    if (Region) return
    const fetchRegion = () => {
      import('./toast-region.tsx').then(
        ({ ToastRegion }) => setRegion(() => ToastRegion),
        () => setIsAway(true),
      )
    }
    if (toasts.length > 0) fetchRegion()
    document.addEventListener('input', fetchRegion, { once: true })
    return () => document.removeEventListener('input', fetchRegion)
  }, [toasts, Region])
  const shown = toasts.find(({ isOpen }) => isOpen)
  if (Region) return toasts.length > 0 ? <Region toasts={toasts} /> : null
  if (!isAway || !shown) return null
  return (
    <p role="alert" className={noticePlace}>
      <button
        type="button"
        onClick={() => dismissToast(shown.id)}
        className="w-full rounded-paper border border-line-strong bg-raised p-5 text-left shadow-2xl"
      >
        <b>{shown.title}</b> ×<br />
        {shown.description}
      </button>
    </p>
  )
}
