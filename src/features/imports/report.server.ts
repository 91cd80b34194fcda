import { countInWords } from '#desk/words.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import { paths } from '#lib/paths.ts'
import type { Fate, Outcome } from './bringing.server.ts'
import type { OldSite } from './old-site.server.ts'

const inPosts = (count: number) => countInWords(count, 'post', 'posts')
const titles = (fates: readonly { title: string }[]) => fates.map(({ title }) => `“${title}”`).join(', ')

/** What was done, or would be, line by line: what she can do about it stands beside it. */
export function reportOf(site: OldSite, outcome: Outcome, lists: readonly string[], isTrial: boolean): string[] {
  const { brought, mended, before, left, addresses } = outcome
  const are = (state: Fate['state']) => brought.filter((fate) => fate.state === state).length
  const states = [`${are('published')} published`, `${are('scheduled')} scheduled`, `${are('draft')} as drafts`]
  return [
    `This is an export of ${site.program}${site.origin ? ` from ${site.origin}` : ''}.`,
    brought.length > 0
      ? `${isTrial ? 'Would come' : 'Brought'}: ${inPosts(brought.length)} (${states.join(', ')}).`
      : `${isTrial ? 'Would come' : 'Brought'}: nothing new.`,
    ...(before > 0 ? [`Already here: ${inPosts(before)}. Nothing comes twice, and what is here was not touched.`] : []),
    ...(mended.length > 0 ? [`Pictures that were missing are in place now in: ${titles(mended)}.`] : []),
    ...heldBack(brought),
    ...brought
      .filter(({ hasOtherSlug }) => hasOtherSlug)
      .map(({ title, slug }) => `Another address: “${title}” is ${paths.post(slug)} here.`),
    ...left.map(({ title, why }) => `Left out: “${title}”, because ${why}.`),
    ...site.others,
    ...lossesOf(outcome),
    ...picturesOf(outcome, isTrial),
    ...(addresses > 0
      ? [
          `Old addresses: ${addresses} lead to the new ones, once the old name leads to this site and the posts are published.`,
        ]
      : []),
    ...peopleOf(lists),
    isTrial
      ? 'This was a check, and nothing was changed. Without --check it is done.'
      : `Next: look through the posts and the drafts at ${deskPaths.posts}.`,
  ]
}

function heldBack(brought: readonly Fate[]): string[] {
  const reasons = new Map<string, Fate[]>()
  for (const fate of brought) {
    if (fate.heldBack) reasons.set(fate.heldBack, [...(reasons.get(fate.heldBack) ?? []), fate])
  }
  return [...reasons].map(([reason, fates]) => `A draft, since it was ${reason}: ${titles(fates)}.`)
}

function lossesOf({ losses }: Outcome): string[] {
  if (losses.size === 0) return []
  const counted = [...losses].map(([what, count]) => `  ${count} × ${what}`)
  return ['What texts here cannot hold, and what became of it:', ...counted]
}

function picturesOf({ brought, mended, pictures, faults }: Outcome, isTrial: boolean): string[] {
  const lacking = [...brought, ...mended].filter(({ missing }) => missing.length > 0)
  const count = lacking.reduce((sum, { missing }) => sum + missing.length, 0)
  const named = lacking.flatMap(({ title, missing }) => [`  in “${title}”:`, ...missing.map((url) => `    ${url}`)])
  const spoilt = [...faults].map(([name, why]) => `  ${name}: ${why}`)
  const again = isTrial ? 'before you import' : 'and run this once more: posts that you have not changed get them'
  return [
    ...(pictures > 0 ? [`Pictures: ${pictures} ${isTrial ? 'are there' : 'brought'}.`] : []),
    ...(spoilt.length > 0 ? ['These are no pictures that can be kept:', ...spoilt] : []),
    ...(count > 0
      ? [
          `Pictures that are not in this file: ${count}. Nothing is fetched from another site; in a text a link stands in the place of each. Put the folder with the pictures (wp-content/uploads, or content/images) beside the file, ${again}.`,
          ...named,
        ]
      : []),
  ]
}

function peopleOf(lists: readonly string[]): string[] {
  if (lists.length === 0) return []
  return [
    `People were not brought: ${lists.join(', ')}. Whoever is written to has to have agreed, and this command cannot ask you how. At the desk, ${deskPaths.importPeople}, choose the list (CSV), say how they agreed, and see what would happen first.`,
  ]
}
