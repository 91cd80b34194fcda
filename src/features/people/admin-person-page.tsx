import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DeskRecord } from '#desk/record.tsx'
import { DeskTable } from '#desk/table.tsx'
import { DeskTime } from '#desk/time.tsx'
import { deskPaths } from '#lib/desk-paths.ts'
import { buttonClass } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import type { Consent, PersonRecord, PersonTrace } from './contract.ts'
import { Erase } from './erase.tsx'
import type { PersonState } from './filters.ts'
import { peopleText, sourceWords, stateWords } from './people-text.ts'
import { peopleAddress, personQuery } from './queries.ts'
import { StateBadge } from './state-badge.tsx'
import { StopWriting } from './stop-writing.tsx'
import { TagFields } from './tag-fields.tsx'

/** One person: where she stands, what she agreed to, and the ways to be left alone or forgotten. */
export default function AdminPersonPage({ params: { id = '' } }: { params: Record<string, string> }) {
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
      <TagFields person={person} />
      <ConsentRecord consents={person.consents} />
      <Between lines={person.lines} />
      <section aria-labelledby="everything" className="mt-14 max-w-[62ch]">
        <h2 id="everything" className="title-3">
          Everything about this person
        </h2>
        <p className="mt-2 mb-4 text-muted">For whoever asks what you know. It is for that person’s eyes only.</p>
        <a href={`${peopleAddress}/${person.id}/everything`} className={buttonClass({ variant: 'secondary' })}>
          Save everything as a file
        </a>
      </section>
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
            { label: 'Wording', className: 'small text-muted', cell: ({ wording }) => wording || 'None' },
            { label: 'Where', className: 'small text-muted', cell: ({ where }) => where },
            { label: 'How', className: 'small text-muted', cell: ({ how }) => how },
          ]}
        />
      )}
    </section>
  )
}

/** Letters, books and messages, newest first. */
function Between({ lines }: { lines: readonly PersonTrace[] }) {
  return (
    <section aria-labelledby="between" className="mt-14">
      <h2 id="between" className="title-3 mb-4">
        Letters, books and messages
      </h2>
      {lines.length === 0 ? (
        <p>None so far.</p>
      ) : (
        <DeskTable
          caption="Letters, books and messages"
          rows={lines}
          keyOf={({ id, name }) => `${name} ${id}`}
          columns={[
            {
              label: 'What',
              className: 'font-semibold',
              cell: ({ what, href }) =>
                href ? (
                  <Link href={href} className="link">
                    {what}
                  </Link>
                ) : (
                  what
                ),
            },
            { label: 'When', className: 'small', cell: ({ at }) => <DeskTime at={at} /> },
            { label: 'What became of it', className: 'small text-muted', cell: ({ note }) => note },
          ]}
        />
      )}
    </section>
  )
}
