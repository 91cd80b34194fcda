import { useWords } from '#features/words/queries.ts'
import type { Block } from '#features/writing/contract.ts'
import { Prose } from '#features/writing/prose-view.tsx'
import { artUrl } from '#lib/art-urls.ts'
import { paths } from '#lib/paths.ts'
import { ExternalButtonLink } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Link } from '#ui/link.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Seo, type Thing } from '#ui/seo.tsx'
import { type Site, useAuthor } from '#ui/site.ts'
import { Video } from '#ui/video.tsx'
import { challengeVideos, hashtag } from './challenge-text.ts'
import type { challengeWords } from './challenge-words.ts'
import { type Section, sectionsOf } from './legal-sections.ts'

const heading = 'The House Hippo Challenge'
const posters = ['poster-original', 'poster-challenge']

export default function ChallengePage() {
  const author = useAuthor()
  const words = useWords<typeof challengeWords>('challenge')
  return (
    <>
      <Seo
        title={heading}
        description={`${words.lead} A media-literacy challenge after the 1999 house hippo, with a free book for the top-voted entry each month.`}
        path={paths.challenge}
        share="house-hippo-challenge"
        things={videoThings}
      />
      <PageHeading
        title={heading}
        eyebrow={
          <Link href={paths.about} className="link inline-flex min-h-11 items-center">
            Back to About
          </Link>
        }
      >
        {words.lead}
      </PageHeading>

      <div className="column">
        <div className="grid gap-x-16 gap-y-8 md:grid-cols-2">
          {challengeVideos(author).map((video, index) => (
            <Video
              key={video.id}
              id={video.id}
              name={video.name}
              poster={posters[index] ?? 'poster-challenge'}
              note="Loads from YouTube when you press play."
            />
          ))}
        </div>
      </div>

      <div className="column grid gap-x-16 md:grid-cols-2">
        <Part heading={words.introHeading} blocks={words.intro} />
        <div>
          <Part heading={words.whyHeading} blocks={words.why} />
          <Part heading={words.challengeHeading} blocks={words.challenge} />
        </div>
      </div>

      <section aria-labelledby="enter" className="column pt-20">
        <h2 id="enter" className="title-2">
          {words.waysHeading}
        </h2>
        <ol className="mt-8 grid gap-5 md:grid-cols-3">
          {words.ways.map(({ term, text }, index) => (
            <li key={term} className="border-t-2 border-accent bg-raised p-6 md:p-7">
              <span aria-hidden="true" className="font-display text-[2.5rem]/[1] text-faint">
                {index + 1}
              </span>
              <h3 className="title-3 mt-3">{term}</h3>
              <p className="mt-3 font-prose text-[1.0625rem]/[1.55] text-muted">{text}</p>
            </li>
          ))}
        </ol>
      </section>

      <div className="column grid gap-x-16 md:grid-cols-2">
        <div>
          <Part heading={words.postHeading} blocks={words.post} />
          <div className="mt-6 flex flex-wrap gap-4">
            <CopyButton text={hashtag} label={`Copy ${hashtag}`} done="Copied. Use it wisely." />
            {author.challenge.group && (
              <ExternalButtonLink href={author.challenge.group} variant="secondary">
                Open the challenge group
              </ExternalButtonLink>
            )}
          </div>
        </div>
        <Part heading={words.prizeHeading} blocks={words.prize} />
      </div>

      <section aria-labelledby="rules" className="side-heads column pt-24">
        <h2 id="rules" className="title-2">
          Contest rules
        </h2>
        <div className="mt-8">
          {sectionsOf(words.rules, 'h3').sections.map((rule, index) => (
            <Rule key={rule.id} number={index + 1} rule={rule} />
          ))}
          <p className="small mt-6 text-muted">{words.disclaimer}</p>
        </div>
      </section>
    </>
  )
}

function Part({ heading, blocks }: { heading: string; blocks: Block[] }) {
  return (
    <section className="pt-20">
      <h2 className="title-2 mb-7">{heading}</h2>
      <Prose blocks={blocks} />
    </section>
  )
}

/** Folded: fifteen of them in full are longer than the page they belong to. */
function Rule({ number, rule: { id, heading, blocks } }: { number: number; rule: Section }) {
  return (
    <details className="group border-b border-line first:border-t">
      <summary className="flex min-h-13 items-center justify-between gap-4 font-semibold hover:text-link">
        <h3>
          {number}. {heading}
        </h3>
        <span
          aria-hidden="true"
          className="px-1 text-2xl leading-none font-normal text-muted transition-transform duration-120 group-open:rotate-45"
        >
          +
        </span>
      </summary>
      {/* The address of a rule is within it: a browser that is sent there unfolds it. */}
      <div id={`rules-${id}`} className="pb-6">
        <Prose blocks={blocks} />
      </div>
    </details>
  )
}

function videoThings({ origin, author }: Site): Thing[] {
  return challengeVideos(author).map((video, index) => ({
    '@type': 'VideoObject',
    name: video.name,
    description: video.description,
    uploadDate: `${video.uploadDate}T00:00:00Z`,
    embedUrl: `https://www.youtube-nocookie.com/embed/${video.id}`,
    thumbnailUrl: origin + artUrl(`${posters[index] ?? 'poster-challenge'}-960.jpg`),
  }))
}
