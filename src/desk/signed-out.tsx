import { deskPaths } from '#lib/desk-paths.ts'
import { ExternalLink } from '#ui/external-link.tsx'
import { signedOutWords } from './cause.ts'

/** Her session has ended in the middle of something: the way in, in another tab, so that nothing here is lost. */
export function SignedOut({ next = 'try again' }: { next?: string }) {
  return (
    <>
      {signedOutWords(next)}{' '}
      <ExternalLink href={deskPaths.signIn} className="link whitespace-nowrap">
        Sign in
      </ExternalLink>
    </>
  )
}
