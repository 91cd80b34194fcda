import { DeskBars, DeskRule } from '#desk/bars.tsx'
import { DeskTable } from '#desk/table.tsx'
import { deviceWords, eventWords, figure, numbersText, pageWords, referrerWords, shareWords } from './analytics-text.ts'
import type { Numbers, Work } from './contract.ts'

const { none } = numbersText
const twoColumns = 'grid grid-cols-1 gap-x-16 gap-y-14 nav:grid-cols-2'

/** What was read, where readers came from, and what came of it. */
export function NumbersLists({ numbers }: { numbers: Numbers }) {
  const { pages, referrers, devices, events, purchases, joinedFrom } = numbers
  return (
    <div className="mt-16 space-y-16">
      <div className={twoColumns}>
        <DeskBars
          title="Pages"
          columns={['Page', 'Visitors', 'Views']}
          rows={pages.map(({ name, title, visitors, views }) => ({
            key: name,
            name: <PageName name={name} title={title} />,
            figures: [visitors, views],
          }))}
          none={none.pages}
        />
        <DeskBars
          title="Where they came from"
          columns={['Site', 'Visitors', 'Views']}
          rows={referrers.map(({ name, visitors, views }) => ({
            key: name,
            name: referrerWords(name),
            figures: [visitors, views],
          }))}
          none={none.referrers}
        />
      </div>
      <Path path={numbers.path} />
      <Works works={numbers.works} />
      <div className={twoColumns}>
        <DeskBars
          title="What they did"
          columns={['Event', 'Times']}
          rows={events.map(({ name, count }) => ({ key: name, name: eventWords(name), figures: [count] }))}
          none={none.events}
        />
        <DeskBars
          title="Where they went to buy"
          columns={['Book and shop', 'Times']}
          rows={purchases.map(({ title, shop, count }) => ({
            key: `${title} ${shop}`,
            name: (
              <>
                <bdi>{title ?? 'A book that is gone'}</bdi>
                <bdi className="small block text-faint">{shop}</bdi>
              </>
            ),
            figures: [count],
          }))}
          none={none.purchases}
        />
      </div>
      <div className={twoColumns}>
        <DeskBars
          title="Where new subscribers came from"
          columns={['Site', 'Joined']}
          rows={joinedFrom.map(({ name, count }) => ({ key: name, name: referrerWords(name), figures: [count] }))}
          none={none.joined}
        />
        <DeskBars
          title="Devices"
          columns={['Device', 'Visitors', 'Views']}
          rows={devices.map(({ name, visitors, views }) => ({
            key: name,
            name: deviceWords(name),
            figures: [visitors, views],
          }))}
          none={none.devices}
        />
      </div>
    </div>
  )
}

function PageName({ name, title }: { name: string; title: string | null }) {
  if (!name.startsWith('/')) return pageWords(name, title)
  return (
    <a href={name} className="group block min-w-0">
      <bdi className="block group-hover:text-link group-hover:underline">{pageWords(name, title)}</bdi>
      <span className="small block truncate text-faint">{name}</span>
    </a>
  )
}

/** From a visit to a reader who has the book in hand. */
function Path({ path }: { path: Numbers['path'] }) {
  const { visitors, signups, confirmed, downloads } = path
  const steps = [
    { label: 'Visited', count: visitors, of: null },
    { label: 'Joined', count: signups, of: { count: visitors, words: 'of visitors' } },
    { label: 'Confirmed', count: confirmed, of: { count: signups, words: 'of those who joined' } },
    { label: 'Downloaded', count: downloads, of: { count: confirmed, words: 'of those who confirmed' } },
  ]
  return (
    <section aria-labelledby="path">
      <h2 id="path" className="title-3">
        From a visit to a book in hand
      </h2>
      <ol className="mt-6 grid grid-cols-2 gap-x-6 gap-y-8 md:grid-cols-4">
        {steps.map(({ label, count, of }) => (
          <li key={label}>
            <p className="label text-faint">{label}</p>
            <p className="title-2 mt-2 tabular-nums">{figure(count)}</p>
            <DeskRule share={of ? shareOf(count, of.count) : shareOf(visitors, visitors)} className="mt-3" />
            <p className="small mt-2 text-muted">{of ? stepWords(count, of) : 'Everybody who came'}</p>
          </li>
        ))}
      </ol>
      <p className="small mt-5 max-w-[72ch] text-pretty text-muted">
        Each step counts what happened in these days, not the same persons: who joins today may confirm tomorrow. Where
        no letter asks for it, joining is confirming.
      </p>
    </section>
  )
}

const shareOf = (count: number, of: number) => (of > 0 ? count / of : 0)

function stepWords(count: number, of: { count: number; words: string }): string {
  const share = shareWords(count, of.count)
  return share.includes('%') ? `${share} ${of.words}` : share
}

/** What each story and post brought. */
function Works({ works }: { works: readonly Work[] }) {
  return (
    <section aria-labelledby="works">
      <h2 id="works" className="title-3">
        What each story and post brought
      </h2>
      <p className="small mt-2 mb-3 text-muted">
        Joined are those who opened it, then joined the list the same day, whatever else they read.
      </p>
      {works.length === 0 ? (
        <p className="border-t border-line pt-4 text-muted">{none.works}</p>
      ) : (
        <DeskTable
          caption="What each story and post brought"
          rows={works}
          keyOf={({ page }) => page}
          columns={[
            {
              label: 'Title',
              className: 'wrap-anywhere',
              cell: ({ page, title, kind }) => (
                <>
                  <a href={page} className="hover:text-link hover:underline">
                    <bdi>{title}</bdi>
                  </a>
                  <span className="small block text-faint">{kind === 'story' ? 'Story' : 'Post'}</span>
                </>
              ),
            },
            {
              label: 'Visitors',
              className: 'md:w-26',
              cell: ({ visitors }) => <Figure count={visitors} words={['visitor', 'visitors']} />,
            },
            {
              label: 'Joined',
              className: 'md:w-22',
              cell: ({ signups }) => <Figure count={signups} words={['joined', 'joined']} />,
            },
            {
              label: 'How far read',
              className: 'md:w-54 md:whitespace-nowrap',
              cell: ({ read, visitors }) => read && <HowFar read={read} visitors={visitors} />,
            },
          ]}
        />
      )}
    </section>
  )
}

/** Where there are no columns, the word that would stand above stands beside. */
export function Figure({ count, words: [one, many] }: { count: number; words: readonly [string, string] }) {
  return (
    <span className="tabular-nums">
      <span className="font-semibold">{figure(count)}</span>
      <span className="text-muted md:hidden"> {count === 1 ? one : many}</span>
    </span>
  )
}

const tallest = 22

/** Four steps, each as high as the part of its visitors that got so far. */
function HowFar({ read, visitors }: { read: NonNullable<Work['read']>; visitors: number }) {
  const steps = [read.quarter, read.half, read.most, read.all]
  const most = Math.max(1, visitors, ...steps)
  const words = `${figure(read.quarter)} read a quarter, ${figure(read.half)} half, ${figure(read.most)} three quarters, ${figure(read.all)} all of it`
  return (
    <span className="flex items-end gap-3">
      <svg aria-hidden="true" width="64" height={tallest + 2} className="shrink-0">
        {steps.map((count, index) => {
          const height = Math.round((count / most) * tallest)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the four quarters of a story
            <g key={index}>
              <rect
                x={index * 16}
                y={tallest}
                width="14"
                height="2"
                className="fill-line forced-colors:fill-[GrayText]"
              />
              <rect
                x={index * 16}
                y={tallest - height}
                width="14"
                height={height}
                opacity={0.45 + index * 0.15}
                className="fill-veil forced-colors:fill-[CanvasText]"
              />
            </g>
          )
        })}
      </svg>
      <span className="sr-only">{words}</span>
      <span aria-hidden="true" title={words} className="small text-muted tabular-nums">
        {figure(read.all)} to the end
      </span>
    </span>
  )
}
