import { fetchedBy, titleOfFile } from '#features/downloads/service.server.ts'
import {
  type Choice,
  countChosen,
  listAskedFor,
  listChosen,
  listSources,
  listTags,
  someChosen,
} from '#features/people/audience.server.ts'
import { sourceWords } from '#features/people/people-text.ts'
import { momentOf } from '#lib/zone-time.ts'
import type { Deps } from '#server/deps.ts'
import { gotLetter, mayHaveGot } from '#server/letters.ts'
import type { Audience, AudienceChoices, AudienceCount } from './contract.ts'
import { writtenKind } from './kind.ts'

const midnight = 0
/** An import may bring many, and each can be asked for. */
const mostTags = 1_000

/** What she has said, as those can answer it who know; without those who have this letter already, or may. */
function choiceOf({ db, site }: Pick<Deps, 'db' | 'site'>, audience: Audience, letterId: string | null): Choice {
  const { fetched, notFetched, got, notGot, joinedFrom, joinedBefore, ...rest } = audience
  const at = (day: string | null) => day && momentOf(day, midnight, site().author.timeZone).toISOString()
  return {
    ...rest,
    joinedFrom: at(joinedFrom),
    joinedBefore: at(joinedBefore),
    among: [...(fetched ? [fetchedBy(db, fetched)] : []), ...(got ? [gotLetter(db, writtenKind, got)] : [])],
    notAmong: [
      ...(notFetched ? [fetchedBy(db, notFetched)] : []),
      ...(notGot ? [gotLetter(db, writtenKind, notGot)] : []),
      ...(letterId ? [mayHaveGot(db, writtenKind, letterId)] : []),
    ],
  }
}

const shownNames = 3

export async function countAudience(deps: Deps, audience: Audience, letterId: string | null): Promise<AudienceCount> {
  const choice = choiceOf(deps, audience, letterId)
  const some = await someChosen(deps.db, choice, shownNames)
  return { count: await countChosen(deps.db, choice), names: some.map(({ name, email }) => name || email) }
}

export async function listAudience(deps: Deps, audience: Audience, letterId: string): Promise<string[]> {
  return listChosen(deps.db, choiceOf(deps, audience, letterId))
}

/** Everything that can be asked for in an audience, in words. */
export async function listChoices(deps: Deps, letters: AudienceChoices['letters']): Promise<AudienceChoices> {
  const { db, site } = deps
  const { books, files, freeBook } = site()
  const names = new Set([...(freeBook ? [freeBook.file] : []), ...files.keys()])
  return {
    tags: await listTags(db, mostTags),
    sources: (await listSources(db)).map((source) => ({ source, words: sourceWords(source) })),
    asked: (await listAskedFor(db)).map(({ about, count }) => ({ about, count, words: askedWords(about, books) })),
    files: [...names].map((name) => ({ name, title: titleOfFile(site(), name) })),
    letters,
  }
}

/** A request is of a book until its day, and after that of the next one. */
function askedWords(about: string, books: readonly { id: string; title: string }[]): string {
  const [id, state] = about.split(' ')
  const title = books.find((book) => book.id === id)?.title
  if (!title) return 'an earlier book'
  return state === 'after' ? `the book after “${title}”` : `“${title}”`
}
