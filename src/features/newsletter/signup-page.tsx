import { author } from '#lib/author.ts'
import { paths } from '#lib/paths.ts'
import { Link } from '#ui/link.tsx'
import { Seo } from '#ui/seo.tsx'
import { WriteInstead } from '#ui/write-instead.tsx'
import { signupConsent, signupText } from './signup-text.ts'

export default function SignupPage() {
  return (
    <>
      <Seo
        title="Join the List"
        description={`${signupText.offer} The mailing list of ${author.name}.`}
        path={paths.signup}
        share="signup"
      />
      <div className="relative isolate overflow-hidden">
        <div aria-hidden="true" className="threads absolute inset-x-0 top-0 -z-10 h-80 opacity-40" />
        <div className="mx-auto w-full max-w-[calc(480px+2*var(--gutter))] px-(--gutter) pt-20 md:pt-28">
          <h1 className="title-1">{signupText.heading}</h1>
          <p className="lead mt-5 text-muted">{signupText.offer}</p>
          <section aria-label="Join" className="mt-9 border-t-2 border-veil bg-raised p-6 md:p-8">
            <WriteInstead subject="Add me to the list" label="Join by email">
              Send an empty letter to {author.email} and you are on it. The form opens here soon.
            </WriteInstead>
            <p className="small mt-6 border-t border-line pt-5 text-muted">{signupConsent.text}</p>
          </section>
          <h2 className="title-3 mt-14">{signupText.whatYouGet.heading}</h2>
          <ul className="mt-4 border-t border-line font-prose text-[1.0625rem]/[1.5] text-muted">
            {signupText.whatYouGet.items.map((item) => (
              <li key={item} className="border-b border-line py-3">
                {item}
              </li>
            ))}
          </ul>
          <p className="mt-5 text-muted">{signupText.frequency}</p>
          <p className="small mt-5 text-muted">
            {signupText.privacyLine}{' '}
            <Link href={paths.privacy} className="link">
              {signupText.privacyLink}
            </Link>
          </p>
        </div>
      </div>
    </>
  )
}
