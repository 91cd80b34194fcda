import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from 'wouter'
import { deskPaths } from '#lib/desk-paths.ts'
import { buttonClass } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { DeskChart } from '#ui/desk-chart.tsx'
import { DeskFailure } from '#ui/desk-failure.tsx'
import { DeskPage } from '#ui/desk-page.tsx'
import { DeskTabs } from '#ui/desk-tabs.tsx'
import { DeskLoading, DeskProblem } from '#ui/desk-views.tsx'
import { Notice } from '#ui/notice.tsx'
import {
  axisLabels,
  changeWords,
  comparableBefore,
  figure,
  firstCounted,
  momentWords,
  numbersText,
  roomFor,
  shortFigure,
  spanFrom,
  spansOffered,
  spanWords,
} from './analytics-text.ts'
import type { Numbers, Span } from './contract.ts'
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
    <DeskPage title={numbersText.title} intro={numbersText.visitor} actions={<Export span={span} />}>
      <DeskTabs label="Span" tabs={spansOffered.map((days) => tabOf(days, span))} />
      <div aria-busy={query.isPlaceholderData} className={cn('pt-8', query.isPlaceholderData && 'opacity-60')}>
        {data ? (
          <>
            {error && <DeskFailure error={error} comfort={numbersText.stale} className="mb-8" />}
            {data.since === null ? <NothingYet /> : <Everything numbers={data} />}
            <Apart apart={data.apart} />
            {data.since !== null && <NumbersLists numbers={data} />}
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

function Export({ span }: { span: Span }) {
  return (
    <a href={exportAddress(span)} download className={buttonClass({ variant: 'secondary' })}>
      {numbersText.export}
    </a>
  )
}

function tabOf(days: Span, span: Span) {
  return { href: `${deskPaths.analytics}?days=${days}`, label: spanWords[days].tab, isHere: days === span }
}

/** The two counts and who is here; then the same day by day, as a drawing and as a table. */
function Everything({ numbers }: { numbers: Numbers }) {
  const { span, total, live } = numbers
  const before = comparableBefore(numbers)
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-8 gap-y-6 md:grid-cols-[auto_auto_1fr] md:gap-x-16">
        <Total name="Visitors" span={span} now={total.visitors} before={before?.visitors} />
        <Total name="Views" span={span} now={total.views} before={before?.views} />
        <div className="max-md:col-span-2 md:text-right">
          <dt className="label text-faint">Here now</dt>
          <dd className="mt-2 max-md:mt-1">
            <span className="title-1 tabular-nums max-md:text-[2.125rem]">{figure(live)}</span>
            <span className="small block text-muted max-md:ml-3 max-md:inline">in the last five minutes</span>
          </dd>
        </div>
      </dl>
      <div className="mt-10">
        <Course numbers={numbers} />
      </div>
    </>
  )
}

type TotalProps = { name: string; span: Span; now: number; before: number | undefined }

function Total({ name, span, now, before }: TotalProps) {
  return (
    <div>
      <dt className="label text-faint">{name}</dt>
      <dd className="mt-2">
        <span className="title-1 tabular-nums">{figure(now)}</span>
        <span className="small mt-1 block text-muted">
          {changeWords(now, before)}
          {before ? ` from ${figure(before)} ${spanWords[span].before}` : ''}
        </span>
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
        label={`Visitors and views, ${unit.toLowerCase()} by ${unit.toLowerCase()}`}
        moments={moments}
        inner={['visitor', 'visitors']}
        outer={['view', 'views']}
        room={roomFor(series)}
        start={start}
        labels={axisLabels(series)}
        tickWords={shortFigure}
      />
      <details className="mt-3">
        <summary className="link small flex min-h-11 items-center">The same as a table</summary>
        <CourseTable unit={unit} moments={moments.slice(start)} />
      </details>
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

function Apart({ apart: { own, bots, dropped } }: Pick<Numbers, 'apart'>) {
  return (
    <p data-slot="apart" className="small mt-4 text-muted tabular-nums">
      Not counted: {figure(own)} of your own {own === 1 ? 'view' : 'views'}, {figure(bots)} by machines,{' '}
      {figure(dropped)} dropped.
    </p>
  )
}

function NothingYet() {
  const { title, text, counted, notCounted, first } = numbersText.empty
  return (
    <>
      <Notice title={title}>{text}</Notice>
      <div className="mx-auto grid max-w-4xl gap-x-16 gap-y-8 md:grid-cols-2">
        <Promises title="What will be counted" list={counted} />
        <Promises title="What will not" list={notCounted} />
      </div>
      <p className="mx-auto mt-10 max-w-4xl text-muted">{first}</p>
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
