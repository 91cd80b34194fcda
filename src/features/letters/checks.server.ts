import { readDeliverability } from '#features/deliverability/service.server.ts'
import { findBookFile } from '#features/downloads/service.server.ts'
import { bodyOf } from '#features/writing/body.server.ts'
import { readText } from '#features/writing/prose.ts'
import { textOf } from '#features/writing/prose-text.ts'
import { deadLinksWords } from '#lib/dead-links.ts'
import type { Deps } from '#server/deps.ts'
import type { Check, LetterView } from './contract.ts'
import { writtenLetter } from './emails.server.tsx'
import { filesIn } from './letter-links.ts'
import { fileAt, greet, hrefsIn } from './letter-parts.ts'
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
  const stops = await listStops(deps, row)
  const doubts = [
    ...(await linkWords(deps, row, leads)),
    ...(await unseenWords(deps, row)),
    ...sampleWords(deps),
    ...(await domainWords(deps)),
  ]
  return [...stops.map((words) => ({ words, isStop: true })), ...doubts.map((words) => ({ words, isStop: false }))]
}

/** Until these are mended nobody gets it. */
async function listStops(deps: Deps, row: Row): Promise<string[]> {
  const { html } = await viewLetter(deps, row)
  return [
    ...emptyWords(row),
    ...(await fileWords(deps, row)),
    ...(await pictureWords(deps, row)),
    ...sizeWords(html),
    ...addressWords(deps),
  ]
}

/** For what goes by itself: she has answered what she was asked about, and only what stops it is looked at again. */
export async function findStop(deps: Deps, row: Row): Promise<string | null> {
  return (await listStops(deps, row))[0] ?? null
}

/** As it will arrive at somebody whose name nobody knows, with links that lead nowhere yet. */
export async function viewLetter(deps: Deps, row: Row): Promise<Omit<LetterView, 'checks'> & { html: string }> {
  const { env, site } = deps
  const links = { getUrl: `${env.siteUrl}/get/…`, unsubscribeUrl: `${env.siteUrl}/unsubscribe/…` }
  const set = writtenLetter({ siteUrl: env.siteUrl, ...site() }, await readLetter(deps.db, deps, row), links)
  const plain = (words: string) => greet(words, (fallback) => fallback)
  const html = plain(set.html)
  return {
    subject: plain(set.subject),
    previewLine: plain(row.preview_line),
    text: plain(set.text),
    html,
    bytes: Buffer.byteLength(html),
    isConnected: deps.mailer !== null,
  }
}

function emptyWords({ title, content, format }: Row): string[] {
  return [
    ...(title.trim() === '' ? ['The letter has no subject yet.'] : []),
    ...(textOf(readText(content, format)).trim() === '' ? ['The letter has no words yet.'] : []),
  ]
}

async function fileWords({ db }: Deps, row: Row): Promise<string[]> {
  const names = filesIn(row)
  if (names.length > 1) return ['A letter brings one file. Take the others out.']
  const [name] = names
  if (!name || (await findBookFile(db, name))) return []
  return [
    `The file it brings, ${name}, is not here any more. Upload it again under Files, or take it out of the letter.`,
  ]
}

/** One that was thrown away since would be a hole in everybody's letter. */
async function pictureWords({ db }: Deps, row: Row): Promise<string[]> {
  const isGone = (await bodyOf(db, row)).some((block) => block.type === 'figure' && block.width === undefined)
  return isGone ? ['A picture in it is not here any more. Put it in again, or take it out.'] : []
}

/** Many mail programs load no picture until they are told to, and some readers cannot see it. */
async function unseenWords({ db }: Deps, row: Row): Promise<string[]> {
  const isUnsaid = (await bodyOf(db, row)).some((block) => block.type === 'figure' && block.alt.trim() === '')
  return isUnsaid ? ['A picture has no description, and many mail programs show that in its place.'] : []
}

function sizeWords(html: string): string[] {
  const size = Buffer.byteLength(html)
  if (size <= largest) return []
  return [
    `The letter is ${Math.ceil(size / 1_000)} kB, and mail programs cut off what is over ${largest / 1_000}. Make it shorter, or link to the rest.`,
  ]
}

function addressWords({ env, site }: Deps): string[] {
  const { author } = site()
  const isMissing = author.postalAddress.trim() === '' || (author.isSample && !env.postalAddress)
  return isMissing ? ['The law asks for your postal address at the foot of every letter. Put it in, in Settings.'] : []
}

async function linkWords({ env }: Deps, { content, format }: Row, leads: Leads): Promise<string[]> {
  const nowhere = deadLinksWords(env.siteUrl)
  if (nowhere) return [nowhere]
  const ours = hrefsIn(readText(content, format)).filter((href) => fileAt(href) === null && isOurs(href, env.siteUrl))
  if (ours.length === 0) return []
  const leadsTo = await leads()
  const dead = ours.filter((href) => !leadsTo(new URL(href, env.siteUrl).pathname))
  return dead.map((href) => `The link to ${href} leads to no page of this site.`)
}

function isOurs(href: string, siteUrl: string): boolean {
  return !/^mailto:/i.test(href) && new URL(href, siteUrl).origin === new URL(siteUrl).origin
}

function sampleWords({ env, site }: Deps): string[] {
  const { author } = site()
  return author.isSample && !env.mailFrom
    ? ['The sender’s address is the sample one. Put your own in, in Settings.']
    : []
}

/** A lookup without an answer is not known, and says nothing. */
async function domainWords(deps: Deps): Promise<string[]> {
  if (!deps.mailer) return []
  const { domain, findings } = await readDeliverability(deps)
  const wrong = findings.filter(({ verdict }) => verdict === 'wrong')
  if (wrong.length === 0) return []
  return [
    `Large mail services may take this for junk: ${domain} does not vouch for your letters. Settings shows what to paste where.`,
  ]
}
