import type { ReactNode } from 'react'
import { DeskTable } from '#desk/table.tsx'
import { DeskTime } from '#desk/time.tsx'
import type { LetterLine } from '#features/letters/contract.ts'
import type { Growth } from '#features/people/contract.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import { Link } from '#ui/link.tsx'
import { beforeWords, figure, lossWords, numbersText } from './analytics-text.ts'
import type { Numbers } from './contract.ts'
import { Figure } from './numbers-lists.tsx'

const { none, list: listText, letters: lettersText } = numbersText

/** How the newsletter grew and shrank, and which letter brought what. */
export function ListNumbers({ numbers }: { numbers: Numbers }) {
  return (
    <div className="mt-16 space-y-16">
      <List list={numbers.list} span={numbers.span} />
      <Letters letters={numbers.letters} />
    </div>
  )
}

function List({ list: { people, now, before }, span }: Pick<Numbers, 'list' | 'span'>) {
  const [lost, lostBefore] = [lossesIn(now), lossesIn(before)]
  return (
    <section aria-labelledby="list">
      <h2 id="list" className="title-3">
        Your list
      </h2>
      {people + now.joined + now.brought + lost + lostBefore === 0 ? (
        <None>{none.list}</None>
      ) : (
        <>
          <dl className="mt-6 grid grid-cols-2 gap-x-6 gap-y-8 md:grid-cols-4">
            <Step name="On it now" count={people}>
              {listText.now}
            </Step>
            <Step name="Joined" count={now.joined}>
              {beforeWords(now.joined, before.joined, span)}
            </Step>
            <Step name="Brought by you" count={now.brought}>
              {listText.brought}
            </Step>
            <Step name="Lost" count={lost}>
              {lossWords(now)} {beforeWords(lost, lostBefore, span)}
            </Step>
          </dl>
          <p className="small mt-5 max-w-[72ch] text-pretty text-muted">{listText.note}</p>
        </>
      )}
    </section>
  )
}

const lossesIn = ({ left, bounced, complained, erased }: Growth) => left + bounced + complained + erased

function Step({ name, count, children }: { name: string; count: number; children: ReactNode }) {
  return (
    <div>
      <dt className="label text-faint">{name}</dt>
      <dd className="mt-2">
        <span className="title-2 tabular-nums">{figure(count)}</span>
        <span className="small mt-2 block text-muted">{children}</span>
      </dd>
    </div>
  )
}

function None({ children }: { children: ReactNode }) {
  return <p className="mt-4 border-t border-line pt-4 text-muted">{children}</p>
}

const shownAtOnce = 12

/** The newest; the rest is behind one touch. */
function Letters({ letters }: Pick<Numbers, 'letters'>) {
  const more = letters.slice(shownAtOnce)
  return (
    <section aria-labelledby="letters">
      <h2 id="letters" className="title-3">
        {lettersText.title}
      </h2>
      {letters.length === 0 ? (
        <None>{none.letters}</None>
      ) : (
        <>
          <p className="small mt-2 mb-3 max-w-[72ch] text-pretty text-muted">{lettersText.note}</p>
          <LetterTable caption={lettersText.title} letters={letters.slice(0, shownAtOnce)} />
        </>
      )}
      {more.length > 0 && (
        <details>
          <summary className="link small flex min-h-11 items-center">{more.length} more</summary>
          <LetterTable caption={`${lettersText.title}, the rest`} letters={more} />
        </details>
      )}
    </section>
  )
}

function LetterTable({ caption, letters }: { caption: string; letters: readonly LetterLine[] }) {
  return (
    <DeskTable
      caption={caption}
      rows={letters}
      keyOf={({ id }) => id}
      columns={[
        {
          label: 'Letter',
          className: 'wrap-anywhere',
          cell: ({ id, subject, sentAt, welcome }) => (
            <>
              <Link href={deskPaths.written(id)} className="hover:text-link hover:underline">
                <bdi>{subject}</bdi>
              </Link>
              <span className="small block text-faint">
                {sentAt ? <DeskTime at={sentAt} /> : welcome ? 'Goes by itself' : 'Went by itself'}
              </span>
            </>
          ),
        },
        column('Sent', 'md:w-24', ({ wentTo }) => wentTo, ['sent', 'sent']),
        column('Links', 'md:w-24', ({ followed }) => followed, ['link followed', 'links followed']),
        column('Downloads', 'md:w-34', ({ downloads }) => downloads, ['download', 'downloads']),
        column('To a shop', 'md:w-32', ({ shopClicks }) => shopClicks, ['to a shop', 'to a shop']),
        column('Left', 'md:w-22', ({ departures }) => departures, ['left', 'left']),
      ]}
    />
  )
}

function column(
  label: string,
  className: string,
  count: (letter: LetterLine) => number,
  words: readonly [string, string],
) {
  return { label, className, cell: (letter: LetterLine) => <Figure count={count(letter)} words={words} /> }
}
