import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import { useWords } from '#features/words/queries.ts'
import { paths } from '#lib/paths.ts'
import { footerSignupId } from './footer-signup.tsx'
import type { everywhereWords } from './newsletter-words.ts'
import { dismissPrompt, isPlaceToAsk, isPromptDismissed, onPromptDismissed } from './prompt.ts'

const loadDialog = () => import('./prompt-dialog.tsx')
type DialogModule = Awaited<ReturnType<typeof loadDialog>>

/**
 * Floats at the edge of most pages and never opens by itself. The server draws it for everybody; where she has sent it
 * away, or the form in the footer is in view, the first script hides it until the page is awake.
 */
export function NewsletterPrompt() {
  const [path] = useLocation()
  const isDismissed = useSyncExternalStore(onPromptDismissed, isPromptDismissed, () => false)
  if (isDismissed || !isPlaceToAsk(path)) return null
  return <Prompt path={path} />
}

function Prompt({ path }: { path: string }) {
  const words = useWords<typeof everywhereWords>('everywhere')
  const [dialog, setDialog] = useState<DialogModule | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const isAside = useFooterFormInView(path)

  const open = async () => {
    const loaded = await loadDialog().catch(() => null)
    // Its code did not come: the page with the same form still may.
    if (!loaded) return location.assign(paths.signup)
    setDialog(loaded)
    setIsOpen(true)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving on another page closes it
  useEffect(() => setIsOpen(false), [path])
  const dismiss = () => {
    dismissPrompt()
    // The button that had the focus is gone.
    document.getElementById('content')?.focus({ preventScroll: true })
  }
  const prepare = () => void loadDialog().catch(() => {})

  return (
    <>
      <div
        data-print="off"
        data-needs-script
        data-aside={isAside || undefined}
        className="prompt fixed bottom-6 left-(--gutter) z-30 flex rounded-full border border-line-strong bg-raised shadow-cover md:right-(--gutter) md:left-auto"
      >
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={open}
          onPointerEnter={prepare}
          onFocus={prepare}
          className="min-h-12 rounded-l-full pr-2 pl-5 text-[0.9375rem] font-semibold text-link hover:text-ink"
        >
          {words.promptHeading}
        </button>
        <button
          type="button"
          aria-label="Dismiss newsletter prompt"
          onClick={dismiss}
          className="grid min-h-12 min-w-12 place-items-center rounded-r-full text-xl text-muted hover:text-ink"
        >
          <span aria-hidden="true">×</span>
        </button>
      </div>
      {dialog && <dialog.PromptDialog isOpen={isOpen} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** True from the moment the footer's own form comes into view, and below it. */
function useFooterFormInView(path: string): boolean {
  const [isInView, setIsInView] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may have another footer
  useEffect(() => {
    const form = document.getElementById(footerSignupId)
    if (!form) return setIsInView(false)
    // Everything above the screen counts as in view: below the form, in the footer itself, nobody asks either.
    const watch = new IntersectionObserver(([entry]) => setIsInView(entry?.isIntersecting === true), {
      rootMargin: '1000000px 0px 0px',
    })
    watch.observe(form)
    return () => watch.disconnect()
  }, [path])
  return isInView
}
