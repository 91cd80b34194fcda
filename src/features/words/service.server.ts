import { createHash } from 'node:crypto'
import { dropWorkingCopy, findWorkingCopy, listUnsaved } from '#features/writing/autosave.server.ts'
import type { Block, Inline } from '#features/writing/contract.ts'
import { readProse } from '#features/writing/prose.ts'
import { isCleanText } from '#lib/email.ts'
import { type Facts, fillIn, toRows, type WordField, type WordSet } from '#lib/word-set.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { SiteSnapshot } from '#server/site.ts'
import { markContentChanged } from '#server/site-facts.ts'
import {
  type Consent,
  longestConsent,
  longestLine,
  longestProse,
  type OwnerWords,
  type PageWords,
  valuesOf,
  type WordsOf,
  type WordsSummary,
  type WordsVersion,
} from './contract.ts'
import type { PageWordsRow } from './tables.server.ts'

declare module '#server/site.ts' {
  interface SiteSnapshot {
    /**
     * what a page or a letter says; null where there is none of that name. `other`: of facts that are others this time;
     * `over`: a row that is laid over what is said of the set
     */
    words: (name: string, other?: Partial<Facts>, over?: string) => PageWords | null
  }
}

type Values = Record<string, string>

/** Everything that was said otherwise than the house says it, by the name of its set. */
export async function readWords(db: Db): Promise<Map<string, Values>> {
  const rows = await db.selectFrom('page_words').select(['name', 'fields']).execute()
  return new Map(rows.map(({ name, fields }) => [name, JSON.parse(fields)]))
}

export async function readWordsSavedAt(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('page_words').select(['name', 'saved_at']).execute()
  return new Map(rows.map(({ name, saved_at }) => [name, saved_at]))
}

/** With what she is typing in their place. */
export async function readDraftWords(db: Db): Promise<Map<string, Values>> {
  const said = await readWords(db)
  for (const { itemId } of await listUnsaved({ db }, 'page')) {
    const draft = await findWorkingCopy({ db }, { kind: 'page', itemId })
    said.set(itemId, { ...said.get(itemId), ...(draft?.fields as Values | undefined) })
  }
  return said
}

/** Finds and reads the words of a set once for each snapshot: few are asked for between two saves. */
export function createWords(sets: readonly WordSet[], said: Map<string, Values>, facts: Facts) {
  const read = new Map<string, PageWords>()
  return (name: string, other?: Partial<Facts>, over = name): PageWords | null => {
    const known = other ? undefined : read.get(name)
    if (known) return known
    const set = sets.find((one) => one.name === name)
    if (!set) return null
    if (other) return showWords(set, { ...said.get(name), ...said.get(over) }, { ...facts, ...other })
    const words = showWords(set, said.get(name) ?? {}, facts)
    read.set(name, words)
    return words
  }
}

/** The words of a set, as they stand. */
export function wordsIn<Set extends WordSet>(
  { words }: Pick<SiteSnapshot, 'words'>,
  set: Set,
  other?: Partial<Facts>,
): WordsOf<Set> {
  return words(set.name, other) as WordsOf<Set>
}

function showWords(set: WordSet, said: Values, facts: Facts): PageWords {
  return Object.fromEntries(
    Object.entries(set.fields).map(([name, field]) => [name, show(field, said[name] ?? field.original, facts)]),
  )
}

/** The house's own prose, read once: at every change of the site it would be half of the work to read it anew. */
const originals = new WeakMap<WordField, Block[]>()

function readOriginal(field: WordField): Block[] {
  const known = originals.get(field) ?? readProse(field.original)
  originals.set(field, known)
  return known
}

function show(field: WordField, text: string, facts: Facts): PageWords[string] {
  const { kind } = field
  if (kind === 'line') return fillIn(text, facts)
  if (kind === 'rows') return toRows(fillIn(text, facts))
  if (kind === 'consent') return toConsent(fillIn(text, facts))
  const blocks = text === field.original ? readOriginal(field) : readProse(text)
  return blocks.map((block) => fillBlock(block, facts))
}

/** Another name or address in it is another version, too. */
function toConsent(text: string): Consent {
  return { text, version: createHash('sha256').update(text).digest('hex') }
}

/** In the words as they were read: a sign in her name is no mark. */
function fillBlock(block: Block, facts: Facts): Block {
  const inline = (one: Inline): Inline =>
    typeof one === 'string' ? fillIn(one, facts) : { ...one, children: one.children.map(inline) }
  switch (block.type) {
    case 'p':
    case 'h2':
    case 'h3':
      return { ...block, children: block.children.map(inline) }
    case 'quote':
      return { ...block, children: block.children.map((child) => fillBlock(child, facts)) }
    case 'list':
      return { ...block, items: block.items.map((item) => item.map((child) => fillBlock(child, facts))) }
    default:
      return block
  }
}

export async function listWords(db: Db, sets: readonly WordSet[]): Promise<WordsSummary[]> {
  const rows = new Map((await db.selectFrom('page_words').selectAll().execute()).map((row) => [row.name, row]))
  return sets.map(({ name, kind, title, path }) => {
    const row = rows.get(name)
    return {
      ...{ name, kind, title, path },
      changed: row ? Object.keys(JSON.parse(row.fields)).length : 0,
      isSample: row?.is_sample === 1,
      savedAt: row?.saved_at ?? null,
    }
  })
}

export async function getWords(
  db: Db,
  { name, kind, title, path, fields }: WordSet,
): Promise<Omit<OwnerWords, 'noPage'>> {
  const row = await findRow(db, name)
  const said: Values = row ? JSON.parse(row.fields) : {}
  return {
    ...{ name, kind, title, path },
    fields: Object.entries(fields).map(([field, what]) => ({
      ...what,
      name: field,
      value: said[field] ?? what.original,
    })),
    version: row?.version ?? 0,
    isSample: row?.is_sample === 1,
  }
}

/** From here on it is hers, and on the next page anybody opens. */
export async function saveWords(deps: Deps, set: WordSet, given: Values, version: number): Promise<void> {
  const fields = JSON.stringify(ownWords(set, given))
  const at = deps.now()
  const row = { name: set.name, fields, is_sample: 0, version: version + 1, saved_at: at.toISOString() }
  await deps.db.transaction().execute(async (tx) => {
    const before = await findRow(tx, set.name)
    if ((before?.version ?? 0) !== version || !(await put(tx, row, version))) throw savedElsewhere(set)
    const { is_sample: _sample, ...saved } = row
    await tx.insertInto('page_words_versions').values(saved).execute()
    await markContentChanged(tx, at)
  })
  await deps.siteChanged()
}

/** Of two that replace the same version one finds it. */
async function put(tx: Db, row: PageWordsRow, version: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('page_words')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row).where('page_words.version', '=', version))
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Puts the sample's words where nothing is said yet. */
export async function plantWords(tx: Db, name: string, words: Values, at: Date): Promise<void> {
  const row = { name, fields: JSON.stringify(words), is_sample: 1, version: 1, saved_at: at.toISOString() }
  await tx
    .insertInto('page_words')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type SampleWords = Readonly<Record<string, Values>>

/** How many fields still say what the sample says. */
export async function countSampleWords(db: Db, sample: SampleWords): Promise<number> {
  const said = await readWords(db)
  return Object.keys(sample).reduce(
    (count, name) => count + Object.keys(sampleFields(said.get(name) ?? {}, sample[name] ?? {})).length,
    0,
  )
}

/** In the caller's transaction: from here on the house speaks there. Answers what brings them back, or null. */
export async function removeSampleWords(tx: Db, sample: SampleWords, at: Date): Promise<string | null> {
  const removed: Record<string, Values> = {}
  for (const [name, words] of Object.entries(sample)) {
    const row = await findRow(tx, name)
    const said: Values = row ? JSON.parse(row.fields) : {}
    const gone = sampleFields(said, words)
    if (!row || Object.keys(gone).length === 0) continue
    const own = Object.fromEntries(Object.entries(said).filter(([field]) => !(field in gone)))
    await replaceWords(tx, row, { fields: own, isSample: false, at })
    removed[name] = gone
  }
  return Object.keys(removed).length > 0 ? JSON.stringify(removed) : null
}

/** Where she has said something since, that stays. */
export async function bringSampleWordsBack(tx: Db, kept: string, at: Date): Promise<void> {
  const removed: Record<string, Values> = JSON.parse(kept)
  for (const [name, words] of Object.entries(removed)) {
    const row = await findRow(tx, name)
    if (!row) continue
    const said: Values = JSON.parse(row.fields)
    await replaceWords(tx, row, { fields: { ...words, ...said }, isSample: Object.keys(said).length === 0, at })
  }
}

function sampleFields(said: Values, sample: Values): Values {
  return Object.fromEntries(Object.entries(sample).filter(([field, words]) => said[field] === words))
}

type Replacement = { fields: Values; isSample: boolean; at: Date }

async function replaceWords(tx: Db, { name, version }: PageWordsRow, { fields, isSample, at }: Replacement) {
  const said = { fields: JSON.stringify(fields), version: version + 1, saved_at: at.toISOString() }
  await tx
    .updateTable('page_words')
    .set({ ...said, is_sample: isSample ? 1 : 0 })
    .where('name', '=', name)
    .execute()
}

/** In the caller's transaction, of what is no more: all it ever said, and what she was typing. */
export async function forgetWords(tx: Db, name: string): Promise<void> {
  await tx.deleteFrom('page_words').where('name', '=', name).execute()
  await tx.deleteFrom('page_words_versions').where('name', '=', name).execute()
  await dropWorkingCopy({ db: tx }, { kind: 'page', itemId: name }, null)
}

export async function listVersions(db: Db, set: WordSet): Promise<WordsVersion[]> {
  const rows = await db
    .selectFrom('page_words_versions')
    .selectAll()
    .where('name', '=', set.name)
    .orderBy('version', 'desc')
    .limit(50)
    .execute()
  return rows.map(({ version, saved_at, fields }) => ({
    version,
    savedAt: saved_at,
    values: { ...valuesOf(set), ...knownIn(set, JSON.parse(fields)) },
  }))
}

/** What was said in a field that there is no more cannot be said again. */
function knownIn(set: WordSet, said: Values): Values {
  return Object.fromEntries(Object.entries(said).filter(([name]) => name in set.fields))
}

function findRow(db: Db, name: string): Promise<PageWordsRow | undefined> {
  return db.selectFrom('page_words').selectAll().where('name', '=', name).executeTakeFirst()
}

/** What is hers of it: what says the original follows the house when that finds better words. */
function ownWords(set: WordSet, given: Values): Values {
  const faults: Values = {}
  const own: Values = {}
  for (const [name, text] of Object.entries(given)) {
    const field = set.fields[name]
    const value = field && isOneLine(field) ? text.trim() : text
    const fault = field ? faultOf(field, value) : 'There is no such field'
    if (fault) faults[name] = fault
    else if (value !== field?.original) own[name] = value
  }
  const [first] = Object.values(faults)
  if (first) throw new AppError('invalid', first, { fields: faults })
  return own
}

function faultOf({ kind, label, isOptional }: WordField, value: string): string | null {
  const longest = { line: longestLine, consent: longestConsent, prose: longestProse, rows: longestProse }[kind]
  if (!isOptional && value.trim() === '') return `${label} cannot be empty. “Back to the original” fills it again.`
  if (value.length > longest) return `${label} must be at most ${longest.toLocaleString('en-CA')} characters`
  if (isOneLine({ kind }) && /[\r\n]/.test(value)) return `${label} must be one line`
  return isCleanText(value) ? null : `${label} has characters that cannot be kept`
}

function isOneLine({ kind }: Pick<WordField, 'kind'>): boolean {
  return kind === 'line' || kind === 'consent'
}

function savedElsewhere({ title }: WordSet): AppError {
  const words = `“${title}” was saved in another window meanwhile. Nothing you typed is lost.`
  return new AppError('conflict', words, { fields: { version: words } })
}
