import { profilesOf } from '#lib/author.ts'
import { paths } from '#lib/paths.ts'
import { ArtPicture } from '#ui/art-picture.tsx'
import { authorRef } from '#ui/author-thing.ts'
import { ExternalLink } from '#ui/external-link.tsx'
import { Link } from '#ui/link.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Seo } from '#ui/seo.tsx'
import { useAuthor } from '#ui/site.ts'
import { Words } from '#ui/words.tsx'
import { aboutCaptions, aboutLinks, bio, characterPhilosophy, genresAndThemes, writingApproach } from './about-text.ts'

export default function AboutPage() {
  const author = useAuthor()
  const website = author.website ? [{ href: author.website, label: 'Website' }] : []
  const placesElsewhere = [...website, ...profilesOf(author)]
  return (
    <>
      <Seo
        title="About the Author"
        description={author.shortBio || `About ${author.name}. ${author.tagline}`}
        path={paths.about}
        share="about"
        type="profile"
        things={(origin) => [{ '@type': 'ProfilePage', dateModified: '2025-07-26', mainEntity: authorRef(origin) }]}
      />
      <PageHeading title="About the Author">{author.tagline}</PageHeading>
      <div className="column grid gap-12 lg:grid-cols-[1fr_minmax(0,22rem)] lg:gap-16">
        <div className="order-2 lg:order-1">
          <div className="prose">
            {bio(author).map((paragraph, index) => (
              <p key={paragraph} className={index === 0 ? 'drop-cap' : undefined}>
                {paragraph}
              </p>
            ))}
          </div>
          <Words {...characterPhilosophy} className="pt-24 md:pt-32" />
        </div>
        <figure className="order-1 max-w-55 lg:sticky lg:top-28 lg:order-2 lg:max-w-none lg:self-start">
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
          <figcaption className="small mt-3 text-faint">{aboutCaptions.portrait}</figcaption>
        </figure>
      </div>

      <section aria-labelledby="themes" className="column pt-24 md:pt-32">
        <h2 id="themes" className="title-2">
          {genresAndThemes.heading}
        </h2>
        <dl className="mt-8 border-t border-line">
          {genresAndThemes.rows.map(({ theme, line }) => (
            <div key={theme} className="grid gap-x-8 gap-y-1 border-b border-line py-4 sm:grid-cols-[16rem_1fr]">
              <dt className="font-semibold">{theme}</dt>
              <dd className="font-prose text-[1.125rem]/[1.5] text-muted">{line}</dd>
            </div>
          ))}
        </dl>
      </section>

      <div className="column grid gap-12 pt-24 md:grid-cols-2 md:gap-16 md:pt-32">
        <Words {...writingApproach} />
        <figure className="md:sticky md:top-28 md:self-start">
          <ArtPicture
            name="desk"
            widths={[400, 800, 1200]}
            width={800}
            height={533}
            sizes="(min-width: 48rem) 45vw, 92vw"
            alt="A cone of lamplight over an empty page"
            className="block aspect-3/2 w-full rounded-[2px] shadow-cover"
          />
          <figcaption className="small mt-3 text-faint">{aboutCaptions.desk}</figcaption>
        </figure>
      </div>

      <div className="column grid gap-12 pt-24 md:grid-cols-2 md:gap-16 md:pt-32">
        <section aria-labelledby="elsewhere">
          <h2 id="elsewhere" className="title-2">
            {aboutLinks.heading}
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
        <div className="border-t-2 border-accent bg-raised p-6 md:p-8">
          <p className="lead text-muted">{aboutLinks.challenge.text}</p>
          <Link href={aboutLinks.challenge.href} className="link mt-2 inline-flex min-h-12 items-center font-semibold">
            {aboutLinks.challenge.label}
          </Link>
        </div>
      </div>
    </>
  )
}
