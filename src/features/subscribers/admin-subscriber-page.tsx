import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { HttpError } from '#lib/http.ts'
import { deskPaths } from '#lib/paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { DeskPage } from '#ui/desk-page.tsx'
import { DeskTable } from '#ui/desk-table.tsx'
import { DeskTime } from '#ui/desk-time.tsx'
import { DeskLoading, DeskProblem } from '#ui/desk-views.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Consent, PersonRecord } from './contract.ts'
import { Erase } from './erase.tsx'
import { personQuery } from './queries.ts'
import { StateBadge } from './state-badge.tsx'
import { peopleText, sourceWords, stateWords } from './subscribers-text.ts'

/** One person: where she stands, what she agreed to, and the way to be forgotten. */
export default function AdminSubscriberPage({ params: { id = '' } }: { params: Record<string, string> }) {
  const { data, isPending, error, refetch } = useQuery(personQuery(id))
  if (data) return <OnePerson person={data} />
  const { missing, failed, title, loading } = peopleText
  const isMissing = error instanceof HttpError && error.status === 404
  return (
    <DeskPage title={isMissing ? missing.title : title}>
      {isPending && <DeskLoading label={loading} />}
      {isMissing && (
        <Notice title={missing.title} action={<ButtonLink href={deskPaths.subscribers}>{missing.back}</ButtonLink>}>
          {missing.text}
        </Notice>
      )}
      {error && !isMissing && (
        <DeskProblem title={failed.title} error={error} onRetry={refetch}>
          {failed.text}
        </DeskProblem>
      )}
    </DeskPage>
  )
}

function OnePerson({ person }: { person: PersonRecord }) {
  return (
    <DeskPage title={person.email} intro={person.name && <bdi>{person.name}</bdi>}>
      <dl className="grid max-w-[62ch] gap-x-8 gap-y-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
        <Fact name="State">
          <StateBadge state={person.state} /> <span className="text-muted">{stateWords[person.state].meaning}</span>
        </Fact>
        <Fact name="Source">{sourceWords(person.source)}</Fact>
        <Fact name="Joined">
          <DeskTime at={person.joinedAt} />
        </Fact>
        <Fact name="Confirmed">
          {person.confirmedAt ? <DeskTime at={person.confirmedAt} /> : 'Not asked, or not yet'}
        </Fact>
        {person.leftAt && (
          <Fact name="Left">
            <DeskTime at={person.leftAt} />
          </Fact>
        )}
        <Fact name="Advance copy">{person.hasAskedForArc ? 'Asked for it' : 'Not asked for'}</Fact>
      </dl>
      <ConsentRecord consents={person.consents} />
      <Erase person={person} />
      <p className="mt-12">
        <Link href={deskPaths.subscribers} className="link">
          {peopleText.missing.back}
        </Link>
      </p>
    </DeskPage>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="font-semibold max-sm:-mb-3">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function ConsentRecord({ consents }: { consents: readonly Consent[] }) {
  return (
    <section aria-labelledby="consent" className="mt-14">
      <h2 id="consent" className="title-3">
        Consent record
      </h2>
      <p className="mt-2 mb-4 max-w-[62ch] text-muted">
        Nothing is ever changed or taken out of it while this person is here. Each wording is known by its version.
      </p>
      {consents.length === 0 ? (
        <p>No consent was recorded.</p>
      ) : (
        <DeskTable
          caption="Consent record"
          rows={consents}
          keyOf={({ id }) => id}
          columns={[
            { label: 'What', className: 'font-semibold', cell: ({ what }) => what },
            { label: 'When', className: 'small', cell: ({ at }) => <DeskTime at={at} /> },
            { label: 'Wording', className: 'small text-muted', cell: ({ wording }) => wording },
            { label: 'Where', className: 'small text-muted', cell: ({ where }) => where },
            { label: 'How', className: 'small text-muted', cell: ({ how }) => how },
          ]}
        />
      )}
    </section>
  )
}
