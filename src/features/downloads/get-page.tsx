import { useQuery } from '@tanstack/react-query'
import { author } from '#lib/author.ts'
import { paths } from '#lib/paths.ts'
import { useIsAwake } from '#ui/awake.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Cover } from '#ui/cover.tsx'
import { Notice } from '#ui/notice.tsx'
import { Seo } from '#ui/seo.tsx'
import { useFlash } from '#ui/site.ts'
import type { Gift } from './contract.ts'
import { deviceHelp, giftText } from './get-text.ts'
import { giftQuery } from './queries.ts'

/** Where the letter with the free book leads. Opening it uses nothing up; the button fetches the file. */
export default function GetPage({ params }: { params: Record<string, string> }) {
  const token = params.token ?? ''
  const { data: gift } = useQuery(giftQuery(token))
  return (
    <>
      <Seo title={giftText.title} description={giftText.intro} path="/get" isHidden />
      {gift ? <GiftView gift={gift} token={token} /> : <Unknown />}
    </>
  )
}

function Unknown() {
  return (
    <section className="column section-space">
      <Notice
        title={giftText.unknown.heading}
        level={1}
        action={
          <ButtonLink href={paths.contact} variant="secondary">
            Write to the author
          </ButtonLink>
        }
      >
        {giftText.unknown.text}
      </Notice>
    </section>
  )
}

function GiftView({ gift, token }: { gift: Gift; token: string }) {
  return (
    <section className="column grid gap-10 pt-12 pb-24 md:grid-cols-[minmax(0,18rem)_1fr] md:gap-16 md:pt-20">
      <figure className="mx-auto max-w-48 md:mx-0 md:max-w-none">
        <Cover slug="true-veil" alt={giftText.cover.alt} sizes="(min-width: 48rem) 288px, 192px" loading="eager" />
        <figcaption className="small mt-3 text-muted">{giftText.cover.caption}</figcaption>
      </figure>
      <div className="min-w-0">
        <p className="label text-veil">{giftText.eyebrow}</p>
        <h1 className="title-1 mt-3">{giftText.title}</h1>
        <p className="mt-2 text-muted">{author.name}</p>
        <p className="lead mt-6 max-w-[46ch]">{giftText.intro}</p>
        <div className="mt-8">
          <Way gift={gift} token={token} />
        </div>
        <Devices />
      </div>
    </section>
  )
}

function Way({ gift, token }: { gift: Gift; token: string }) {
  if (gift.state !== 'open') return <Closed gift={gift} token={token} />
  if (gift.size === null) {
    return (
      <p role="status" className="border-l-2 border-accent bg-raised px-5 py-4">
        <strong className="block">{giftText.missing.heading}</strong>
        {giftText.missing.text}
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
        {giftText.button}
      </a>
      <p className="mt-4">{giftText.after}</p>
      <p className="small mt-3 text-muted">
        EPUB, {sizeInWords(gift.size)}. The link closes <Moment at={gift.expiresAt} />.
      </p>
      <p className="small mt-1 text-muted">{giftText.keep}</p>
    </>
  )
}

function Closed({ gift, token }: { gift: Gift; token: string }) {
  const flash = useFlash('fresh')
  if (flash?.outcome === 'done') {
    return (
      <p role="status" className="border-l-2 border-success bg-success-bg px-5 py-4">
        {giftText.fresh.done}
      </p>
    )
  }
  const state = gift.state === 'open' ? 'expired' : gift.state
  return (
    <div className="border-l-2 border-accent bg-raised px-5 py-5">
      <p>
        {state === 'expired' && (
          <>
            This link closed <Moment at={gift.expiresAt} />.{' '}
          </>
        )}
        {giftText.closed[state]}
      </p>
      {flash?.outcome === 'failed' && <p className="mt-3 text-danger">{flash.message}</p>}
      {gift.canBeRenewed && state !== 'revoked' ? (
        <form method="post" action={paths.gift(token)} className="mt-5">
          <Button type="submit">{giftText.fresh.button}</Button>
        </form>
      ) : (
        <ButtonLink href={paths.contact} variant="secondary" className="mt-5">
          Write to the author
        </ButtonLink>
      )}
    </div>
  )
}

/** On the server the time is everybody's; in her browser it is hers. */
function Moment({ at }: { at: string }) {
  const isAwake = useIsAwake()
  const words = new Intl.DateTimeFormat('en-CA', {
    dateStyle: 'long',
    timeStyle: 'short',
    ...(isAwake ? {} : { timeZone: 'UTC' }),
  })
    .format(new Date(at))
    // What follows it is a full stop, and "p.m." has one already.
    .replace(/\.$/, '')
  return (
    <time dateTime={at} className="whitespace-nowrap">
      on {words}
      {!isAwake && ' UTC'}
    </time>
  )
}

function Devices() {
  return (
    <section aria-labelledby="devices" className="mt-12 border-t border-line pt-8">
      <h2 id="devices" className="title-3">
        Getting it onto your reader
      </h2>
      <div className="mt-4">
        {deviceHelp.map(({ device, steps }) => (
          <details key={device} className="border-b border-line py-1">
            <summary className="flex min-h-11 items-center font-semibold">{device}</summary>
            <p className="max-w-[60ch] pb-4 text-muted">{steps}</p>
          </details>
        ))}
      </div>
    </section>
  )
}

function sizeInWords(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
