import { setImmediate as letOthersIn } from 'node:timers/promises'
import { isEmail } from '#lib/email.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { suppressedAmong, suppressionWords } from '#server/suppressions.ts'
import { type Counts, type Fate, fates, type ImportCheck, type ImportPeopleInput, mostText } from './import-contract.ts'
import { type Listed, ListFault, openTable } from './import-table.ts'
import { isUnconfirmed, plainWords, standingOf, standingWords, stricterStatus } from './standing.ts'

export const atOnce = 500
const mostExamples = 5

type Table = ReturnType<typeof openTable>
type Read = { people: Map<string, Listed>; rows: number; counts: Counts; examples: Required<ImportCheck>['examples'] }

/** What an import would do. Nothing is changed. */
export async function checkImport(deps: Deps, input: ImportPeopleInput): Promise<ImportCheck> {
  const { table, read } = await readList(input)
  const { people, rows, counts, examples } = read
  for await (const some of inSlices([...people.values()])) {
    const judged = await judge(deps.db, deps, some, input.list)
    for (const { listed, fate, why } of judged) note(read, fate, listed, why)
  }
  return { rows, columns: table.columns, counts, examples, notes: notesOn(table, counts) }
}

export async function readList({ csv, fileName, columns }: Pick<ImportPeopleInput, 'csv' | 'fileName' | 'columns'>) {
  if (csv.length > mostText)
    throw new AppError('too_large', 'This file is over 50 MB. Bring the people in several files.')
  try {
    const table = openTable(csv, fileName, columns)
    return { table, read: await readEverybody(table) }
  } catch (error) {
    if (!(error instanceof ListFault)) throw error
    throw new AppError('invalid', error.message, { fields: { csv: error.message } })
  }
}

/** Each address once, with the strictest of what the list says of it. */
async function readEverybody(table: Table): Promise<Read> {
  const counts = Object.fromEntries(fates.map((fate) => [fate, 0])) as Counts
  const read: Read = { people: new Map(), rows: 0, counts, examples: {} }
  let seen = 0
  for (const listed of table.everybody()) {
    if (++seen % atOnce === 0) await letOthersIn()
    if (!listed) continue
    read.rows++
    const known = read.people.get(listed.email)
    if (!isEmail(listed.email)) note(read, 'noAddress', listed, 'This is not an e-mail address')
    else if (!known) read.people.set(listed.email, listed)
    else {
      note(read, 'twice', listed, `Stands in line ${known.line} too`)
      known.status = stricterStatus(known.status, listed.status)
    }
  }
  return read
}

function note({ counts, examples }: Read, fate: Fate, { line, email }: Listed, why: string) {
  counts[fate]++
  const some = examples[fate] ?? []
  if (some.length < mostExamples) examples[fate] = [...some, { line, email: email.slice(0, 100), why }]
}

export async function* inSlices<Item>(items: readonly Item[], from = 0): AsyncGenerator<Item[]> {
  for (let next = from; next < items.length; next += atOnce) {
    if (next > from) await letOthersIn()
    yield items.slice(next, next + atOnce)
  }
}

export type Judged = {
  listed: Listed
  fate: Fate
  why: string
  refusal: 'left' | 'bounced' | 'complained' | null
  isHere: boolean
}

const refusals = { unsubscribed: 'left', bounced: 'bounced', complained: 'complained' } as const

/**
 * What becomes of each of these: by what the list says of her, and by what is known here, whichever forbids more. But
 * whoever typed her address here and never confirmed comes as the list says.
 */
export async function judge(
  db: Db,
  { keyFor }: Pick<Deps, 'keyFor'>,
  some: readonly Listed[],
  list: ImportPeopleInput['list'],
) {
  const emails = some.map(({ email }) => email)
  const gone = await suppressedAmong(db, keyFor, emails)
  const rows = await db
    .selectFrom('people as p')
    .leftJoin('memberships as m', (join) => join.onRef('m.person_id', '=', 'p.id').on('m.list', '=', list))
    .select(['p.email', 'p.left_at', 'm.state as place', 'm.basis'])
    .where('p.email', 'in', emails)
    .execute()
  const known = new Map(rows.map((row) => [row.email, row]))
  return some.map((listed): Judged => {
    const { email, status } = listed
    const standing = status === null ? 'welcome' : standingOf(status)
    const said = status === null ? '' : standingWords(status)
    const here = known.get(email)
    const isHere = here !== undefined && here.left_at === null
    const reason = gone.get(email)?.reason
    const refusal = standing in refusals ? refusals[standing as keyof typeof refusals] : null
    const be = (fate: Fate, why: string): Judged => ({ listed, fate, why, refusal, isHere })
    const fateOf = (why: string) => (why === 'bounced' ? 'unreachable' : 'left')
    if (refusal) return be(fateOf(refusal), said)
    if (reason) return be(fateOf(reason), `This person ${suppressionWords(reason)}`)
    if (here?.left_at) return be('left', 'This person has left and gets no more letters')
    if (standing === 'unknown') return be('unknown', said)
    const isConfirmedSo = here?.place === 'pending' && here.basis === null && standing === 'welcome'
    if (here?.place && !isConfirmedSo) return be('here', 'On this list already')
    // So this site's own file calls whoever gets the books and not the newsletter.
    if (list === 'newsletter' && plainWords(status ?? '') === 'reader') return be('atRest', said)
    if (standing === 'welcome') return be('joins', '')
    return list === 'newsletter' && isUnconfirmed(status ?? '') ? be('unconfirmed', '') : be('atRest', said)
  })
}

function notesOn({ columns, hasHeadings }: Table, { unknown }: Counts): string[] {
  const addresses = columns.filter(({ heading, meaning }) => meaning !== 'email' && /e-?mail/i.test(heading))
  const main = columns.find(({ meaning }) => meaning === 'email')
  const others = addresses.filter(({ example }) => example.includes('@')).map(({ heading }) => `“${heading}”`)
  return [
    ...(hasHeadings
      ? []
      : ['The first line names no columns, so they were told by what stands in them. Look at each.']),
    ...(others.length > 0
      ? [
          `Addresses are taken from “${main?.heading}”, and not from ${others.join(' or ')}. Choose another below if that is wrong.`,
        ]
      : []),
    ...(columns.some(({ meaning }) => meaning === 'status')
      ? []
      : [
          'No column says who has unsubscribed: everybody in the file is taken to be subscribed. Leave out files of those who left.',
        ]),
    ...(unknown > 0 ? ['Some have a status this site does not know. They are not brought in.'] : []),
  ]
}
