import { useEffect, useState } from 'react'
import { author } from '#lib/author.ts'
import { paths } from '#lib/paths.ts'
import { cn } from '#ui/cn.ts'
import { ExternalLink } from '#ui/external-link.tsx'
import { Link } from '#ui/link.tsx'
import { mainLinks, supportLinks } from './navigation.ts'
import { SiteMenu } from './site-menu.tsx'

/** Sticky, out of the way while she reads down, back as soon as she looks up or tabs into it. */
export function SiteHeader() {
  const isAway = useScrolledDown()
  return (
    <header
      data-print="off"
      className={cn(
        'sticky top-0 z-40 h-18 bg-linear-to-b from-ground from-55% to-transparent',
        'transition-transform duration-200 ease-(--ease) focus-within:translate-y-0',
        isAway && '-translate-y-full',
      )}
    >
      <div className="column flex h-16 items-center justify-between gap-6">
        <Link
          href={paths.home}
          aria-label={`${author.name}, home`}
          className="font-display text-[1.75rem] leading-none whitespace-nowrap"
        >
          {author.name}
        </Link>
        <nav aria-label="Main" className="hidden items-center gap-x-4.5 text-[0.9375rem] nav:flex xl:gap-x-6">
          <ul className="flex gap-x-4.5">
            {mainLinks.map(({ href, label }) => (
              <li key={href}>
                <Link
                  href={href}
                  className="block border-b-2 border-transparent py-2.5 whitespace-nowrap text-muted transition-colors duration-120 hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
          <ul className="flex gap-x-4 border-l border-line pl-4.5">
            {supportLinks.map(({ href, label }) => (
              <li key={href}>
                <ExternalLink href={href} className="block py-2.5 whitespace-nowrap text-link hover:underline">
                  {label}
                </ExternalLink>
              </li>
            ))}
          </ul>
        </nav>
        <SiteMenu />
      </div>
    </header>
  )
}

/** True while the reader moves down the page, past the height of the header itself. */
function useScrolledDown(): boolean {
  const [isDown, setIsDown] = useState(false)
  useEffect(() => {
    let last = scrollY
    const look = () => {
      // Small jitters of a thumb are not a change of mind.
      if (Math.abs(scrollY - last) < 6) return
      setIsDown(scrollY > last && scrollY > 160)
      last = scrollY
    }
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  return isDown
}
