import { useEffect, useState } from 'react'
import { paths } from '#lib/paths.ts'
import { cn } from '#ui/cn.ts'
import { ExternalLink } from '#ui/external-link.tsx'
import { Link } from '#ui/link.tsx'
import { useSite } from '#ui/site.ts'
import { SiteMenu } from './site-menu.tsx'

/** Sticky, out of the way while she reads down, back as soon as she looks up or tabs into it. */
export function SiteHeader() {
  const { author, menu, support, menuFrom } = useSite()
  const state = useHeaderState()
  return (
    <header
      data-print="off"
      className={cn(
        'sticky top-0 z-40 h-18 transition-transform duration-200 ease-(--ease) focus-within:translate-y-0',
        state === 'resting' ? 'bg-linear-to-b from-ground from-55% to-transparent' : 'border-b border-line bg-ground',
        state === 'away' && '-translate-y-full',
      )}
    >
      <div className="column flex h-full items-center justify-between gap-3 pb-2 nav:gap-6">
        <Link
          href={paths.home}
          aria-label={`${author.name}, home`}
          className="inline-flex min-h-11 min-w-0 items-center font-display text-[clamp(1.5rem,7vw,1.75rem)] leading-none"
        >
          <span className="line-clamp-2">{author.name}</span>
        </Link>
        <nav
          aria-label="Main"
          className={cn(
            'hidden items-center gap-x-4.5 text-[0.9375rem]',
            menuFrom && { nav: 'nav:flex', wide: 'min-[80rem]:flex' }[menuFrom],
          )}
        >
          <ul className="flex gap-x-4.5">
            {menu.map(({ href, label }) => (
              <li key={href}>
                <Link
                  href={href}
                  className="nav-link block py-2.5 whitespace-nowrap text-muted transition-colors duration-120 hover:text-ink aria-[current]:text-ink"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
          <ul className="flex gap-x-4 border-l border-line pl-4.5">
            {support.map(({ href, label }) => (
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

type HeaderState = 'resting' | 'lifted' | 'away'

/** resting at the very top, lifted over the page while she reads up, away while she reads down. */
function useHeaderState(): HeaderState {
  const [state, setState] = useState<HeaderState>('resting')
  useEffect(() => {
    let last = scrollY
    const look = () => {
      if (scrollY < 8) setState('resting')
      // Small jitters of a thumb are not a change of mind.
      else if (Math.abs(scrollY - last) < 6) return
      else setState(scrollY > last && scrollY > 160 ? 'away' : 'lifted')
      last = scrollY
      // Told to the whole page too: more than a screen down, where the newsletter's prompt may come on a phone.
      document.documentElement.toggleAttribute('data-deep', scrollY > innerHeight)
    }
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  useEffect(() => {
    // Told to the whole page: whatever sticks to the top must make room for the header.
    document.documentElement.dataset.header = state
  }, [state])
  return state
}
