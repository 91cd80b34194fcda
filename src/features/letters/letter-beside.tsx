import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DeskFailure } from '#desk/failure.tsx'
import { sizeInWords } from '#desk/words.ts'
import type { WorkingCopyWriter } from '#features/writing/contract.ts'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { Checks } from './last-look.tsx'
import { letterFramePath, letterViewQuery } from './queries.ts'

const looks = ['Phone', 'Desk', 'Dark', 'Text'] as const

type Props = {
  /** its id, or `new` */
  place: string
  /** another number: what is shown is read anew */
  shown: number
  /** whose unsaved words it shows */
  writer: WorkingCopyWriter | null
}

/** The letter as a mail program shows it, from what is being typed, and what is not as it should be yet. */
export function LetterBeside({ place, shown, writer }: Props) {
  const [look, setLook] = useState<(typeof looks)[number]>('Phone')
  const { data, error } = useQuery({ ...letterViewQuery(place, shown, writer), placeholderData: keepPreviousData })
  const asked = new URLSearchParams({ at: String(shown), look: look === 'Dark' ? 'dark' : '', ...writer })
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 pb-3">
        <h2 className="label text-faint">As it will be</h2>
        <fieldset className="-mx-3 flex flex-wrap">
          <legend className="sr-only">How it is shown</legend>
          {looks.map((name) => (
            <Button
              key={name}
              variant="quiet"
              aria-pressed={name === look}
              onClick={() => setLook(name)}
              className="aria-pressed:text-ink aria-pressed:no-underline"
            >
              {name}
            </Button>
          ))}
        </fieldset>
      </div>
      <dl className="pb-3">
        <dt className="sr-only">In a list of letters</dt>
        <dd className="min-w-0 border border-line bg-raised px-4 py-2.5 wrap-anywhere" dir="auto">
          <span className="font-semibold">{data?.subject || 'Without a subject'}</span>
          {data?.previewLine && <span className="text-muted"> {data.previewLine}</span>}
        </dd>
      </dl>
      {error ? (
        <DeskFailure error={error} />
      ) : look === 'Text' ? (
        <pre className="small max-h-[36rem] overflow-y-auto border border-line bg-raised p-4 font-mono wrap-anywhere whitespace-pre-wrap">
          {data?.text}
        </pre>
      ) : (
        <div
          data-frame={look}
          className={cn('frame-window border border-line bg-raised', look !== 'Desk' && 'max-w-[24.375rem]')}
        >
          {/* Not keyed by its address: it goes on showing the letter before until the next one is there. */}
          <iframe
            src={`${letterFramePath(place)}?${asked}`}
            title="Your letter as it will be"
            sandbox=""
            className="frame-page [--wide:43.75rem]"
          />
        </div>
      )}
      {data && (
        <>
          <p className="small mt-2 text-muted">{sizeInWords(data.bytes)}, of at most 100 kB.</p>
          {data.checks.length > 0 && (
            <div className="mt-3 space-y-2">
              <Checks checks={data.checks} />
            </div>
          )}
        </>
      )}
    </>
  )
}
