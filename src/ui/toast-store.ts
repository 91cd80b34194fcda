export type Toast = {
  id: string
  title: string
  description?: string
  /** a second line, where there is something left to do */
  note?: string
  /** a way out of the trouble, in another tab */
  link?: { href: string; label: string }
  variant: 'default' | 'destructive'
  at: number
  isOpen: boolean
}

/** Below the header of a phone, in the corner of a desk. */
export const noticePlace =
  'fixed top-20 right-(--gutter) left-(--gutter) z-60 md:top-auto md:bottom-6 md:left-auto md:w-96'

/** A dismissed notice can still be looked up for this long, then it is forgotten. */
const keptAfterDismissal = 1_000_000

let toasts: readonly Toast[] = []
let count = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a notice. Only one is visible at a time: a newer one sends the older away. */
export function toast({
  variant = 'default',
  ...words
}: Pick<Toast, 'title' | 'description' | 'note' | 'link'> & Partial<Pick<Toast, 'variant'>>) {
  for (const shown of toasts) if (shown.isOpen) dismissToast(shown.id)
  const id = String(++count)
  change([{ ...words, variant, id, at: Date.now(), isOpen: true }, ...toasts])
  return id
}

export function dismissToast(id: string) {
  if (!toasts.some((shown) => shown.id === id && shown.isOpen)) return
  change(toasts.map((shown) => (shown.id === id ? { ...shown, isOpen: false } : shown)))
  setTimeout(() => change(toasts.filter((shown) => shown.id !== id)), keptAfterDismissal)
}

/** Every notice still in memory, newest first. */
export function readToasts(): readonly Toast[] {
  return toasts
}

export function onToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
