import { posts } from '#features/blog/service.server.ts'
import { stories } from '#features/stories/service.server.ts'
import type { Format } from '#features/writing/contract.ts'
import { readText } from '#features/writing/prose.ts'
import { writeProse } from '#features/writing/prose-source.ts'
import { paths } from '#lib/paths.ts'
import type { Deps } from '#server/deps.ts'
import type { OwnerLetter } from './contract.ts'
import { wholeNewsletter } from './contract.ts'
import { createLetter, getWritten } from './service.server.ts'

/** A new letter with the words of something that is there: an earlier letter, a post, a story. */
export async function beginFrom(deps: Deps, from: 'letter' | 'post' | 'story', id: string): Promise<OwnerLetter> {
  return createLetter(deps, {
    audience: wholeNewsletter,
    isOnWeb: false,
    slug: null,
    ...(await wordsOf(deps, from, id)),
  })
}

async function wordsOf(deps: Deps, from: 'letter' | 'post' | 'story', id: string) {
  if (from === 'letter') {
    const { subject, previewLine, content, format, audience, isOnWeb } = await getWritten(deps, id)
    return { subject, previewLine, content, format, audience, isOnWeb }
  }
  if (from === 'post') {
    const { title, excerpt, content, format, slug } = await posts.get(deps, id)
    return {
      subject: title,
      previewLine: (excerpt ?? '').slice(0, 200),
      ...withWay({ content, format }, paths.post(slug)),
    }
  }
  const { title, description, content, format, slug } = await stories.get(deps, id)
  return {
    subject: title,
    previewLine: description.slice(0, 200),
    ...withWay({ content, format }, paths.story(slug)),
  }
}

/** Whoever would rather read it there finds the way at its end. A plain text becomes prose that says the same. */
function withWay({ content, format }: { content: string; format: Format }, href: string) {
  const prose = format === 'plain' ? writeProse(readText(content, format)) : content
  return { content: `${prose.trimEnd()}\n\n[Read it on the site](${href})`, format: 'prose' as const }
}
