import { useState } from 'react'
import { DeskBadge } from '#desk/badge.tsx'
import { DeskCopy } from '#desk/copy.tsx'
import { DeskAddress, DeskWindow } from '#desk/window.tsx'
import { countInWords } from '#desk/words.ts'
import { CheckField } from '#ui/check-field.tsx'
import type { DownloadLink } from './contract.ts'

/** Every reader with her link, or with the reason why there is none. */
export function LinksTable({ links }: { links: readonly DownloadLink[] }) {
  const [isProblemsOnly, setIsProblemsOnly] = useState(false)
  const problems = links.filter(({ error }) => error !== null)
  const shown = isProblemsOnly ? problems : links
  return (
    <section aria-labelledby="links" className="mt-12">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-8">
        <h2 id="links" className="title-3">
          The links you just made
        </h2>
        <CheckField
          label="Show problems only"
          checked={isProblemsOnly}
          onChange={(event) => setIsProblemsOnly(event.target.checked)}
        />
      </div>
      <p role="status" className="small mb-3 text-muted">
        {shown.length === links.length
          ? `${countInWords(links.length, 'reader', 'readers')}, ${countInWords(problems.length, 'problem', 'problems')}.`
          : `${countInWords(problems.length, 'problem', 'problems')} of ${countInWords(links.length, 'reader', 'readers')}.`}
      </p>
      {shown.length > 0 && (
        <DeskWindow
          caption="Download links"
          rows={shown}
          keyOf={({ email }) => email}
          className="[--columns:minmax(0,2fr)_minmax(0,3fr)_7rem] [--row:7.5rem] md:[--row:3.75rem]"
          columns={[
            { label: 'Reader', cell: ({ email }) => <DeskAddress email={email} /> },
            { label: 'Link', cell: (link) => <LinkCell link={link} /> },
            { label: 'Closes', className: 'small text-muted', cell: ({ expiresIn }) => expiresIn && `in ${expiresIn}` },
          ]}
        />
      )}
    </section>
  )
}

function LinkCell({ link: { email, downloadUrl, error } }: { link: DownloadLink }) {
  if (downloadUrl === null) {
    return (
      <span className="flex items-baseline gap-3">
        <DeskBadge variant="danger">Error</DeskBadge>
        <span className="small line-clamp-2">{error}</span>
      </span>
    )
  }
  return (
    <span className="flex items-center gap-2">
      <span title={downloadUrl} className="small min-w-0 truncate font-mono text-muted">
        {downloadUrl.replace(/^https?:\/\//, '')}
      </span>
      <DeskCopy text={downloadUrl} label={`Copy the link for ${email}`} />
    </span>
  )
}
