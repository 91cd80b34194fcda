import { artUrl } from '#lib/art-urls.ts'
import type { Author } from '#lib/author.ts'
import { paths } from '#lib/paths.ts'
import { ExternalButtonLink } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Link } from '#ui/link.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Seo, type Thing } from '#ui/seo.tsx'
import { useAuthor } from '#ui/site.ts'
import { Video } from '#ui/video.tsx'
import { Words } from '#ui/words.tsx'
import { challengeText, challengeVideos, contestRules, hashtag } from './challenge-text.ts'
import { LegalBlocks } from './legal-sections.tsx'
import type { LegalSection } from './legal-text.ts'

const posters = ['poster-original', 'poster-challenge']

export default function ChallengePage() {
  const author = useAuthor()
  const { intro, why, challenge, howToEnter, howToPost, prize } = challengeText
  return (
    <>
      <Seo
        title={challengeText.heading}
        description={`${challengeText.lead} A media-literacy challenge after the 1999 house hippo, with a free book for the top-voted entry each month.`}
        path={paths.challenge}
        share="house-hippo-challenge"
        things={videoThings}
      />
      <PageHeading
        title={challengeText.heading}
        eyebrow={
          <Link href={paths.about} className="link inline-flex min-h-11 items-center">
            {challengeText.backLink}
          </Link>
        }
      >
        {challengeText.lead}
      </PageHeading>

      <div className="column">
        <div className="grid gap-x-16 gap-y-8 md:grid-cols-2">
          {challengeVideos(author).map((video, index) => (
            <Video
              key={video.id}
              id={video.id}
              name={video.name}
              poster={posters[index] ?? 'poster-challenge'}
              note={challengeText.videoNote}
            />
          ))}
        </div>
      </div>

      <div className="column grid gap-x-16 md:grid-cols-2">
        <Words className="pt-20" {...intro} />
        <div>
          <Words className="pt-20" {...why} />
          <Words className="pt-20" {...challenge} />
        </div>
      </div>

      <section aria-labelledby="enter" className="column pt-20">
        <h2 id="enter" className="title-2">
          {howToEnter.heading}
        </h2>
        <ol className="mt-8 grid gap-5 md:grid-cols-3">
          {howToEnter.cards.map((card, index) => (
            <li key={card.heading} className="border-t-2 border-accent bg-raised p-6 md:p-7">
              <span aria-hidden="true" className="font-display text-[2.5rem]/[1] text-faint">
                {index + 1}
              </span>
              <h3 className="title-3 mt-3">{card.heading}</h3>
              <p className="mt-3 font-prose text-[1.0625rem]/[1.55] text-muted">{card.text}</p>
            </li>
          ))}
        </ol>
      </section>

      <div className="column grid gap-x-16 md:grid-cols-2">
        <div>
          <Words className="pt-20" {...howToPost} />
          <div className="mt-6 flex flex-wrap gap-4">
            <CopyButton text={hashtag} label={howToPost.copyHashtag} done={howToPost.copied} />
            <ExternalButtonLink href={author.challenge.group} variant="secondary">
              {howToPost.groupLabel}
            </ExternalButtonLink>
          </div>
        </div>
        <Words className="pt-20" {...prize} />
      </div>

      <section aria-labelledby="rules" className="side-heads column pt-24">
        <h2 id="rules" className="title-2">
          {challengeText.rulesHeading}
        </h2>
        <div className="mt-8">
          {contestRules(author).map((rule, index) => (
            <Rule key={rule.id} number={index + 1} rule={rule} />
          ))}
          <p className="small mt-6 text-muted">{challengeText.disclaimer}</p>
        </div>
      </section>
    </>
  )
}

/** Folded: fifteen of them in full are longer than the page they belong to. */
function Rule({ number, rule: { id, heading, blocks } }: { number: number; rule: LegalSection }) {
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
      <div id={id} className="prose pb-6">
        <LegalBlocks blocks={blocks} />
      </div>
    </details>
  )
}

function videoThings(origin: string, author: Author): Thing[] {
  return challengeVideos(author).map((video, index) => ({
    '@type': 'VideoObject',
    name: video.name,
    description: video.description,
    uploadDate: `${video.uploadDate}T00:00:00Z`,
    embedUrl: `https://www.youtube-nocookie.com/embed/${video.id}`,
    thumbnailUrl: origin + artUrl(`${posters[index] ?? 'poster-challenge'}-960.png`),
  }))
}
