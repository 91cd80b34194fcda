import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { excerptOf } from '#features/writing/prose-text.ts'
import { Prose } from '#features/writing/prose-view.tsx'
import { Share } from '#features/writing/share.tsx'
import { paths } from '#lib/paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Day } from '#ui/day.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Seo } from '#ui/seo.tsx'
import { leadsSomewhere, useAuthor, useSite } from '#ui/site.ts'
import { webText } from './content.ts'
import type { PlacedCard, WebLetterInPlace } from './contract.ts'
import { webLetterQuery, webLettersQuery } from './web.ts'

/** Her letters on the site, as everybody may read them: one of them, or all. */
export default function LetterPage({ params: { slug } }: { params: Record<string, string> }) {
  return slug === undefined ? <Archive /> : <One slug={slug} />
}

function One({ slug }: { slug: string }) {
  const { data: letter, isPending } = useQuery(webLetterQuery(slug))
  if (letter) return <Letter letter={letter} />
  const { heading, line } = webText.missing
  return (
    <>
      <Seo title={heading} description={line} path={paths.letter(slug)} share="not-found" isHidden />
      {!isPending && (
        <section className="column section-space">
          <Notice
            title={heading}
            level={1}
            art="moon"
            action={<ButtonLink href={paths.letters}>{webText.all}</ButtonLink>}
          >
            {line}
          </Notice>
        </section>
      )}
    </>
  )
}

function Letter({ letter: { title, slug, previewLine, sentAt, body, cards } }: { letter: WebLetterInPlace }) {
  return (
    <>
      <Seo
        title={title}
        description={previewLine || excerptOf(body, 160)}
        path={paths.letter(slug)}
        share="signup"
        type="article"
        article={{ published: sentAt, modified: sentAt, tags: [] }}
      />
      <article className="column section-space">
        <div className="mx-auto max-w-180">
          <p className="label mb-4 text-veil">
            Letter, <Day at={sentAt} />
          </p>
          <h1 className={title.length > 48 ? 'title-2' : 'title-1'}>{title}</h1>
          {previewLine && <p className="lead mt-6 text-muted">{previewLine}</p>}
          <div className="mt-10">
            <Body body={body} cards={cards} />
          </div>
          <Share title={title} path={paths.letter(slug)} className="mt-10" />
          <p data-print="off" className="mt-6">
            <Link href={paths.letters} className="link inline-flex min-h-11 items-center">
              {webText.all}
            </Link>
          </p>
          <aside aria-labelledby="join" data-print="off" className="mt-16 border-t-2 border-veil bg-raised p-6 md:p-9">
            <h2 id="join" className="title-3">
              {webText.join.heading}
            </h2>
            <div className="mt-6">
              <ButtonLink href={paths.signup}>{webText.join.label}</ButtonLink>
            </div>
          </aside>
        </div>
      </article>
    </>
  )
}

/** As it arrived: what she shows of hers stands out, where her readers have it. */
function Body({ body, cards }: Pick<WebLetterInPlace, 'body' | 'cards'>) {
  const site = useSite()
  const shown = cards.filter(({ href }) => leadsSomewhere(site, href))
  return (
    <>
      {shown.map((card, nth) => (
        <Fragment key={card.at}>
          <Prose blocks={body.slice((shown[nth - 1]?.at ?? -1) + 1, card.at)} />
          <Card {...card} />
        </Fragment>
      ))}
      <Prose blocks={body.slice((shown.at(-1)?.at ?? -1) + 1)} />
    </>
  )
}

function Card({ title, line, picture, label, href }: PlacedCard) {
  return (
    <section aria-label={title} className="my-8 border border-line bg-raised">
      <img src={picture} alt="" width={1200} height={630} loading="lazy" decoding="async" className="w-full" />
      <div className="p-6">
        <h2 className="title-3">{title}</h2>
        {line && <p className="mt-2 text-muted">{line}</p>}
        <p className="mt-4">
          <ButtonLink variant="secondary" href={href} className="text-center text-balance">
            {label}
          </ButtonLink>
        </p>
      </div>
    </section>
  )
}

/** The letters she has put on the site, the newest first. */
function Archive() {
  const author = useAuthor()
  const { data: letters = [] } = useQuery(webLettersQuery)
  return (
    <>
      <Seo
        title={webText.heading}
        description={`${webText.line} By ${author.name}.`}
        path={paths.letters}
        share="signup"
        isHidden={letters.length === 0}
      />
      <PageHeading title={webText.heading}>{webText.line}</PageHeading>
      <section aria-label="Letters" className="column">
        {letters.length === 0 ? (
          <Notice title={webText.heading} action={<ButtonLink href={paths.signup}>{webText.join.label}</ButtonLink>}>
            {webText.none}
          </Notice>
        ) : (
          <ul className="max-w-180">
            {letters.map(({ id, slug, title, previewLine, sentAt }) => (
              <li key={id} className="border-t border-line py-6 first:border-t-0 first:pt-0">
                <p className="label text-faint">
                  <Day at={sentAt} />
                </p>
                <h2 className="title-3 mt-2">
                  <Link href={paths.letter(slug)} className="hover:underline">
                    {title}
                  </Link>
                </h2>
                {previewLine && <p className="mt-2 font-prose text-muted">{previewLine}</p>}
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  )
}
