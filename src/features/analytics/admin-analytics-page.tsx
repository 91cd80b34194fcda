import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from 'wouter'
import { DeskChart } from '#desk/chart.tsx'
import { DeskFailure } from '#desk/failure.tsx'
import { DeskPage } from '#desk/page.tsx'
import { DeskTabs } from '#desk/tabs.tsx'
import { DeskLoading, DeskProblem } from '#desk/views.tsx'
import { deskPaths } from '#lib/desk-paths.ts'
import { cn } from '#ui/cn.ts'
import { Notice } from '#ui/notice.tsx'
import {
  axisLabels,
  beforeWords,
  comparableBefore,
  dayWords,
  figure,
  firstCounted,
  momentWords,
  numbersText,
  roomFor,
  spanFrom,
  spansOffered,
  spanWords,
} from './analytics-text.ts'
import type { Numbers, Span } from './contract.ts'
import { ListNumbers } from './list-numbers.tsx'
import { NumbersLists } from './numbers-lists.tsx'
import { ThisBrowser, WeeklyLetter } from './own-panels.tsx'
import { exportAddress, numbersQuery } from './queries.ts'

const renewEvery = 20_000

/** Who came, from where, what they read, and what made them join. */
export default function AdminAnalyticsPage() {
  const span = spanFrom(new URLSearchParams(useSearch()))
  const query = useQuery({ ...numbersQuery(span), placeholderData: keepPreviousData, refetchInterval: renewEvery })
  const { data, error, refetch } = query
  return (
    <DeskPage title={numbersText.title} intro={numbersText.visitor}>
      <DeskTabs label="Span" tabs={spansOffered.map((days) => tabOf(days, span))} />
      <div aria-busy={query.isPlaceholderData} className={cn('pt-8', query.isPlaceholderData && 'opacity-60')}>
        {data ? (
          <>
            {error && <DeskFailure error={error} comfort={numbersText.stale} className="mb-8" />}
            {data.since === null ? <NothingYet apart={data.apart} /> : <Everything numbers={data} />}
            <ListNumbers numbers={data} />
          </>
        ) : error ? (
          <DeskProblem title={numbersText.failed.title} error={error} onRetry={refetch}>
            {numbersText.failed.text}
          </DeskProblem>
        ) : (
          <DeskLoading label={numbersText.loading} />
        )}
      </div>
      <div className="mt-16 divide-y divide-line border-t border-line pt-12">
        <ThisBrowser />
        <WeeklyLetter />
      </div>
    </DeskPage>
  )
}

function tabOf(days: Span, span: Span) {
  const label = days === 365 ? spanWords[days].tab : <ShortOnPhones words={spanWords[days].tab} />
  return { href: `${deskPaths.analytics}?days=${days}`, label, isHere: days === span }
}

/** Where there is little room, the last tab alone says that these are days. */
function ShortOnPhones({ words }: { words: string }) {
  const [first, ...rest] = words.split(' ')
  return (
    <span>
      {first}
      <span className="max-sm:sr-only"> {rest.join(' ')}</span>
    </span>
  )
}

/** The two counts and who is here; then the same day by day, as a drawing and as a table. */
function Everything({ numbers }: { numbers: Numbers }) {
  const { span, total, live } = numbers
  const before = comparableBefore(numbers)
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-8 gap-y-6 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
        <Total name="Visitors" span={span} now={total.visitors} before={before?.visitors} />
        <Total name="Views" span={span} now={total.views} before={before?.views} />
        <div className="max-md:col-span-2 md:text-right">
          <dt className="label flex items-center gap-2 text-faint md:justify-end">
            <Lamp isLit={live > 0} />
            Here now
          </dt>
          <dd className="mt-2 flex items-baseline gap-3 md:block">
            <span className="title-1 tabular-nums">{figure(live)}</span>
            <span className="small text-muted md:mt-1 md:block">in the last five minutes</span>
          </dd>
        </div>
      </dl>
      <div className="mt-10">
        <Course numbers={numbers} />
      </div>
      <NumbersLists numbers={numbers} />
    </>
  )
}

function Lamp({ isLit }: { isLit: boolean }) {
  return (
    <svg aria-hidden="true" width="8" height="8" className={isLit ? 'fill-accent' : 'fill-line'}>
      <circle cx="4" cy="4" r="4" />
    </svg>
  )
}

type TotalProps = { name: string; span: Span; now: number; before: number | undefined }

function Total({ name, span, now, before }: TotalProps) {
  return (
    <div>
      <dt className="label text-faint">{name}</dt>
      <dd className="mt-2">
        <span className="title-1 tabular-nums">{figure(now)}</span>
        <span className="small mt-1 block text-muted">{beforeWords(now, before, span)}</span>
      </dd>
    </div>
  )
}

function Course({ numbers }: { numbers: Numbers }) {
  const { series, span } = numbers
  const start = firstCounted(numbers)
  const moments = series.map(({ visitors, views }, index) => ({
    words: momentWords(series, index),
    inner: visitors,
    outer: views,
  }))
  const unit = span === 1 ? 'Hour' : 'Day'
  return (
    <>
      <DeskChart
        // A day she has chosen is one of this span.
        key={span}
        label={`Visitors and views, ${unit.toLowerCase()} by ${unit.toLowerCase()}`}
        moments={moments}
        inner={['visitor', 'visitors']}
        outer={['view', 'views']}
        room={roomFor(series)}
        start={start}
        labels={axisLabels(series)}
      />
      <Apart apart={numbers.apart} since={start > 0 ? numbers.since : null} />
      <div className="relative mt-1">
        <details>
          <summary className="link small inline-flex min-h-11 items-center">The same as a table</summary>
          <CourseTable unit={unit} moments={moments.slice(start)} />
        </details>
        <a href={exportAddress(span)} className="link small absolute top-0 right-0 inline-flex min-h-11 items-center">
          {numbersText.export}
        </a>
      </div>
    </>
  )
}

type CourseProps = { unit: string; moments: readonly { words: string; inner: number; outer: number }[] }

function CourseTable({ unit, moments }: CourseProps) {
  return (
    <table className="w-full max-w-xl text-left tabular-nums">
      <caption className="sr-only">Visitors and views, the latest first</caption>
      <thead>
        <tr className="label text-faint">
          <th scope="col" className="py-2 font-medium">
            {unit}
          </th>
          <th scope="col" className="w-24 py-2 text-right font-medium">
            Visitors
          </th>
          <th scope="col" className="w-24 py-2 text-right font-medium">
            Views
          </th>
        </tr>
      </thead>
      <tbody>
        {[...moments].reverse().map(({ words, inner, outer }) => (
          <tr key={words} className="border-t border-line">
            <th scope="row" className="py-2 font-normal">
              {words}
            </th>
            <td className="py-2 text-right">{figure(inner)}</td>
            <td className="py-2 text-right text-muted">{figure(outer)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Apart({ apart: { own, bots, dropped }, since }: Pick<Numbers, 'apart' | 'since'>) {
  return (
    <p data-slot="apart" className="small mt-4 text-muted tabular-nums">
      Not counted: {figure(own)} of your own views, {figure(bots)} by machines, {figure(dropped)} dropped.
      {since && ` Counting began on ${dayWords(since)}.`}
    </p>
  )
}

function NothingYet({ apart }: Pick<Numbers, 'apart'>) {
  const { title, text, counted, notCounted, first } = numbersText.empty
  return (
    <>
      <Notice title={title}>{text}</Notice>
      <div className="mx-auto grid max-w-4xl gap-x-16 gap-y-8 md:grid-cols-2">
        <Promises title="What will be counted" list={counted} />
        <Promises title="What will not" list={notCounted} />
      </div>
      <div className="mx-auto mt-10 max-w-4xl">
        <p className="text-muted">{first}</p>
        <Apart apart={apart} since={null} />
      </div>
    </>
  )
}

function Promises({ title, list }: { title: string; list: readonly string[] }) {
  return (
    <section>
      <h3 className="label text-faint">{title}</h3>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {list.map((line) => (
          <li key={line} className="py-3">
            {line}
          </li>
        ))}
      </ul>
    </section>
  )
}
