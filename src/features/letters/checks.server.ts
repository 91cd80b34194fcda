import type { Finding } from '#features/deliverability/contract.ts'
import { readDeliverability } from '#features/deliverability/service.server.ts'
import { findBookFile, holdBookFile } from '#features/downloads/service.server.ts'
import { bodyOf } from '#features/writing/body.server.ts'
import { readText } from '#features/writing/prose.ts'
import { textOf } from '#features/writing/prose-text.ts'
import { deadLinksWords } from '#lib/dead-links.ts'
import { paths } from '#lib/paths.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { Check, LetterView } from './contract.ts'
import { writtenLetter } from './emails.server.tsx'
import { countableIn, fileIn, filesIn } from './letter-links.ts'
import { fileAt, greet, hrefsIn } from './letter-parts.ts'
import { pictureGone } from './letters-text.ts'
import { isPictureGone } from './pictures.server.ts'
import { readLetter } from './reading.server.ts'
import type { WrittenLetterRow } from './tables.server.ts'

type Row = Pick<
  WrittenLetterRow,
  'title' | 'preview_line' | 'slug' | 'content' | 'format' | 'audience' | 'is_published' | 'welcome_days'
>

/** Mail programs cut a longer one off, and the way out with it. */
const largest = 100_000

/** Answers what tells whether there is something at an address of this site. */
export type Leads = () => Promise<(path: string) => boolean>

/** What is not as it should be, the gravest first. */
export async function checkLetter(deps: Deps, row: Row, leads: Leads): Promise<Check[]> {
  const stops = (await listStops(deps, row)).map((check) => ({ ...plain, isStop: true, ...check }))
  const doubts = [
    ...(await linkDoubts(deps, row, leads)),
    ...(await unseenDoubts(deps, row)),
    ...unfilledDoubts(row),
    ...sampleDoubts(deps),
    ...(await domainDoubts(deps)),
    ...contactNotes(deps),
  ]
  return [...stops, ...doubts.map((check) => ({ ...plain, ...check }))]
}

const plain = { isStop: false, isNote: false, isAskedTwice: false }

/** Until these are mended nobody gets it. */
async function listStops(deps: Deps, row: Row): Promise<Found[]> {
  return [
    ...emptyStops(row),
    ...(await fileStops(deps, row)),
    ...(await pictureStops(deps, row)),
    ...sizeStops(await weigh(deps, row)),
    ...addressStops(deps),
  ]
}

/** For what goes by itself: she has answered what she was asked about, and only what stops it is looked at again. */
export async function findStop(deps: Deps, row: Row): Promise<string | null> {
  return (await listStops(deps, row))[0]?.words ?? null
}

/** To somebody whose name nobody knows. */
const toNobody = (words: string) => greet(words, (fallback) => fallback)

/** As it will arrive, with links that lead nowhere yet. */
export async function viewLetter(deps: Deps, row: Row): Promise<Omit<LetterView, 'checks'> & { html: string }> {
  const { env, site } = deps
  const links = { getUrl: `${env.siteUrl}/get/…`, unsubscribeUrl: `${env.siteUrl}/unsubscribe/…` }
  const set = writtenLetter({ siteUrl: env.siteUrl, ...site() }, await readLetter(deps.db, deps, row), links)
  return {
    subject: toNobody(set.subject),
    previewLine: toNobody(row.preview_line),
    text: toNobody(set.text),
    html: toNobody(set.html),
    bytes: await weigh(deps, row),
    isConnected: deps.mailer !== null,
  }
}

/** As long as every signed address of a reader: an id, a dot, the signature. */
const key = '0'.repeat(36 + 1 + 43)

/** How large it leaves: the links in it are longer by then. */
async function weigh(deps: Deps, row: Row): Promise<number> {
  const { db, env, site } = deps
  const counted = new Map(countableIn(row).map((href) => [href, `${env.siteUrl}/l/${key}`]))
  const links = {
    getUrl: `${env.siteUrl}/get/${key}`,
    unsubscribeUrl: `${env.siteUrl}/unsubscribe/${key}?letter=${key}`,
  }
  const letter = await readLetter(db, deps, row, counted)
  return Buffer.byteLength(toNobody(writtenLetter({ siteUrl: env.siteUrl, ...site() }, letter, links).html))
}

type Found = Pick<Check, 'words' | 'room'> & Partial<Check>

const here = (words: string): Found => ({ words, room: null })

function emptyStops({ title, content, format }: Row): Found[] {
  return [
    ...(title.trim() === '' ? [here('The letter has no subject yet.')] : []),
    ...(textOf(readText(content, format)).trim() === '' ? [here('The letter has no words yet.')] : []),
  ]
}

async function fileStops({ db }: Deps, row: Row): Promise<Found[]> {
  const names = filesIn(row)
  if (names.length > 1) return [here('A letter brings one file. Take the others out.')]
  const [name] = names
  return !name || (await findBookFile(db, name)) ? [] : [{ words: fileGone(name), room: 'files' }]
}

function fileGone(name: string): string {
  return `The file it brings, ${name}, is not here any more. Upload it again under Files, or take it out of the letter.`
}

/** In the transaction that lets it go: whoever removes the file in this very moment comes before it, or is told of it. */
export async function insistOnFile(tx: Db, deps: Pick<Deps, 'engine'>, row: Row): Promise<void> {
  const file = fileIn(row)
  if (file && !(await holdBookFile(tx, deps, file))) throw new AppError('invalid', fileGone(file))
}

async function pictureStops({ db }: Deps, row: Row): Promise<Found[]> {
  return (await isPictureGone(db, row)) ? [here(`${pictureGone} Put it in again, or take it out.`)] : []
}

/** The same of one that has begun to leave, and cannot be changed any more. */
export async function findStopOfSent(deps: Deps, row: Row): Promise<string | null> {
  return (await isPictureGone(deps.db, row)) ? `${pictureGone} Begin a new one from it.` : findStop(deps, row)
}

/** Many mail programs load no picture until they are told to, and some readers cannot see it. */
async function unseenDoubts({ db }: Deps, row: Row): Promise<Found[]> {
  const isUnsaid = (await bodyOf(db, row)).some((block) => block.type === 'figure' && block.alt.trim() === '')
  return isUnsaid ? [here('A picture has no description, and many mail programs show that in its place.')] : []
}

function sizeStops(size: number): Found[] {
  if (size <= largest) return []
  return [
    here(
      `The letter is ${Math.ceil(size / 1_000)} kB, and mail programs cut off what is over ${largest / 1_000}. Make it shorter, or link to the rest.`,
    ),
  ]
}

function addressStops({ env, site }: Deps): Found[] {
  const { author } = site()
  const isMissing = author.postalAddress.trim() === '' || (author.isSample && !env.postalAddress)
  const words = 'The law asks for your postal address at the foot of every letter. Put it in, in Settings.'
  return isMissing ? [{ words, room: 'settings' }] : []
}

function contactNotes({ site }: Deps): Found[] {
  const { email, website } = site().author
  const words =
    'Canada’s law wants an e-mail address or a website beside the postal one at the foot. Put one in, in My Site.'
  return email || website ? [] : [{ words, room: 'site', isNote: true }]
}

async function linkDoubts({ env }: Deps, { content, format, slug, is_published }: Row, leads: Leads): Promise<Found[]> {
  const nowhere = deadLinksWords(env.siteUrl)
  if (nowhere) return [{ words: nowhere, room: 'settings' }]
  const ours = hrefsIn(readText(content, format)).filter((href) => fileAt(href) === null && isOurs(href, env.siteUrl))
  if (ours.length === 0) return []
  const leadsTo = await leads()
  // Its own address leads to it once it has left.
  const own = is_published === 1 ? paths.letter(slug) : null
  const pathOf = (href: string) => new URL(href, env.siteUrl).pathname
  const dead = ours.filter((href) => pathOf(href) !== own && !leadsTo(pathOf(href)))
  return dead.map((href) => here(`The link to ${href} leads to no page of this site.`))
}

function isOurs(href: string, siteUrl: string): boolean {
  return !/^mailto:/i.test(href) && new URL(href, siteUrl).origin === new URL(siteUrl).origin
}

/** As mailing services mark a place for words, and what stands there before any are written. */
const unfilled = /\{{1,2}[^{}\n]{1,40}\}{1,2}|\*\|[^|\n]{1,40}\|\*|%[A-Z_]{3,40}%|lorem ipsum/gi

function unfilledDoubts({ title, preview_line, content, format }: Row): Found[] {
  const said = greet([title, preview_line, textOf(readText(content, format))].join('\n'), () => '')
  return [...new Set(said.match(unfilled))].map((mark) =>
    here(`“${mark}” arrives just as it stands there. Your reader’s first name is “{first name|reader}”.`),
  )
}

function sampleDoubts({ env, site }: Deps): Found[] {
  const { author } = site()
  if (!author.isSample) return []
  const name = `The letter is signed with the sample’s name, ${author.name}. Put yours in, in My Site.`
  const sender = 'The sender’s address is the sample one. Put your own in, in Settings.'
  return [{ words: name, room: 'site' }, ...(env.mailFrom ? [] : [{ words: sender, room: 'settings' } as const])]
}

/** A lookup without an answer says nothing against her: that it is not known she is only told. */
async function domainDoubts(deps: Deps): Promise<Found[]> {
  if (!deps.mailer) return []
  const { domain, findings } = await readDeliverability(deps)
  const isSome = (wanted: Finding['verdict']) => findings.some(({ verdict }) => verdict === wanted)
  if (!isSome('wrong') && !isSome('unknown')) return []
  const unknown = `Whether ${domain} vouches for your letters is not known: no answer came. Settings asks again.`
  if (!isSome('wrong')) return [{ words: unknown, room: 'settings', isNote: true }]
  const words = `Large mail services may take this for junk: ${domain} does not vouch for your letters. Settings shows what to paste where.`
  return [{ words, room: 'settings', isAskedTwice: true }]
}
