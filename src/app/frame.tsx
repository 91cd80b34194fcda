import type { ReactNode } from 'react'
import { NewsletterPrompt } from '#features/newsletter/newsletter-prompt.tsx'
import { Toaster } from '#ui/toaster.tsx'
import { PageAnnouncer } from './arrival.tsx'
import { BackToTop } from './back-to-top.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

/** What stands around every page. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <>
      <a
        href="#content"
        data-print="off"
        className="fixed top-2 left-2 z-60 -translate-y-24 rounded-paper bg-accent px-5 py-3 font-semibold text-on-accent focus:translate-y-0"
      >
        Skip to content
      </a>
      <SiteHeader />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter />
      <NewsletterPrompt />
      <BackToTop />
      <PageAnnouncer />
      <Toaster />
    </>
  )
}
