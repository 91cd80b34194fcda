import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DeskBadge } from '#desk/badge.tsx'
import { DeskCopy } from '#desk/copy.tsx'
import { DeskFailure } from '#desk/failure.tsx'
import { DeskSection } from '#desk/section.tsx'
import { DeskLoading } from '#desk/views.tsx'
import { SubmitButton } from '#ui/submit-button.tsx'
import type { Finding } from './contract.ts'
import { recordNames, deliverabilityText as text, verdicts } from './deliverability-text.ts'
import { deliverabilityQuery } from './queries.ts'

/** What the world is told of her domain. `dkim` stands under what is found of it: the way to have letters signed. */
export function DeliverabilitySection({ dkim }: { dkim: ReactNode }) {
  const { data, error, isFetching, refetch } = useQuery({ ...deliverabilityQuery, refetchOnWindowFocus: false })
  const retry = () => void refetch()
  return (
    <DeskSection anchor="deliverability" title={text.title} intro={text.intro}>
      {!data && !error && (
        <div data-needs-script>
          <DeskLoading label={text.loading} />
        </div>
      )}
      {!data && error && <DeskFailure error={error} comfort={text.unread} onRetry={retry} />}
      {data && (
        <>
          <p className="[overflow-wrap:anywhere]">
            {text.about} {data.domain}.
          </p>
          <ul className="mt-6 grid gap-6" aria-live="polite">
            {data.findings.map((finding) => (
              <FindingRow key={finding.record} finding={finding}>
                {finding.record === 'dkim' && data.isHers && dkim}
              </FindingRow>
            ))}
          </ul>
          <SubmitButton
            variant="secondary"
            label={text.again}
            pendingLabel={text.looking}
            isPending={isFetching}
            onClick={retry}
            data-needs-script
            className="mt-8 w-full sm:w-auto"
          />
          <p className="small mt-4 text-muted">{text.later}</p>
        </>
      )}
    </DeskSection>
  )
}

function FindingRow({
  finding: { record, verdict, words, paste },
  children,
}: {
  finding: Finding
  children: ReactNode
}) {
  const { label, look } = verdicts[verdict]
  return (
    <li className="border-t border-line pt-5">
      <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
        {recordNames[record]} <DeskBadge variant={look}>{label}</DeskBadge>
      </h3>
      <p className="mt-1 text-muted [overflow-wrap:anywhere]">{words}</p>
      {paste && (
        <>
          <p className="small mt-3">{text.paste}</p>
          <dl className="small mt-2 bg-sunken px-4 py-2">
            <Part name={text.name} content={paste.name} record={record} />
            <Part name={text.content} content={paste.content} record={record} />
          </dl>
        </>
      )}
      {children}
    </li>
  )
}

type PartProps = { name: string; content: string; record: Finding['record'] }

function Part({ name, content, record }: PartProps) {
  return (
    <div className="flex items-start gap-3">
      <dt className="w-16 shrink-0 py-3 text-muted">{name}</dt>
      <dd className="flex min-w-0 flex-1 items-start gap-3">
        <code className="min-w-0 flex-1 py-3 font-mono [overflow-wrap:anywhere]">{content}</code>
        <DeskCopy text={content} label={`Copy the ${name.toLowerCase()} of ${record.toUpperCase()}`} />
      </dd>
    </div>
  )
}
