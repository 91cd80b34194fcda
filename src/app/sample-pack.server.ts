import { posts } from '#features/blog/service.server.ts'
import { plantBooks } from '#features/books/samples.server.ts'
import { keepWording } from '#features/newsletter/wordings.server.ts'
import { findOwner } from '#features/owner/entrance.server.ts'
import { plantProfile } from '#features/profile/service.server.ts'
import type { SamplePack } from '#features/samples/contract.ts'
import { hangSampleArt, stories } from '#features/stories/service.server.ts'
import { plantWords } from '#features/words/service.server.ts'
import { furnish } from '#features/writing/samples.server.ts'
import type { Deps } from '#server/deps.ts'
import { claimFact, readFact } from '#server/site-facts.ts'
import { samplePack } from './pack.server.ts'

// Drawn with the build, for the stories of the sample alone.
const storyArt = import.meta.glob<string>('/.generated/art/sample-story-*.svg', { query: '?raw', import: 'default' })

async function readStoryArt(): Promise<Map<string, string>> {
  const pictures = new Map<string, string>()
  for (const [file, read] of Object.entries(storyArt)) {
    const [, slug = ''] = file.match(/sample-story-(.+)\.svg$/) ?? []
    pictures.set(slug, await read())
  }
  return pictures
}

/** What an empty house begins with. Once: what the owner has cleared away does not come back. */
export async function furnishHouse(deps: Deps, pack: SamplePack | null = samplePack): Promise<void> {
  if (!pack) return
  await deps.db.transaction().execute(async (tx) => {
    // Older versions had this author built in: an upgrade looks the same as before it.
    const wasBuiltIn = (await readFact(tx, 'samples')) !== null || (await findOwner(tx)) !== null
    if (!(await claimFact(tx, 'furnished', deps.now().toISOString()))) return
    if (!deps.env.hasSamples && !wasBuiltIn) return
    await plantProfile(tx, pack.profile, deps.now())
    await plantBooks(tx, deps, pack.books)
    for (const [name, words] of Object.entries(pack.words)) await plantWords(tx, name, words, deps.now())
    for (const wording of pack.wordings) await keepWording(tx, { ...wording, at: deps.now() })
  })
  const isNew = await furnish(deps, [
    { work: stories, samples: pack.stories },
    { work: posts, samples: pack.posts },
  ])
  if (isNew) await hangSampleArt(deps.db, await readStoryArt())
  await deps.siteChanged()
}
