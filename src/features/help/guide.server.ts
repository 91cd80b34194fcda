import { readProse } from '#features/writing/prose.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import { contentsName, type GuidePage, type GuideReading } from './contract.ts'

/** The guide's pages by the names of their files: there is no other copy of these words. */
const files = import.meta.glob<string>('/docs/guide/*.md', { query: '?raw', import: 'default', eager: true })
const texts = new Map(
  Object.entries(files).map(([path, text]) => {
    const name = path.slice(path.lastIndexOf('/') + 1, -'.md'.length)
    const [, title = '', words = ''] = text.match(/^# (.+)\n+([\s\S]*)$/) ?? []
    return [name === 'README' ? contentsName : name, { title, words }]
  }),
)

/** As the page of all names them. */
const order = [...(texts.get(contentsName)?.words ?? '').matchAll(/\]\(([\w-]+)\.md\)/g)].map(([, name = '']) => name)

export function findGuidePage(name: string): GuidePage | null {
  const found = texts.get(name)
  return found ? { name, title: found.title, blocks: readProse(plainer(found.words)) } : null
}

export function readGuidePage(name: string): GuideReading | null {
  const page = findGuidePage(name)
  const after = order[order.indexOf(name) + 1] ?? ''
  const title = texts.get(after)?.title
  return page && { ...page, next: title ? { name: after, title } : null }
}

/** What prose has no sign for: a command stands as a quotation, a table as a list, and a link out of the guide as its words. */
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
      .replace(/\]\(([\w-]+)\.md(?:#[\w-]*)?\)/g, (_, name: string) => `](${deskPaths.guidePage(name)})`)
      .replace(/\[([^\]]+)\]\([.#][^)]*\)/g, '$1')
  )
}
