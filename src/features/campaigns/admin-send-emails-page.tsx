import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useSearch } from 'wouter'
import { addressWith } from '#desk/address.ts'
import { isSignedOut } from '#desk/cause.ts'
import { DeskFailure } from '#desk/failure.tsx'
import { useFocusHeir } from '#desk/focus.ts'
import { DeskPage } from '#desk/page.tsx'
import { SignedOut } from '#desk/signed-out.tsx'
import { DeskTime } from '#desk/time.tsx'
import { DeskLoading, DeskProblem } from '#desk/views.tsx'
import { sizeInWords } from '#desk/words.ts'
import type { BookFile } from '#features/downloads/contract.ts'
import { FileChoice } from '#features/downloads/file-choice.tsx'
import { bookFilesQuery, useChosenFile, useFileAsked } from '#features/downloads/owner-queries.ts'
import { SharedLink } from '#features/downloads/shared-link.tsx'
import { ProviderPanel } from '#features/mailing-provider/provider-panel.tsx'
import { addToProvider } from '#features/mailing-provider/queries.ts'
import { useGroup } from '#features/people/queries.ts'
import { type ReaderAction, ReaderList } from '#features/people/reader-list.tsx'
import { deskPaths } from '#lib/desk-paths.ts'
import { Link } from '#ui/link.tsx'
import { EarlierCampaigns, EndedCampaign, OthersUnderWay } from './campaign-view.tsx'
import type { BookLetter, Campaign, Overview, ReaderResult } from './contract.ts'
import { EmailPreview } from './email-preview.tsx'
import { deliveryStateFrom, Outcome } from './outcome.tsx'
import { isUnderWay } from './progress.ts'
import {
  bookLetterQuery,
  earlierQuery,
  overviewQuery,
  resultsQuery,
  sendLetter,
  useRefetchOnTheWay,
} from './queries.ts'
import { SendSection } from './send-all.tsx'
import { sendEmailsText } from './send-emails-text.ts'

const readerActions = (file: string): readonly ReaderAction[] => [
  {
    label: 'Send Email',
    busy: 'Sending...',
    failed: 'Failed to send email',
    act: async (email) => (await sendLetter(email, file)).message,
  },
  {
    label: 'Add to MailerLite',
    busy: 'Adding...',
    failed: 'Failed to add subscriber',
    act: async (email) => {
      const added = await addToProvider(email)
      return added.note ?? `${added.email} is in the group at MailerLite.`
    },
  },
]

const lookEvery = { holding: 1_000, sending: 1_000, paused: 5_000, done: false, stopped: false } as const

/** Letters to everybody: what they say, who gets them, how they go out, and what became of each. */
export default function AdminSendEmailsPage() {
  const asked = useFileAsked()
  const overview = useQuery({
    ...overviewQuery(asked),
    refetchInterval: ({ state: { data } }) =>
      (data?.latest && lookEvery[data.latest.state]) || (data?.others.length ? 5_000 : false),
  })
  const letter = useQuery(bookLetterQuery(asked))
  const files = useQuery(bookFilesQuery)
  const { file } = useChosenFile()
  const { title, intro, loading, failed } = sendEmailsText
  const error = [overview, letter, files].find(({ data, error }) => !data && error)?.error
  const retry = () => void Promise.all([overview, letter, files].map(({ refetch }) => refetch()))
  return (
    <DeskPage title={title} intro={<p>{intro}</p>}>
      {error ? (
        <DeskProblem title={failed.title} error={error} onRetry={retry}>
          {failed.text}
        </DeskProblem>
      ) : overview.data && letter.data && files.data ? (
        <Room
          key={file}
          overview={overview.data}
          letter={letter.data}
          book={files.data.find(({ name }) => name === file)}
          silence={overview.error}
          readAt={overview.dataUpdatedAt}
        />
      ) : (
        <DeskLoading label={loading} />
      )}
    </DeskPage>
  )
}

type RoomProps = {
  overview: Overview
  letter: BookLetter
  book: BookFile | undefined
  /** why the page does not hear how far it is */
  silence: unknown
  readAt: number
}

function Room({ overview, letter, book, silence, readAt }: RoomProps) {
  const file = useFileAsked()
  const { data: earlier = [], error, refetch } = useQuery(earlierQuery(file))
  const search = new URLSearchParams(useSearch())
  const asked = earlier.find(({ id }) => id === search.get('campaign') && id !== overview.latest?.id)
  const shown = asked ?? overview.latest
  const isEarlier = asked !== undefined
  const heir = useFocusHeir('send')
  return (
    <>
      <div className="pb-6 empty:hidden">
        <FileChoice path={deskPaths.sendEmails} label={sendEmailsText.choice} />
      </div>
      <Summary overview={overview} book={book} />
      {!letter.mail.isConnected && <NoMail />}
      <Warnings warnings={[...(book?.titleFault ? [book.titleFault] : []), ...letter.warnings]} />
      <div role="alert">
        {Boolean(silence) && (
          <p className="mt-6 border-l-2 border-warn bg-raised px-5 py-4">
            {isSignedOut(silence) ? <SignedOut next="see how far it is" /> : sendEmailsText.silence}
          </p>
        )}
      </div>
      <div {...heir}>
        <SendSection overview={overview} letter={letter} book={book} readAt={readAt} isSilent={Boolean(silence)} />
        <OthersUnderWay campaigns={overview.others} />
        {shown && !isUnderWay(shown) && <EndedCampaign campaign={shown} isEarlier={isEarlier} />}
        {shown && shown.state !== 'holding' && (
          <Outcome
            key={shown.state === 'sending' ? shown.id : `${shown.id} ${shown.state} ${shown.pending}`}
            campaign={shown}
            state={deliveryStateFrom(search)}
            addressOf={(state) =>
              addressWith(deskPaths.sendEmails, { file, campaign: isEarlier ? shown.id : null, state })
            }
          />
        )}
      </div>
      <EarlierCampaigns campaigns={earlier} shownId={asked?.id} />
      <DeskFailure error={error} comfort={sendEmailsText.noEarlier} onRetry={() => void refetch()} className="mt-12" />
      <div className="mt-14 grid gap-x-14 gap-y-14 border-t border-line pt-10 nav:grid-cols-[minmax(0,1fr)_minmax(0,43.75rem)]">
        <div className="order-2 min-w-0 space-y-12 nav:order-1">
          <SharedLink />
          <ProviderPanel />
        </div>
        <div className="order-1 min-w-0 nav:order-2">
          <EmailPreview letter={letter} />
        </div>
      </div>
      <Readers campaign={overview.latest} warning={book ? book.titleFault : sendEmailsText.noBook} />
    </>
  )
}

/** Each reader with what became of the letter, so that nobody is written to twice by mistake. */
function Readers({ campaign, warning }: { campaign: Campaign | null; warning: string | null }) {
  const { group } = useGroup()
  const { data, error, refetch } = useQuery({ ...resultsQuery(useFileAsked()), enabled: group !== undefined })
  useRefetchOnTheWay(campaign, refetch)
  const byEmail = useMemo(() => new Map(data?.map((result) => [result.email, result])), [data])
  const resultOf = (email: string) => {
    const result = byEmail.get(email)
    if (result) return <ResultWords result={result} />
    return data ? sendEmailsText.result.none : error ? sendEmailsText.result.unread : sendEmailsText.result.loading
  }
  return <ReaderList actions={readerActions(useChosenFile().file)} warning={warning} resultOf={resultOf} />
}

function ResultWords({ result: { state, at, error } }: { result: ReaderResult }) {
  const words = sendEmailsText.result[state]
  if (state === 'sent') {
    return (
      <>
        {words} {at && <DeskTime at={at} />}
      </>
    )
  }
  return error && state !== 'waiting' ? `${words}: ${error}` : words
}

function Summary({ overview, book }: { overview: Overview; book: BookFile | undefined }) {
  const { group } = useGroup()
  const readers = group?.count ?? overview.readers
  // What a PDF holds, only she can say.
  const title = book?.kind === 'PDF' ? book.givenTitle : book?.title
  return (
    <dl className="grid gap-px border border-line bg-line sm:grid-cols-3">
      <Fact label="Recipients">{readers.toLocaleString('en-CA')}</Fact>
      <Fact label="File">
        {book ? (
          <>
            {title && <bdi className="block">{title}</bdi>}
            <span className={title ? 'small break-all text-muted' : 'break-all'}>{book.name}</span>{' '}
            <span className="small whitespace-nowrap text-muted">{sizeInWords(book.size)}</span>
          </>
        ) : (
          <Link href={deskPaths.downloads} className="link">
            Not uploaded yet
          </Link>
        )}
      </Fact>
      <Fact label="Last sent">{overview.lastSentAt ? <DeskTime at={overview.lastSentAt} /> : 'Never'}</Fact>
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-4 bg-raised px-5 py-3 sm:block sm:py-4">
      <dt className="label text-faint">{label}</dt>
      <dd className="min-w-0 sm:mt-1 sm:text-[1.125rem]/[1.4]">{children}</dd>
    </div>
  )
}

/** What is still as it was on the first day. */
function Warnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null
  return (
    <div className="mt-6 border-l-2 border-warn bg-raised px-5 py-4">
      <p className="font-semibold">{sendEmailsText.beforeReaders}</p>
      <ul className="mt-1 max-w-[62ch] list-disc space-y-1 pl-5 text-muted [overflow-wrap:anywhere]">
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
      <p className="mt-2">
        <Link href={deskPaths.settings} className="link">
          {sendEmailsText.settings}
        </Link>
      </p>
    </div>
  )
}

function NoMail() {
  const { title, text } = sendEmailsText.noMail
  return (
    <div className="mt-6 border-l-2 border-warn bg-raised px-5 py-4">
      <p className="font-semibold">{title}</p>
      <p className="max-w-[62ch] text-muted">{text}</p>
    </div>
  )
}
