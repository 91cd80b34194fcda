import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { cn } from '#ui/cn.ts'
import { ExternalLink } from '#ui/external-link.tsx'
import { Link } from '#ui/link.tsx'
import { useSite } from '#ui/site.ts'

const buttonClass =
  'min-h-11 shrink-0 rounded-paper border border-line-strong bg-ground px-[clamp(8px,3vw,16px)] text-[0.9375rem] font-semibold hover:border-accent'

/**
 * The menu of small screens. A native modal dialog: focus stays inside, Esc closes, the page behind holds still.
 * `command` opens and closes it even before or without any script.
 */
export function SiteMenu() {
  const { menu, support, menuFrom } = useSite()
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [path] = useLocation()
  const page = useRef(path)

  // Where `command` works too it would open it a second time, which browsers complain of.
  const open = (event: MouseEvent) => {
    event.preventDefault()
    dialog.current?.showModal()
  }
  const close = () => dialog.current?.close()
  const closeOutside = (event: MouseEvent) => event.target === dialog.current && close()

  useEffect(() => {
    const sheet = dialog.current
    // Not as a prop: React listens for `toggle` on other elements only.
    const look = () => setIsOpen(sheet?.open === true)
    // It may have been opened before this was here.
    look()
    sheet?.addEventListener('toggle', look)
    return () => sheet?.removeEventListener('toggle', look)
  }, [])

  // Arriving on another page closes the menu. Waking on this one does not: she may have opened it before.
  useEffect(() => {
    if (page.current !== path) dialog.current?.close()
    page.current = path
  }, [path])

  return (
    <>
      <button
        type="button"
        {...{ command: 'show-modal', commandfor: 'site-menu' }}
        aria-expanded={isOpen}
        aria-controls="site-menu"
        onClick={open}
        className={cn(buttonClass, menuFrom && { nav: 'nav:hidden', wide: 'min-[80rem]:hidden' }[menuFrom])}
      >
        Menu
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a tap beside the sheet; Esc and the button serve the keyboard */}
      <dialog
        ref={dialog}
        id="site-menu"
        aria-label="Menu"
        onClick={closeOutside}
        className="menu-sheet fixed top-0 right-0 left-auto h-dvh w-full sm:w-96 [@media(max-height:32rem)]:w-[min(36rem,100vw)] overflow-y-auto border-l border-line bg-ground"
      >
        <div className="px-(--gutter) pb-10">
          <div className="flex h-16 items-center justify-end">
            <button
              type="button"
              {...{ command: 'close', commandfor: 'site-menu' }}
              onClick={close}
              className={buttonClass}
            >
              Close menu
            </button>
          </div>
          <nav aria-label="Main">
            <ul className="mt-2 [@media(max-height:32rem)]:columns-2 [@media(max-height:32rem)]:gap-6">
              {menu.map(({ href, label }) => (
                <li key={href} className="break-inside-avoid">
                  <Link
                    href={href}
                    onClick={close}
                    className="flex min-h-14 items-center border-b border-line font-display text-[1.75rem] leading-none aria-[current]:border-b-2 aria-[current]:border-accent aria-[current]:text-link"
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
            <ul className="mt-6">
              {support.map(({ href, label }) => (
                <li key={href}>
                  <ExternalLink href={href} className="flex min-h-12 items-center text-link">
                    {label}
                  </ExternalLink>
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </dialog>
    </>
  )
}
