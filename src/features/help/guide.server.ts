import { readProse } from '#features/writing/prose.ts'
import guide from '/docs/owners-guide.md?raw'
import type { GuideSection } from './contract.ts'

/** The guide's sections by their headings, as they stand in it: there is no other copy of these words. */
const sections = new Map(
  guide
    .split(/^## /m)
    .slice(1)
    .map((text) => {
      const [title = '', ...lines] = text.split('\n')
      return [title.trim(), lines.join('\n').trim()]
    }),
)

export function findSection(title: string): GuideSection | null {
  const text = sections.get(title)
  return text === undefined ? null : { title, blocks: readProse(plainer(text)) }
}

/** What prose has no sign for: a command stands as a quotation, a table as a list, and a link within the guide as its words. */
function plainer(text: string): string {
  return (
    text
      // Where the room is: she is in it.
      .replace(/^`\/(?:admin|analytics)[^`\n]*`\. /, '')
      .replace(/^( *)```\w*\n([\s\S]*?)^ *```$/gm, (_, indent: string, code: string) =>
        code.replace(/^ *(.*)\n/gm, (_line, words: string) => `${indent}> ${words.replace(/[*_[\]]/g, '\\$&')}\n`),
      )
      .replace(/^\|.*\|\n\| ?-.*\n((?:\|.*\n?)+)/gm, (_, rows: string) =>
        rows.replace(/^\| ?(.*?) ?\|(.*)\|$/gm, (_row, term: string, said: string) => `- **${term}**: ${said.trim()}`),
      )
      .replace(/`([^`\n]+)`/g, (_, words: string) => words.replace(/[*_[\]#>]/g, '\\$&'))
      .replace(/\[([^\]]+)\]\(#[^)]*\)/g, '$1')
      .replace(/^#### /gm, '### ')
  )
}
