import { bringSampleLinesBack, countSampleLines, removeSampleLines } from '#features/books/samples.server.ts'
import { bringSampleAuthorBack, countSampleAuthor, removeSampleAuthor } from '#features/profile/service.server.ts'
import type { SampleHolder } from '#features/samples/service.server.ts'
import { bringSampleWordsBack, countSampleWords, removeSampleWords } from '#features/words/service.server.ts'
import type { Work } from '#features/writing/works.server.ts'
import { samplePack } from './pack.server.ts'
import { works } from './works.server.ts'

/** Every place where something of the sample may stand. What is written at the desk comes by itself. */
export const sampleHolders: readonly SampleHolder[] = [...packHolders(), ...works.map(workHolder)]

/** What she is, and what her pages and shelves say, is the sample's only where it says the same. */
function packHolders(): SampleHolder[] {
  if (!samplePack) return []
  const { profile, words, books } = samplePack
  return [
    {
      name: 'author',
      one: 'line about the sample’s author',
      many: 'lines about the sample’s author',
      count: (db) => countSampleAuthor(db, profile),
      remove: (tx, at) => removeSampleAuthor(tx, profile, at),
      bringBack: bringSampleAuthorBack,
    },
    {
      name: 'words',
      one: 'text on your pages and in your letters',
      many: 'texts on your pages and in your letters',
      count: (db) => countSampleWords(db, words),
      remove: (tx, at) => removeSampleWords(tx, words, at),
      bringBack: bringSampleWordsBack,
    },
    {
      name: 'shelf',
      one: 'line under the name of a shelf',
      many: 'lines under the names of shelves',
      count: (db) => countSampleLines(db, books),
      remove: (tx) => removeSampleLines(tx, books),
      bringBack: bringSampleLinesBack,
    },
  ]
}

function workHolder(work: Work): SampleHolder {
  const { kind } = work
  const samples = (db: Parameters<SampleHolder['count']>[0]) => work.listIds(db, { isSample: true })
  return {
    name: kind,
    one: kind,
    many: kind.endsWith('y') ? `${kind.slice(0, -1)}ies` : `${kind}s`,
    count: async (db) => (await samples(db)).length,
    // To the bin, like every other.
    remove: async (tx, at) => {
      const gone = await work.throwSamplesAway(tx, await samples(tx), at)
      return gone.length > 0 ? JSON.stringify(gone) : null
    },
    bringBack: (tx, kept) => work.takeSamplesBack(tx, JSON.parse(kept)),
  }
}
