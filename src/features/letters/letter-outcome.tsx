import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSearch } from 'wouter'
import { addressWith } from '#desk/address.ts'
import { call, useAttempt } from '#desk/call.ts'
import { DeskFailure } from '#desk/failure.tsx'
import { DeskTable } from '#desk/table.tsx'
import { DeskTime } from '#desk/time.tsx'
import { countInWords } from '#desk/words.ts'
import { TakeBack, UnderWay } from '#features/campaigns/campaign-view.tsx'
import { deliveryStateFrom, Outcome } from '#features/campaigns/outcome.tsx'
import { hasLeft, isUnderWay } from '#features/campaigns/progress.ts'
import { campaignsAddress, outcomePath } from '#features/campaigns/queries.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import { paths } from '#lib/paths.ts'
import { buttonClass } from '#ui/button.tsx'
import { CheckField } from '#ui/check-field.tsx'
import { Link } from '#ui/link.tsx'
import { SubmitButton } from '#ui/submit-button.tsx'
import { BeginFrom } from './begin-from.tsx'
import type { OwnerLetter } from './contract.ts'
import { outcomeWords } from './letter-words.ts'
import { lettersText, pictureGone } from './letters-text.ts'
import { letterFramePath, lettersAddress, soFarQuery } from './queries.ts'

type Props = { letter: OwnerLetter; readAt: number; isSilent: boolean; onSteered: () => void }

/** A letter that is leaving, or has left: how far it is, what became of it, and what can still be done. */
export function LetterOutcome({ letter, readAt, isSilent, onSteered }: Props) {
  const { mailing } = letter
  if (!mailing) return null
  const isOut = hasLeft(mailing)
  return (
    <>
      {isUnderWay(mailing) ? (
        <UnderWay campaign={mailing} readAt={readAt} isSilent={isSilent} hasFocus onSteered={onSteered} />
      ) : (
        <Ended letter={letter} onSteered={onSteered} />
      )}
      {isOut && <Links letter={letter} />}
      <OnWeb letter={letter} isOut={isOut} onChanged={onSteered} />
      {mailing.state !== 'holding' && <Each letter={letter} mailing={mailing} />}
      <section aria-labelledby="as-sent" className="mt-12">
        <h2 id="as-sent" className="title-3 mb-3">
          {isOut ? 'As it was sent' : 'As it will be sent'}
        </h2>
        {letter.isPictureGone && <p className="mb-3 border-l-2 border-warn pl-4">{pictureGone}</p>}
        <iframe
          src={letterFramePath(letter.id)}
          title={isOut ? 'The letter as it was sent' : 'The letter as it will be sent'}
          sandbox=""
          className="h-[36rem] w-full max-w-[44rem] border border-line bg-raised"
        />
      </section>
    </>
  )
}

/** Of one that goes by itself: what became of it so far. */
export function LetterSoFar({ opened }: { opened: OwnerLetter }) {
  const { data: letter = opened, refetch } = useQuery(soFarQuery(opened.id))
  const { mailing } = letter
  if (!mailing || mailing.total === 0) return null
  return (
    <>
      <section aria-labelledby="so-far" className="mt-12 border border-line bg-raised p-5 sm:p-6">
        <h2 id="so-far" className="title-3 mb-3">
          What became of it so far
        </h2>
        <p role="status" className="first-letter:uppercase">
          {/* What keeps it from the next stands above its form. */}
          {outcomeWords({ ...letter, trouble: null })}
        </p>
        <Ways mailing={mailing} onSteered={() => refetch()} />
      </section>
      <Links letter={letter} />
      <Each letter={letter} mailing={mailing} />
    </>
  )
}

type Sent = { mailing: NonNullable<OwnerLetter['mailing']> }

/** Letter by letter. */
function Each({ letter, mailing }: Pick<Props, 'letter'> & Sent) {
  const search = new URLSearchParams(useSearch())
  return (
    <Outcome
      key={mailing.state === 'sending' ? mailing.id : `${mailing.id} ${mailing.state} ${mailing.pending}`}
      campaign={mailing}
      state={deliveryStateFrom(search)}
      addressOf={(state) => addressWith(deskPaths.written(letter.id), { state })}
    />
  )
}

function Ended({ letter, onSteered }: Pick<Props, 'letter' | 'onSteered'>) {
  const { mailing, sentAt } = letter
  if (!mailing) return null
  return (
    <div className="border border-line bg-raised p-5 sm:p-6">
      <p role="status" className="text-[1.125rem] font-semibold tabular-nums first-letter:uppercase">
        {outcomeWords(letter)}
      </p>
      <p className="text-muted">
        {sentAt && (
          <>
            Begun on <DeskTime at={sentAt} />.{' '}
          </>
        )}
        {mailing.kept > 0 && (
          <>
            What is kept lies in the{' '}
            <Link href={deskPaths.outbox} className="link">
              outbox
            </Link>
            , and is sent from there.
          </>
        )}
      </p>
      <Ways mailing={mailing} onSteered={onSteered}>
        {mailing.kept > 0 && <TakeBack campaign={mailing} onSteered={onSteered} />}
        <BeginFrom from="letter" id={letter.id} label="Write a new one from it" />
      </Ways>
    </div>
  )
}

/** What can still be done with what has left. */
function Ways({ mailing, onSteered, children }: Sent & Pick<Props, 'onSteered'> & { children?: ReactNode }) {
  const { isPending, error, attempt } = useAttempt('Failed to send the letters')
  const retry = async () => {
    if (await attempt(() => call('POST', `${campaignsAddress}/${mailing.id}/retry`, {}))) onSteered()
  }
  return (
    <>
      <DeskFailure error={error} unchanged="Nothing was sent." className="mt-4" />
      <div className="mt-4 flex flex-wrap gap-3">
        {mailing.failed > 0 && (
          <SubmitButton
            variant="secondary"
            label="Retry failed"
            pendingLabel="Retrying..."
            isPending={isPending}
            onClick={retry}
          />
        )}
        <a href={outcomePath(mailing.id)} className={buttonClass({ variant: 'secondary' })}>
          Download CSV
        </a>
        {children}
      </div>
    </>
  )
}

/** How often each link was followed: by how many presses, never by whom. */
function Links({ letter: { links, shopClicks } }: { letter: OwnerLetter }) {
  if (links.length === 0) return null
  return (
    <section aria-labelledby="links" className="mt-12">
      <h2 id="links" className="title-3 mb-3">
        How often each link was followed
      </h2>
      <DeskTable
        caption="Links in the letter"
        rows={links}
        keyOf={({ href }) => href}
        columns={[
          { label: 'Link', className: 'wrap-anywhere', cell: ({ href }) => href },
          {
            label: 'Times',
            className: 'text-muted tabular-nums md:w-32',
            cell: ({ clicks }) => countInWords(clicks, 'time', 'times'),
          },
        ]}
      />
      {shopClicks > 0 && <p className="small mt-3 max-w-[72ch] text-pretty text-muted">{lettersText.shops}</p>}
    </section>
  )
}

type OnWebProps = { letter: OwnerLetter; isOut: boolean; onChanged: () => void }

function OnWeb({ letter: { id, slug, isOnWeb }, isOut, onChanged }: OnWebProps) {
  const [isShown, setIsShown] = useState(isOnWeb)
  const { error, attempt } = useAttempt('Failed to change it')
  const turn = async (isWanted: boolean) => {
    setIsShown(isWanted)
    const done = await attempt(() => call('PUT', `${lettersAddress}/${id}/web`, { isOnWeb: isWanted }))
    if (done) onChanged()
    else setIsShown(!isWanted)
  }
  return (
    <section aria-labelledby="web" className="mt-12 max-w-2xl">
      <h2 id="web" className="title-3 mb-3">
        On your site
      </h2>
      <CheckField
        label="Show it on the web"
        note={lettersText.onWeb}
        checked={isShown}
        onChange={(event) => turn(event.target.checked)}
      />
      {isOnWeb && isOut && (
        <a href={paths.letter(slug)} className="link inline-flex min-h-11 items-center">
          See it there
        </a>
      )}
      <DeskFailure error={error} className="mt-4" />
    </section>
  )
}
