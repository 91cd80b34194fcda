import { wordsIn } from '#features/words/service.server.ts'
import { textOf } from '#features/writing/prose-text.ts'
import type { SiteSnapshot } from '#server/site.ts'
import { letterByHandWords } from './gift-words.ts'
import { titleOfFile } from './service.server.ts'

/** What she pastes into her own mail program, with a place for each reader's link. The way out is her own mailbox there. */
export function letterByHand(site: SiteSnapshot, fileName: string): { subject: string; text: string } {
  const { subject, before, label, after, foot } = wordsIn(site, letterByHandWords, {
    freebook: titleOfFile(site, fileName),
  })
  const { name, postalAddress } = site.author
  const signature = [name, postalAddress].filter(Boolean).join('\n')
  const text = [textOf(before), `${label}:\n[LINK]`, textOf(after), signature, textOf(foot)].join('\n\n')
  return { subject, text: `Subject: ${subject}\n\n${text}\n` }
}
