import { books } from '#features/books/service.server.ts'
import type { Step } from '#features/first-steps/service.server.ts'
import { blankName } from '#features/profile/contract.ts'
import { readProfile } from '#features/profile/service.server.ts'
import { readSamples } from '#features/samples/service.server.ts'
import { testLetterFact } from '#features/settings/contract.ts'
import { aboutWords } from '#features/site/about-words.ts'
import { readWords } from '#features/words/service.server.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import { readFact } from '#server/site-facts.ts'
import { samplePack } from './pack.server.ts'
import { sampleHolders } from './sample-holders.server.ts'

/** What there is to do before the site is hers, in its order. Each is looked at where it is kept. */
export const firstSteps: readonly Step[] = [
  {
    name: 'name',
    look: async ({ db }) => {
      const { profile, isSample } = await readProfile(db)
      return { isDone: !isSample && profile.name !== blankName, href: deskPaths.welcome }
    },
  },
  {
    name: 'photograph',
    look: async ({ db }) => ({
      isDone: (await readProfile(db)).profile.photograph.url !== '',
      href: deskPaths.site,
    }),
  },
  {
    name: 'book',
    look: async ({ db }) => ({
      isDone: (await books.listIds(db, { isSample: false })).length > 0,
      href: deskPaths.books,
    }),
  },
  {
    name: 'about',
    look: async ({ db }) => {
      const bio = (await readWords(db)).get(aboutWords.name)?.bio?.trim() ?? ''
      const isHers = bio !== '' && bio !== samplePack?.words[aboutWords.name]?.bio
      return { isDone: isHers, href: deskPaths.words(aboutWords.name) }
    },
  },
  { name: 'mail', look: async ({ env }) => ({ isDone: env.smtpUrl !== null, href: `${deskPaths.settings}#mail` }) },
  {
    name: 'test-letter',
    look: async ({ db }) => ({
      isDone: (await readFact(db, testLetterFact)) !== null,
      href: `${deskPaths.settings}#mail`,
    }),
  },
  {
    name: 'samples',
    look: async ({ db }) => {
      const { left } = await readSamples(db, sampleHolders)
      return { isDone: left.length === 0, href: `${deskPaths.settings}#samples` }
    },
  },
]
