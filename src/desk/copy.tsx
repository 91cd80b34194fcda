import { toast } from '#ui/toast-store.ts'
import { DeskRowButton } from './row-button.tsx'

/** Puts text on the clipboard, says whether that worked, and answers it. */
export async function copyText(text: string, done: { title: string; description?: string }): Promise<boolean> {
  try {
    // Not there at all on a page that came over plain http.
    await navigator.clipboard.writeText(text)
    toast(done)
    return true
  } catch {
    toast({
      title: 'Error',
      description: 'Failed to copy to clipboard',
      note: 'The browser did not allow it. Select the text and copy it by hand.',
      variant: 'destructive',
    })
    return false
  }
}

type Props = { text: string; label: string }

/** A small button beside a text too long to select. `label` says what is copied, to whoever does not see where it stands. */
export function DeskCopy({ text, label }: Props) {
  return (
    <DeskRowButton aria-label={label} onClick={() => copyText(text, { title: 'Copied' })}>
      Copy
    </DeskRowButton>
  )
}
