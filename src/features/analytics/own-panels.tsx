import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, useAttempt } from '#desk/call.ts'
import { DeskFailure } from '#desk/failure.tsx'
import { DeskSection } from '#desk/section.tsx'
import { DeskTime } from '#desk/time.tsx'
import { deskPaths } from '#lib/desk-paths.ts'
import { letterHour, nextMonday } from '#lib/zone-time.ts'
import { useIsAwake } from '#ui/awake.ts'
import { Button } from '#ui/button.tsx'
import { CheckField } from '#ui/check-field.tsx'
import { Link } from '#ui/link.tsx'
import { useAuthor } from '#ui/site.ts'
import { dayWords, signWords } from './analytics-text.ts'
import type { Weekly } from './contract.ts'
import { weeklyAddress, weeklyQuery } from './queries.ts'
import { areVisitsLong, authorSign, markAsAuthor, markAsRegularUser } from './visits.ts'

/** Whether visits from here are hers, why, and the mark that makes them so when she is signed out. */
export function ThisBrowser() {
  const isAwake = useIsAwake()
  return (
    <DeskSection title="This browser" intro="Whose visits are they? Yours stand apart from your readers’.">
      {isAwake ? <BrowserState /> : <p>As long as you are signed in here, visits from this browser count as yours.</p>}
    </DeskSection>
  )
}

/** This page is at the desk and about to be remembered, if it is not yet: that alone makes the browser hers. */
const signHere = () => authorSign() ?? 'history'

function BrowserState() {
  const [sign, setSign] = useState(signHere)

  const mark = (act: () => void) => () => {
    act()
    setSign(signHere)
  }

  return (
    <div role="status">
      <p>Visits from this browser count as yours: you are signed in here. {signWords[sign]}</p>
      <p className="mt-4">
        {sign === 'flag' ? (
          <Button variant="secondary" onClick={mark(markAsRegularUser)}>
            Count it as a reader’s
          </Button>
        ) : (
          <Button variant="secondary" onClick={mark(markAsAuthor)}>
            Mark it as mine
          </Button>
        )}
      </p>
      {areVisitsLong() && (
        <p className="small mt-4 text-muted">Visits here last more than five minutes on average. It decides nothing.</p>
      )}
    </div>
  )
}

/** The letter with the week's numbers: off until chosen. */
export function WeeklyLetter() {
  const { data: weekly, error } = useQuery(weeklyQuery)
  return (
    <DeskSection title="A letter on Mondays" intro="The few numbers that changed, by mail. Off until you choose it.">
      {weekly ? (
        <WeeklySwitch weekly={weekly} />
      ) : (
        <DeskFailure error={error} comfort="Whether the letter is on did not arrive; the rest of this page did." />
      )}
    </DeskSection>
  )
}

function WeeklySwitch({ weekly: { isWanted, to, lastSentAt } }: { weekly: Weekly }) {
  const queryClient = useQueryClient()
  const { attempt, isPending, error } = useAttempt('The letter stays as it was.')

  async function choose(isWanted: boolean) {
    const weekly = await attempt(() => call<Weekly>('PUT', weeklyAddress, { isWanted }))
    if (weekly) queryClient.setQueryData(weeklyQuery.queryKey, weekly)
  }

  return (
    <>
      <CheckField
        label="Send me the week’s numbers"
        role="switch"
        checked={isWanted}
        aria-disabled={isPending}
        onChange={(event) => !isPending && choose(event.target.checked)}
        data-needs-script
      />
      <p role="status" className="mt-2">
        {isWanted ? <NextLetter /> : 'It is off.'}
        {lastSentAt && (
          <>
            {' '}
            The last one was written on <DeskTime at={lastSentAt} />.
          </>
        )}
      </p>
      <p className="small mt-3 text-muted">
        It goes to <span className="[overflow-wrap:anywhere]">{to}</span>. After two empty weeks in a row no letter is
        sent. Without a mail server the letter is written all the same, and kept in the{' '}
        <Link href={deskPaths.outbox} className="link">
          Outbox
        </Link>
        .
      </p>
      <DeskFailure error={error} className="mt-4" />
    </>
  )
}

/** By the browser's clock, so not before the page is awake. */
function NextLetter() {
  const author = useAuthor()
  const isAwake = useIsAwake()
  const next = isAwake
    ? `The next one goes out on ${dayWords(nextMonday(new Date(), letterHour, author.timeZone))}`
    : 'One goes out on Mondays'
  return (
    <>
      {next}, at {letterHour} in the morning, {author.timeZone.replace(/^.*\//, '').replace('_', ' ')} time.
    </>
  )
}
