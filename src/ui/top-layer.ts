const closings = ['toggle', 'close']

/** Everything outside an open modal dialog is inert, so a notice must stand, and be announced, inside it. */
export function topLayer(): HTMLElement {
  return [...document.querySelectorAll<HTMLElement>('dialog:modal')].at(-1) ?? document.body
}

/** A dialog's own events do not bubble, but they can be met on their way down. */
export function onTopLayer(listener: () => void): () => void {
  for (const closing of closings) document.addEventListener(closing, listener, true)
  return () => {
    for (const closing of closings) document.removeEventListener(closing, listener, true)
  }
}

/**
 * For a dialog that goes with its page. What it tells of its closing nobody hears once it is out of the document, so
 * that is told here and now: a notice inside it moves out in time.
 */
export function leaveTopLayer(dialog: HTMLDialogElement | null): void {
  if (!dialog?.open) return
  dialog.close()
  document.dispatchEvent(new Event('close'))
}
