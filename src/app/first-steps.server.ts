import type { Step } from '#features/first-steps/service.server.ts'
import { blankName, type Profile } from '#features/profile/contract.ts'
import { readProfile } from '#features/profile/service.server.ts'
import { readSamples } from '#features/samples/service.server.ts'
import { testLetterFact } from '#features/settings/contract.ts'
import { aboutWords } from '#features/site/about-words.ts'
import { readWords } from '#features/words/service.server.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import { paths } from '#lib/paths.ts'
import { readFact } from '#server/site-facts.ts'
import { sampleHolders } from './sample-holders.server.ts'
import { samplePack } from './sample-pack.server.ts'
import { works } from './works.server.ts'

const books = works.find(({ path }) => path === paths.books)

/** What there is to do before the site is hers, in its order. Each is looked at where it is kept. */
export const firstSteps: readonly Step[] = [
  {
    name: 'name',
    look: async ({ db }) => {
      const { profile, isSample } = await readProfile(db)
      const isNamed = !isSample && profile.name !== blankName
      return { isDone: isNamed && hasPhotograph(profile), href: isNamed ? deskPaths.site : deskPaths.welcome }
    },
  },
  // A line as soon as books are written at the desk.
  ...(books
    ? [
        {
          name: 'book' as const,
          look: async ({ db }: Parameters<Step['look']>[0]) => {
            const own = await books.listIds(db, { isSample: false })
            return { isDone: own.length > 0, href: `/admin${paths.books}` }
          },
        },
      ]
    : []),
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

/** Where the profile has no place for one, none is missing. */
function hasPhotograph(profile: Profile & { photograph?: { url: string } | null }): boolean {
  return !('photograph' in profile) || Boolean(profile.photograph?.url)
}
