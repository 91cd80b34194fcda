import type { ReactNode } from 'react'
import { FooterSignup } from '#features/newsletter/footer-signup.tsx'
import type { everywhereWords } from '#features/newsletter/newsletter-words.ts'
import { useWords } from '#features/words/queries.ts'
import { paths } from '#lib/paths.ts'
import { ExternalLink } from '#ui/external-link.tsx'
import { Link } from '#ui/link.tsx'
import { useSite } from '#ui/site.ts'
import { Appearance } from './appearance.tsx'

const linkClass = 'inline-flex min-h-11 items-center text-muted hover:text-ink hover:underline underline-offset-4'

export function SiteFooter() {
  const { author, menu, hasLetters, profiles, sampleLine } = useSite()
  const words = useWords<typeof everywhereWords>('everywhere')
  return (
    <footer data-print="off" className="relative isolate mt-24 border-t border-line bg-sunken">
      <FooterSignup />
      <div className="column grid gap-x-12 gap-y-10 py-14 md:grid-cols-[1.4fr_1fr_1fr_1.2fr]">
        <div>
          <p className="font-display text-[2rem] leading-none">{author.name}</p>
          {words.footerLine && <p className="small mt-4 max-w-[21.3em] text-muted">{words.footerLine}</p>}
          {sampleLine && <p className="small mt-4 max-w-[21.3em] text-faint">{sampleLine}</p>}
        </div>
        <FooterList label="Pages">
          {menu
            .filter(({ href }) => href !== paths.home)
            .map(({ href, label }) => (
              <li key={href}>
                <Link href={href} className={linkClass}>
                  {label}
                </Link>
              </li>
            ))}
          {hasLetters && (
            <li>
              <Link href={paths.letters} className={linkClass}>
                Letters
              </Link>
            </li>
          )}
        </FooterList>
        {profiles.length > 0 && (
          <FooterList label="Elsewhere">
            {profiles.map(({ href, label }) => (
              <li key={href}>
                <ExternalLink href={href} className={linkClass}>
                  {label}
                </ExternalLink>
              </li>
            ))}
          </FooterList>
        )}
        <Appearance />
      </div>
      <div className="border-t border-line">
        <div className="column small flex flex-wrap items-center justify-between gap-x-8 gap-y-1 py-4 text-faint">
          <p>© {author.name}</p>
          <ul className="flex flex-wrap gap-x-6 max-sm:pr-16">
            <li>
              <Link href={paths.privacy} className={linkClass}>
                Privacy Policy
              </Link>
            </li>
            <li>
              <Link href={paths.terms} className={linkClass}>
                Terms of Service
              </Link>
            </li>
          </ul>
        </div>
      </div>
    </footer>
  )
}

function FooterList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label}>
      <p className="label text-faint">{label}</p>
      <ul className="mt-3">{children}</ul>
    </nav>
  )
}
