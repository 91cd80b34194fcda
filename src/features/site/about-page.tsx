import { useWords } from '#features/words/queries.ts'
import { Prose } from '#features/writing/prose-view.tsx'
import { paths } from '#lib/paths.ts'
import { ArtPicture } from '#ui/art-picture.tsx'
import { ExternalLink } from '#ui/external-link.tsx'
import { Link } from '#ui/link.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Seo } from '#ui/seo.tsx'
import { leadsSomewhere, useAuthor, useSite } from '#ui/site.ts'
import { UploadedPicture } from '#ui/uploaded-picture.tsx'
import type { aboutWords } from './about-words.ts'
import { profileThing } from './structured-data.ts'

export default function AboutPage() {
  const site = useSite()
  const { author, profiles } = site
  const words = useWords<typeof aboutWords>('about')
  const website = author.website ? [{ href: author.website, label: 'Website' }] : []
  const placesElsewhere = [...website, ...profiles]
  const hasChallenge = leadsSomewhere(site, paths.challenge)
  return (
    <>
      <Seo
        title={words.heading}
        description={author.shortBio || `About ${author.name}. ${author.tagline}`}
        path={paths.about}
        share="about"
        type="profile"
        things={(site) => [profileThing(site)]}
      />
      <PageHeading title={words.heading}>{author.tagline}</PageHeading>
      <div className="column grid gap-12 lg:grid-cols-[1fr_minmax(0,22rem)] lg:gap-16">
        <div className="order-2 lg:order-1">
          <Prose
            blocks={words.bio.length > 0 ? words.bio : [{ type: 'p', children: [author.shortBio] }]}
            className="prose [&>p:first-child]:drop-cap"
          />
          {words.philosophy.length > 0 && (
            <section className="pt-24 md:pt-32">
              <h2 className="title-2 mb-7">{words.philosophyHeading}</h2>
              <Prose blocks={words.philosophy} />
            </section>
          )}
        </div>
        <Portrait caption={words.portraitCaption} />
      </div>

      {words.themes.length > 0 && (
        <section aria-labelledby="themes" className="column pt-24 md:pt-32">
          <h2 id="themes" className="title-2">
            {words.themesHeading}
          </h2>
          <dl className="mt-8 border-t border-line">
            {words.themes.map(({ term, text }) => (
              <div key={term} className="grid gap-x-8 gap-y-1 border-b border-line py-4 sm:grid-cols-[16rem_1fr]">
                <dt className="font-semibold">{term}</dt>
                <dd className="font-prose text-[1.125rem]/[1.5] text-muted">{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}

      <div className="column grid gap-12 pt-24 md:grid-cols-2 md:gap-16 md:pt-32">
        {words.approach.length > 0 && (
          <section>
            <h2 className="title-2 mb-7">{words.approachHeading}</h2>
            <Prose blocks={words.approach} />
          </section>
        )}
        <DeskPicture caption={words.deskCaption} />
      </div>

      {(placesElsewhere.length > 0 || hasChallenge) && (
        <div className="column grid gap-12 pt-24 md:grid-cols-2 md:gap-16 md:pt-32">
          {placesElsewhere.length > 0 && (
            <section aria-labelledby="elsewhere">
              <h2 id="elsewhere" className="title-2">
                {words.elsewhereHeading}
              </h2>
              <ul className="mt-6 flex flex-wrap gap-x-8">
                {placesElsewhere.map(({ href, label }) => (
                  <li key={href}>
                    <ExternalLink href={href} className="link inline-flex min-h-12 items-center font-semibold">
                      {label}
                    </ExternalLink>
                  </li>
                ))}
              </ul>
            </section>
          )}
          {hasChallenge && (
            <div className="border-t-2 border-accent bg-raised p-6 md:p-8">
              <p className="lead text-muted">{words.challenge}</p>
              <Link href={paths.challenge} className="link mt-2 inline-flex min-h-12 items-center font-semibold">
                See the House Hippo Challenge
              </Link>
            </div>
          )}
        </div>
      )}
    </>
  )
}

function Caption({ children }: { children: string }) {
  return children === '' ? null : <figcaption className="small mt-3 text-faint">{children}</figcaption>
}

/** Her photograph; the sample's author has been drawn. */
function Portrait({ caption }: { caption: string }) {
  const { photograph, isSample } = useAuthor()
  if (!photograph.url && !isSample) return null
  return (
    <figure className="order-1 max-w-55 lg:sticky lg:top-28 lg:order-2 lg:max-w-none lg:self-start">
      {photograph.url ? (
        <UploadedPicture
          {...photograph}
          sizes="(min-width: 64rem) 352px, 220px"
          loading="eager"
          className="block aspect-4/5 w-full rounded-[2px] object-cover shadow-cover"
        />
      ) : (
        <ArtPicture
          name="portrait"
          widths={[400, 800]}
          width={400}
          height={500}
          sizes="(min-width: 64rem) 352px, 220px"
          alt="A head and shoulders, only just showing through drawn threads"
          loading="eager"
          fetchPriority="high"
          className="block aspect-4/5 w-full rounded-[2px] shadow-cover"
        />
      )}
      <Caption>{caption}</Caption>
    </figure>
  )
}

function DeskPicture({ caption }: { caption: string }) {
  const { deskPicture, isSample } = useAuthor()
  if (!deskPicture.url && !isSample) return null
  return (
    <figure className="md:sticky md:top-28 md:self-start">
      {deskPicture.url ? (
        <UploadedPicture
          {...deskPicture}
          sizes="(min-width: 48rem) 45vw, 92vw"
          className="block w-full rounded-[2px] shadow-cover"
        />
      ) : (
        <ArtPicture
          name="desk"
          widths={[400, 800, 1200]}
          width={800}
          height={533}
          sizes="(min-width: 48rem) 45vw, 92vw"
          alt="A cone of lamplight over an empty page"
          className="block aspect-3/2 w-full rounded-[2px] shadow-cover"
        />
      )}
      <Caption>{caption}</Caption>
    </figure>
  )
}
