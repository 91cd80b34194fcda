import { useQuery } from '@tanstack/react-query'
import type { WordsOf } from '#features/words/contract.ts'
import { useWords } from '#features/words/queries.ts'
import { paths } from '#lib/paths.ts'
import { useIsAwake } from '#ui/awake.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Cover } from '#ui/cover.tsx'
import { Notice } from '#ui/notice.tsx'
import { Seo } from '#ui/seo.tsx'
import { leadsSomewhere, useAuthor, useFlash, useSite } from '#ui/site.ts'
import type { Gift } from './contract.ts'
import type { giftWords } from './gift-words.ts'
import { giftQuery } from './queries.ts'

/** Where the letter with the free book leads. Opening it uses nothing up; the button fetches the file. */
export default function GetPage({ params }: { params: Record<string, string> }) {
  const token = params.token ?? ''
  const { data: gift } = useQuery(giftQuery(token))
  const words = useGiftWords(gift)
  return (
    <>
      <Seo title={gift?.book.title ?? words.eyebrow} description={words.intro} path="/get" isHidden />
      {gift ? <GiftView gift={gift} token={token} /> : <Unknown />}
    </>
  )
}

/** What the page of this file says, over what the page of all files does. */
function useGiftWords(gift: Gift | undefined) {
  return { ...useWords<typeof giftWords>('gift'), ...gift?.words } as WordsOf<typeof giftWords>
}

function Unknown() {
  const words = useWords<typeof giftWords>('gift')
  const hasForm = leadsSomewhere(useSite(), paths.contact)
  return (
    <section className="column section-space">
      <Notice
        title={words.unknownHeading}
        level={1}
        art="key"
        action={
          <ButtonLink href={hasForm ? paths.contact : paths.signup} variant="secondary">
            {hasForm ? 'Write to the author' : 'Sign up again'}
          </ButtonLink>
        }
      >
        {words.unknown}
      </Notice>
    </section>
  )
}

function GiftView({ gift, token }: { gift: Gift; token: string }) {
  const words = useGiftWords(gift)
  const isClosed = gift.state === 'revoked' || gift.state === 'removed'
  return (
    <section className="column grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-6 gap-y-8 pt-8 pb-24 md:grid-cols-[minmax(0,18rem)_1fr] md:grid-rows-[auto_1fr] md:gap-x-16 md:gap-y-6 md:pt-20">
      {/* Beside the title on a phone: what she came for must be on the first screen. */}
      <div className="md:row-span-2">
        <Cover book={gift.book} sizes="(min-width: 48rem) 288px, 104px" loading="eager" />
      </div>
      <header className="min-w-0">
        <p className="label text-veil">{words.eyebrow}</p>
        <h1 className="title-1 mt-2 md:mt-3">{gift.book.title}</h1>
        <p className="mt-2 text-muted">{useAuthor().name}</p>
        {gift.book.caption && <p className="small mt-2 text-muted">{gift.book.caption}</p>}
      </header>
      <div className="min-w-0 max-md:col-span-2">
        {!isClosed && <p className="lead mb-8 max-w-[26.6em]">{words.intro}</p>}
        <Way gift={gift} token={token} />
        {!isClosed && <Devices gift={gift} />}
      </div>
    </section>
  )
}

function Way({ gift, token }: { gift: Gift; token: string }) {
  const words = useGiftWords(gift)
  if (gift.state !== 'open') return <Closed gift={gift} token={token} />
  if (gift.size === null) {
    return (
      <p role="status" className="border-l-2 border-accent bg-raised px-5 py-4">
        <strong className="block">{words.missingHeading}</strong>
        {words.missing} It closes <Moment at={gift.expiresAt} />
      </p>
    )
  }
  return (
    <>
      {/* Not a page of ours: the browser fetches it itself, and keeps it. */}
      <a
        href={`/download/${token}`}
        className="inline-flex min-h-12 items-center justify-center rounded-paper border border-transparent bg-accent px-6 py-2.5 text-base font-semibold text-on-accent transition-colors duration-120 hover:bg-accent-hover active:translate-y-px"
      >
        {words.button}
      </a>
      <p className="mt-4">{words.after}</p>
      <p className="small mt-3 text-muted">
        {gift.kind}, {sizeInWords(gift.size)}. The link closes <Moment at={gift.expiresAt} />
      </p>
      <p className="small mt-1 text-muted">{words.keep}</p>
    </>
  )
}

function Closed({ gift, token }: { gift: Gift; token: string }) {
  const hasForm = leadsSomewhere(useSite(), paths.contact)
  const { email } = useAuthor()
  const flash = useFlash('fresh')
  const words = useGiftWords(gift)
  if (flash?.outcome === 'done') {
    return (
      <p role="status" className="border-l-2 border-success bg-success-bg px-5 py-4">
        {words.asked}
      </p>
    )
  }
  const state = gift.state === 'open' ? 'expired' : gift.state
  const canWrite = hasForm || email !== ''
  return (
    <div className="border-l-2 border-accent bg-raised px-5 py-5">
      <p>
        {state === 'expired' && (
          <>
            This link closed <Moment at={gift.expiresAt} />{' '}
          </>
        )}
        {(state === 'revoked' || state === 'removed') && words[state]}
        {state === 'used' && words.used} {gift.canBeRenewed ? words.ask : canWrite && words.write}
      </p>
      {flash?.outcome === 'failed' && <p className="mt-3 text-danger">{flash.message}</p>}
      {gift.canBeRenewed ? (
        <form method="post" action={paths.gift(token)} className="mt-5">
          <Button type="submit">Send me a fresh link</Button>
        </form>
      ) : (
        <ButtonLink href={paths.contact} variant="secondary" className="mt-5">
          Write to the author
        </ButtonLink>
      )}
      {!gift.canBeRenewed && !hasForm && canWrite && (
        <p className="mt-3 [overflow-wrap:anywhere]">
          <a href={`mailto:${email}`} className="link inline-flex min-h-11 items-center">
            {email}
          </a>
        </p>
      )}
    </div>
  )
}

/** Ends its sentence. On the server the time is everybody's; in her browser it is hers. */
function Moment({ at }: { at: string }) {
  const isAwake = useIsAwake()
  const write = (style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-CA', { ...style, ...(isAwake ? {} : { timeZone: 'UTC' }) }).format(new Date(at))
  const time = `${write({ timeStyle: 'short' })}${isAwake ? '' : ' UTC'}`
  return (
    <>
      <time dateTime={at} data-wake="">
        on {write({ dateStyle: 'long' })} at <span className="whitespace-nowrap">{time}</span>
      </time>
      {!time.endsWith('.') && '.'}
    </>
  )
}

function Devices({ gift }: { gift: Gift }) {
  const words = useGiftWords(gift)
  const help = gift.kind === 'PDF' ? words.pdfDevices : words.devices
  return (
    <section aria-labelledby="devices" className="mt-12 border-t border-line pt-8">
      <h2 id="devices" className="title-3">
        {words.devicesHeading}
      </h2>
      <div className="mt-4">
        {help.map(({ term, text }) => (
          <details key={term} className="group border-b border-line py-1">
            <summary className="flex min-h-11 items-center justify-between gap-4 font-semibold">
              {term}
              <span
                aria-hidden="true"
                className="px-1 text-2xl leading-none font-normal text-muted transition-transform duration-120 group-open:rotate-45"
              >
                +
              </span>
            </summary>
            <p className="max-w-[60ch] pt-1 pb-4 text-muted">{text}</p>
          </details>
        ))}
      </div>
    </section>
  )
}

function sizeInWords(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
