import { useState } from 'react'
import { useIsAwake } from '#ui/awake.ts'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { useSite } from '#ui/site.ts'

const words = { share: 'Share', copy: 'Copy link', copied: 'Copied', failed: 'Not copied. This is the address:' }
/** Long enough to be read and heard; then the button says again what it does. */
const shown = 4_000

type Props = { title: string; path: string; className?: string }

/** Passes a page on by its proper address: through the device's own sheet where it has one, else as a copied link. */
export function Share({ title, path, className }: Props) {
  const url = useSite().origin + path
  const hasSheet = useIsAwake() && 'share' in navigator
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)

  async function copy() {
    try {
      await navigator.clipboard.writeText(url)
      setOutcome('copied')
      setTimeout(() => setOutcome(null), shown)
    } catch {
      // Some browsers refuse it, and some have no such thing outside of https.
      setOutcome('failed')
    }
  }
  async function share() {
    try {
      await navigator.share({ title, url })
    } catch (error) {
      // Whoever closes the sheet has changed her mind; a sheet that does not open leaves the link.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy()
    }
  }
  const label = hasSheet ? words.share : words.copy
  return (
    <div data-needs-script data-print="off" className={cn('font-interface', className)}>
      <Button variant="secondary" onClick={hasSheet ? share : copy}>
        <span className="room-for-both" data-other={outcome === 'copied' ? label : words.copied}>
          {outcome === 'copied' ? words.copied : label}
        </span>
      </Button>
      <p role="status" className={outcome === 'failed' ? 'small mt-3 text-muted' : 'sr-only'}>
        {outcome && words[outcome]} {outcome === 'failed' && <span className="select-all">{url}</span>}
      </p>
    </div>
  )
}

/** Where it stands, for whoever finds it on paper. */
export function PaperAddress({ path }: { path: string }) {
  return <p className="small mt-2 hidden print:block">{useSite().origin + path}</p>
}
