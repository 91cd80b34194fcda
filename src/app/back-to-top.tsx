import { useEffect, useState } from 'react'
import { prefersStillness } from '#ui/anchor.ts'

const threshold = 300

/** Appears once the page is scrolled past the threshold; leads back to the top and takes the focus along. */
export function BackToTop() {
  const [isVisible, setIsVisible] = useState(false)

  useEffect(() => {
    const look = () => setIsVisible(scrollY > threshold)
    look()
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])

  const rise = () => {
    scrollTo({ top: 0, behavior: prefersStillness() ? 'instant' : 'smooth' })
    document.getElementById('content')?.focus({ preventScroll: true })
  }

  return (
    <button
      type="button"
      hidden={!isVisible}
      onClick={rise}
      aria-label="Back to top"
      data-print="off"
      className="fixed right-(--gutter) bottom-5 z-30 md:bottom-22 grid size-12 place-items-center rounded-full border border-line-strong bg-raised text-xl text-ink hover:border-accent hover:text-link [[hidden]]:hidden"
    >
      <span aria-hidden="true">↑</span>
    </button>
  )
}
