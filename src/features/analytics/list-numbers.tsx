import type { ReactNode } from 'react'
import { DeskTable } from '#desk/table.tsx'
import { DeskTime } from '#desk/time.tsx'
import type { LetterLine } from '#features/letters/contract.ts'
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
  const lost = lossesIn(now)
  return (
    <section aria-labelledby="list">
      <h2 id="list" className="title-3">
        Your list
      </h2>
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
          {lossWords(now)} {beforeWords(lost, lossesIn(before), span)}
        </Step>
      </dl>
      <p className="small mt-5 max-w-[72ch] text-pretty text-muted">{listText.note}</p>
    </section>
  )
}

const lossesIn = ({ left, bounced, complained, erased }: Numbers['list']['now']) => left + bounced + complained + erased

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

function Letters({ letters }: Pick<Numbers, 'letters'>) {
  return (
    <section aria-labelledby="letters">
      <h2 id="letters" className="title-3">
        What each letter brought
      </h2>
      <p className="small mt-2 mb-3 max-w-[72ch] text-pretty text-muted">{lettersText.note}</p>
      {letters.length === 0 ? (
        <p className="border-t border-line pt-4 text-muted">{none.letters}</p>
      ) : (
        <DeskTable
          caption="What each letter brought"
          rows={letters}
          keyOf={({ id }) => id}
          columns={[
            {
              label: 'Letter',
              className: 'wrap-anywhere',
              cell: ({ id, subject, sentAt }) => (
                <>
                  <Link href={deskPaths.written(id)} className="hover:text-link hover:underline">
                    <bdi>{subject}</bdi>
                  </Link>
                  <span className="small block text-faint">{sentAt ? <DeskTime at={sentAt} /> : 'Goes by itself'}</span>
                </>
              ),
            },
            column('Sent', sentTo, ['sent', 'sent']),
            column('Links', ({ followed }) => followed, ['link followed', 'links followed']),
            column('Downloads', ({ downloads }) => downloads, ['download', 'downloads']),
            column('Shops', ({ shopClicks }) => shopClicks, ['to a shop', 'to a shop']),
            column('Left', ({ departures }) => departures, ['left', 'left']),
          ]}
        />
      )}
    </section>
  )
}

/** A letter that was called junk has arrived. */
const sentTo = ({ mailing }: LetterLine) => (mailing ? mailing.sent + mailing.complained : 0)

function column(label: string, count: (letter: LetterLine) => number, words: readonly [string, string]) {
  return {
    label,
    className: 'md:w-26',
    cell: (letter: LetterLine) => <Figure count={count(letter)} words={words} />,
  }
}
