import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from 'wouter'
import { DeskBadge } from '#desk/badge.tsx'
import { DeskWay } from '#desk/button.tsx'
import { DeskPage } from '#desk/page.tsx'
import { DeskPager } from '#desk/pager.tsx'
import { DeskSearch } from '#desk/search.tsx'
import { DeskTable } from '#desk/table.tsx'
import { DeskTabs } from '#desk/tabs.tsx'
import { DeskTime } from '#desk/time.tsx'
import { DeskLoading, DeskProblem } from '#desk/views.tsx'
import { deskPaths } from '#lib/desk-paths.ts'
import { ButtonLink, buttonClass } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import type { People, Person } from './contract.ts'
import { addressOf, type Filters, filtersFrom, type PersonState, personStates } from './filters.ts'
import { importText, oneAnchor } from './import-text.ts'
import { filterWords, peopleText, sourceWords, stateWords } from './people-text.ts'
import { exportAddress, peopleQuery } from './queries.ts'
import { StateBadge } from './state-badge.tsx'

/** Everybody with an address here: searched, counted by state, exported; each leads to what she agreed to. */
export default function AdminPeoplePage() {
  const filters = filtersFrom(new URLSearchParams(useSearch()))
  const query = useQuery({ ...peopleQuery(filters), placeholderData: keepPreviousData })
  const { data, isPending, error, refetch } = query
  return (
    <DeskPage
      title={peopleText.title}
      intro={<p>{peopleText.intro}</p>}
      actions={
        <>
          <DeskWay to={deskPaths.importPeople} variant="secondary">
            {importText.title}
          </DeskWay>
          <ButtonLink href={`${deskPaths.importPeople}#${oneAnchor}`} variant="secondary" data-needs-script>
            {peopleText.add}
          </ButtonLink>
          <Export filters={filters} />
        </>
      }
    >
      {isPending ? (
        <DeskLoading label={peopleText.loading} />
      ) : error ? (
        <DeskProblem title={peopleText.failed.title} error={error} onRetry={refetch}>
          {peopleText.failed.text}
        </DeskProblem>
      ) : (
        <Everybody people={data} filters={filters} isComing={query.isPlaceholderData} />
      )}
    </DeskPage>
  )
}

/** What is searched for is what is exported, all pages of it. */
function Export({ filters: { q, state, source, arc, tag } }: { filters: Filters }) {
  return (
    <a
      href={addressOf(exportAddress, { q, state, source, arc, tag })}
      className={buttonClass({ variant: 'secondary' })}
    >
      {peopleText.export}
    </a>
  )
}

type View = { people: People; filters: Filters; isComing: boolean }

function Everybody({ people, filters, isComing }: View) {
  const { totals, sources } = people
  const all = Object.values(totals).reduce((sum, count) => sum + count, 0)
  const isFiltered = filters.q !== null || filters.source !== null || filters.tag !== null
  if (all === 0 && !isFiltered) return <Notice title={peopleText.none.title}>{peopleText.none.text}</Notice>
  const found = filters.arc ? people.arcRequests : filters.state ? totals[filters.state] : all
  const everySource = { value: '', label: peopleText.everySource }
  const options = sources.map((source) => ({ value: source, label: sourceWords(source) }))
  return (
    <>
      <DeskSearch
        path={deskPaths.subscribers}
        label={peopleText.search}
        query={filters.q}
        choice={{ name: 'source', label: 'Source', value: filters.source, options: [everySource, ...options] }}
        kept={{ state: filters.state, arc: filters.arc, tag: filters.tag }}
      />
      <div className="mt-8">
        <DeskTabs label="State" tabs={tabsOf(filters, people, all)} />
      </div>
      {people.tags.length > 0 && <Tags filters={filters} tags={people.tags} />}
      {filters.arc && <p className="mt-3 max-w-[62ch] text-muted">{peopleText.arc.why}</p>}
      <Sought filters={filters} hasFound={found > 0} />
      <p role="status" className="small py-3 text-muted">
        {countWords(found, people.people.length)}
      </p>
      <div aria-busy={isComing} className={cn(isComing && 'opacity-60')}>
        {found === 0 ? <NobodyFound /> : <PeopleTable people={people.people} />}
      </div>
      <DeskPager
        label="Pages of people"
        first={filters.cursor && addressOf(deskPaths.subscribers, { ...filters, cursor: null })}
        next={people.next && addressOf(deskPaths.subscribers, { ...filters, cursor: people.next })}
      />
    </>
  )
}

/** What is looked for, as one sentence; each part of it is taken away by pressing it. */
function Sought({ filters, hasFound }: { filters: Filters; hasFound: boolean }) {
  const parts = filterWords(filters)
  if (parts.length === 0) return null
  return (
    <nav aria-label="What is looked for" className="mt-4 flex flex-wrap items-center gap-x-2 gap-y-2">
      <span>{peopleText.only}</span>
      {parts.map(({ name, words }) => (
        <Link
          key={name}
          href={addressOf(deskPaths.subscribers, { ...filters, [name]: null, cursor: null })}
          className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-paper border border-line-strong px-3 hover:border-accent hover:text-link"
        >
          <span className="min-w-0 wrap-anywhere">{words}</span>
          <span className="sr-only">: look for that no longer</span>
          <svg aria-hidden="true" viewBox="0 0 10 10" className="size-2.5 shrink-0 stroke-current stroke-[1.4]">
            <path d="M1 1l8 8M9 1l-8 8" />
          </svg>
        </Link>
      ))}
      {parts.length > 1 && hasFound && (
        <Link href={deskPaths.subscribers} className="link inline-flex min-h-11 items-center px-2">
          {peopleText.noneFound.all}
        </Link>
      )}
    </nav>
  )
}

/** The tags there are, each with everybody who has it; the one that is chosen leads back. */
function Tags({ filters, tags }: { filters: Filters; tags: People['tags'] }) {
  return (
    <nav aria-label="Tags" className="small mt-3 flex flex-wrap items-center gap-x-5 text-muted">
      <span>Tags:</span>
      {tags.map(({ tag, count }) => {
        const isHere = filters.tag === tag
        return (
          <Link
            key={tag}
            href={addressOf(deskPaths.subscribers, { ...filters, tag: isHere ? null : tag, cursor: null })}
            aria-current={isHere ? 'page' : undefined}
            className={cn('inline-flex min-h-11 items-center gap-1.5', isHere ? 'font-semibold text-ink' : 'link')}
          >
            {tag} <span className="text-faint tabular-nums">{count.toLocaleString('en-CA')}</span>
          </Link>
        )
      })}
    </nav>
  )
}

function tabsOf(filters: Filters, { totals, arcRequests }: People, all: number) {
  const tab = (state: PersonState | null, label: string, count: number, arc: Filters['arc'] = null) => ({
    href: addressOf(deskPaths.subscribers, { ...filters, state, arc, cursor: null }),
    label,
    count,
    isHere: filters.state === state && filters.arc === arc,
  })
  // Trouble has a tab only where there is some.
  const isRare = (state: PersonState) => state === 'bounced' || state === 'complained'
  const states = personStates.filter((state) => !isRare(state) || totals[state] > 0 || state === filters.state)
  const byState = states.map((state) => tab(state, stateWords[state].label, totals[state]))
  return [tab(null, 'All', all), ...byState, tab(null, peopleText.arc.tab, arcRequests, 'asked')]
}

function countWords(found: number, shown: number): string {
  const people = found === 1 ? '1 person' : `${found.toLocaleString('en-CA')} people`
  return shown < found ? `${shown} of ${people} shown, newest first.` : `${people}.`
}

function NobodyFound() {
  const { title, text, all } = peopleText.noneFound
  return (
    <Notice title={title} action={<ButtonLink href={deskPaths.subscribers}>{all}</ButtonLink>}>
      {text}
    </Notice>
  )
}

function PeopleTable({ people }: { people: readonly Person[] }) {
  return (
    <DeskTable
      caption={peopleText.title}
      rows={people}
      keyOf={({ id }) => id}
      columns={[
        {
          label: 'Address',
          cell: ({ id, email, name }) => (
            <>
              <Link
                href={deskPaths.subscriber(id)}
                className="font-semibold after:absolute after:inset-0 hover:text-link"
              >
                {email}
              </Link>
              {name && <bdi className="block text-muted">{name}</bdi>}
            </>
          ),
        },
        {
          label: 'State',
          cell: ({ state, hasAskedForArc }) => (
            <span className="flex flex-wrap gap-2">
              <StateBadge state={state} />
              {hasAskedForArc && state !== 'arc_only' && (
                <DeskBadge variant="outline">{peopleText.arc.badge}</DeskBadge>
              )}
            </span>
          ),
        },
        {
          label: 'Source',
          className: 'small text-muted md:whitespace-nowrap',
          cell: ({ source }) => sourceWords(source),
        },
        {
          label: 'Joined',
          className: 'small text-muted',
          cell: ({ joinedAt }) => <DeskTime at={joinedAt} isDateOnly />,
        },
      ]}
    />
  )
}
