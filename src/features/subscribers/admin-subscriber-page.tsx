import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DeskRecord } from '#desk/record.tsx'
import { DeskTable } from '#desk/table.tsx'
import { DeskTime } from '#desk/time.tsx'
import { deskPaths } from '#lib/desk-paths.ts'
import { Link } from '#ui/link.tsx'
import type { Consent, PersonRecord } from './contract.ts'
import { Erase } from './erase.tsx'
import type { PersonState } from './filters.ts'
import { personQuery } from './queries.ts'
import { StateBadge } from './state-badge.tsx'
import { StopWriting } from './stop-writing.tsx'
import { peopleText, sourceWords, stateWords } from './subscribers-text.ts'

/** One person: where she stands, what she agreed to, and the ways to be left alone or forgotten. */
export default function AdminSubscriberPage({ params: { id = '' } }: { params: Record<string, string> }) {
  return (
    <DeskRecord
      query={useQuery(personQuery(id))}
      words={peopleText}
      list={deskPaths.subscribers}
      titleOf={({ email }) => email}
      introOf={({ name }) => name && <bdi>{name}</bdi>}
    >
      {(person) => <OnePerson person={person} />}
    </DeskRecord>
  )
}

function OnePerson({ person }: { person: PersonRecord }) {
  return (
    <>
      <dl className="grid max-w-[62ch] gap-x-8 gap-y-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
        <Fact name="State">
          <StateBadge state={person.state} />{' '}
          <span className="ml-1 text-muted">{stateWords[person.state].meaning}</span>
        </Fact>
        <Fact name="Source">{sourceWords(person.source)}</Fact>
        <Fact name="Joined">
          <DeskTime at={person.joinedAt} />
        </Fact>
        <Fact name="Confirmed">
          {person.confirmedAt ? <DeskTime at={person.confirmedAt} /> : unconfirmedWords(person.state)}
        </Fact>
        {person.leftAt && (
          <Fact name={person.state === 'bounced' ? 'Bounced' : 'Left'}>
            <DeskTime at={person.leftAt} />
          </Fact>
        )}
        <Fact name="Advance copy">{person.hasAskedForArc ? 'Asked for it' : 'Not asked for'}</Fact>
      </dl>
      <ConsentRecord consents={person.consents} />
      <StopWriting person={person} />
      <Erase person={person} />
      <p className="mt-12">
        <Link href={deskPaths.subscribers} className="link">
          {peopleText.missing.back}
        </Link>
      </p>
    </>
  )
}

function unconfirmedWords(state: PersonState): string {
  return state === 'pending' ? 'Not yet' : 'Was not asked for'
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
