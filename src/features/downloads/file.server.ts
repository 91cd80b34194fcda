import type { PageWords } from '#features/words/contract.ts'
import { wordsIn } from '#features/words/service.server.ts'
import { paths } from '#lib/paths.ts'
import { clientAddress } from '#server/client-address.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { Range } from '#server/files.ts'
import { createOpenStreams, type OpenStreams } from '#server/open-streams.ts'
import { clientHash } from '#server/rate-limit.ts'
import type { AppContext, Route } from '#server/route-table.ts'
import type { SiteSnapshot } from '#server/site.ts'
import { largestBook, nameHeader, someBook } from './content.ts'
import type { Gift } from './contract.ts'
import { type FileKind, kindOf } from './file-name.ts'
import { bookOfFile, wordsName } from './files.server.ts'
import { giftWords } from './gift-words.ts'
import { keepBook } from './keeping.server.ts'
import {
  countDownload,
  findBookFile,
  findRemoved,
  freeBookOf,
  getLink,
  linkState,
  linkToken,
  titleOfFile,
} from './service.server.ts'
import type { DownloadLinkRow } from './tables.server.ts'

const mostStreams = 64
/** A browser, a reading device, and a program that fetches a book in pieces. */
const mostByOneLink = 6
/** One address may be a school's, or all the world's where a balancer names nobody. */
const mostPerClient = 24
/** A link of one reader's own may be fetched ten times, and what broke off may hang on the line for a while. */
const mostPerOwnLink = 16
/** A shared link is many readers', and still leaves room for those who have one of their own. */
const mostPerSharedLink = 48

/** The file itself: what a link leads to, and where the owner puts it. */
export function fileRoutes(deps: Deps): Route[] {
  const streams = createOpenStreams({ most: mostStreams, mostPerClient, mostByOneLink })
  return [
    { method: 'GET', path: '/download/:token', access: 'public', handle: (c) => answerDownload(deps, c, streams) },
    {
      method: 'PUT',
      path: '/api/files/:filename',
      access: 'owner',
      bodyMax: largestBook,
      isUpload: true,
      handle: async (c) => {
        const wish = {
          name: c.req.param('filename') ?? '',
          uploadedAs: uploadedAs(c.req.header(nameHeader)),
          isNew: c.req.header('if-none-match') === '*',
        }
        return c.json(await keepBook(deps, wish, c.req.raw.body), 201)
      },
    },
  ]
}

const longestName = 120

/** What the file was called on the author's computer, fit to be shown: the last part of a path, and nothing unseen. */
function uploadedAs(header: string | undefined): string | null {
  try {
    const name =
      decodeURIComponent(header ?? '')
        .split(/[/\\]/)
        .at(-1) ?? ''
    const seen = name.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '').trim()
    return [...seen].slice(0, longestName).join('').trim() || null
  } catch {
    return null
  }
}

/** Made for one reader, for what is still given away, and there is a mail server to bring her a fresh one. */
function canBeRenewed({ mailer }: Pick<Deps, 'mailer'>, { kind }: DownloadLinkRow, state: Gift['state']): boolean {
  return mailer !== null && kind !== 'shared' && state !== 'revoked' && state !== 'removed'
}

export async function lookAtGift(deps: Deps, token: string): Promise<Gift> {
  const link = await getLink(deps, token)
  const state = await linkState(deps, link)
  const { expires_at, file_name } = link
  return {
    ...(await showGift(deps, file_name)),
    expiresAt: expires_at,
    state,
    canBeRenewed: canBeRenewed(deps, link, state),
  }
}

/** For her frame: the page as the first reader of a campaign finds it. Of the free book, where no file is named. */
export async function standInGift(deps: Deps, fileName: string): Promise<Gift> {
  const expiresAt = new Date(deps.now().getTime() + 86_400_000).toISOString()
  const { size, ...gift } = await showGift(deps, fileName || freeBookOf(deps.site()).file)
  return { ...gift, size: size ?? 1_000_000, expiresAt, state: 'open', canBeRenewed: true }
}

async function showGift({ db, site }: Deps, fileName: string): Promise<Pick<Gift, 'book' | 'kind' | 'words' | 'size'>> {
  const file = await findBookFile(db, fileName)
  const removed = file ? null : await findRemoved(db, fileName)
  const book = bookOfFile(site(), fileName)
  return {
    book: removed && removed.title !== someBook.title ? { ...book, title: removed.title } : book,
    kind: kindOf(fileName),
    words: ownWords(site(), fileName),
    size: file?.size ?? null,
  }
}

/** What the page of all files says is there already. */
function ownWords(site: SiteSnapshot, fileName: string): Gift['words'] {
  const usual = wordsIn(site, giftWords) as PageWords
  const own = site.words(giftWords.name, { freebook: titleOfFile(site, fileName) }, wordsName(fileName)) ?? {}
  return Object.fromEntries(
    Object.entries(own).filter(([field, words]) => JSON.stringify(words) !== JSON.stringify(usual[field])),
  )
}

async function answerDownload(deps: Deps, c: AppContext, streams: OpenStreams): Promise<Response> {
  // For whatever is thrown from here on too: the address is the key, also where it opens nothing any more.
  for (const [name, value] of Object.entries(privateHeaders)) c.header(name, value)
  const link = await getLink(deps, c.req.param('token') ?? '')
  const isHead = c.req.method === 'HEAD'
  const state = await linkState(deps, link)
  // Whether a link is used up for this reader is found out in counting her.
  if (state !== 'open' && (isHead || state !== 'used')) throw closed(deps, link, state)
  const file = await findBookFile(deps.db, link.file_name)
  const kept = file && (await deps.files.read(file.storage_key))
  if (!file || !kept) {
    const wayOn = { href: paths.gift(linkToken(deps, link.id)), label: 'See how long your link is good' }
    throw new AppError('not_found', 'The book is not here yet. Please try the link again later.', { wayOn })
  }
  const headers = fileHeaders(file)
  // A mail scanner or the owner's test asks for the head only: nothing is used up.
  if (isHead) return new Response(null, { headers: { ...headers, 'content-length': String(file.size) } })
  // Half of a book that was replaced meanwhile does not fit the other half.
  const isSameBook = (c.req.header('if-range') ?? headers.etag) === headers.etag
  const range = kept.temporaryUrl || !isSameBook ? null : rangeOf(c.req.header('range'), file.size)
  if (range === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${file.size}` } })
  }
  const client = await clientHash(deps.db, clientAddress(c, deps.env.trustedProxies), deps.now())
  const taker = { client, link: link.id, mostPerLink: link.kind === 'shared' ? mostPerSharedLink : mostPerOwnLink }
  if (!kept.temporaryUrl) streams.insistOnRoom(taker)
  if (!(await countDownload(deps, link, client, c.req.raw.headers))) throw closed(deps, link, 'used')
  if (kept.temporaryUrl) return redirectTo(await kept.temporaryUrl(namesOf(file)))
  const cut = () => void c.env?.incoming?.destroy()
  const bytes = await streams.open(taker, () => kept.stream(range ?? undefined), cut)
  return answerBytes(bytes, headers, file.size, range)
}

/** Says why, and leads on: to where she may ask for another, or else to the author. */
function closed(deps: Deps, link: DownloadLinkRow, state: keyof typeof closedWords): AppError {
  if (!canBeRenewed(deps, link, state)) {
    return new AppError('gone', closedWords[state], { wayOn: { href: paths.contact, label: 'Write to the author' } })
  }
  const wayOn = { href: paths.gift(linkToken(deps, link.id)), label: 'Ask for a fresh link' }
  return new AppError('gone', `${closedWords[state]} ${wordsIn(deps.site(), giftWords).ask}`, { wayOn })
}

/** The store hands the book out itself, and takes a range from whoever asks it for one. */
function redirectTo(location: string): Response {
  return new Response(null, { status: 302, headers: { ...privateHeaders, location } })
}

function answerBytes(
  bytes: ReadableStream<Uint8Array>,
  headers: Record<string, string>,
  size: number,
  range: Range | null,
): Response {
  if (!range) return new Response(bytes, { headers: { ...headers, 'content-length': String(size) } })
  return new Response(bytes, {
    status: 206,
    headers: {
      ...headers,
      'content-length': String(range.end - range.start + 1),
      'content-range': `bytes ${range.start}-${range.end}/${size}`,
    },
  })
}

const closedWords = {
  expired: 'This link has closed.',
  revoked: 'This link was closed by the author.',
  used: 'This link has been used as often as it may be.',
  removed: 'What this link led to is not given away any more.',
}

const privateHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
}

const types: Record<FileKind, string> = { EPUB: 'application/epub+zip', PDF: 'application/pdf' }

function namesOf({ name }: { name: string }) {
  return {
    type: types[kindOf(name)],
    disposition: `attachment; filename="${name}"; filename*=UTF-8''${encodeURIComponent(name)}`,
  }
}

function fileHeaders(file: { name: string; sha256: string }): Record<string, string> {
  const { type, disposition } = namesOf(file)
  return {
    ...privateHeaders,
    'content-type': type,
    'content-disposition': disposition,
    'accept-ranges': 'bytes',
    etag: `"${file.sha256.slice(0, 32)}"`,
    'content-security-policy': 'sandbox',
  }
}

/** One range only; whoever asks for several, or for one that ends before it begins, gets the whole. */
function rangeOf(header: string | undefined, size: number): Range | null | 'unsatisfiable' {
  const [, from = '', to = ''] = header?.match(/^bytes=(\d{0,15})-(\d{0,15})$/i) ?? []
  if (from === '' && to === '') return null
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start > end || start >= size ? 'unsatisfiable' : { start, end }
}
