import { upload } from '#desk/upload.ts'
import { toSlug } from '#lib/slug.ts'
import { largestBook, nameHeader } from './content.ts'
import type { BookFile } from './contract.ts'
import { type FileKind, kindOf } from './file-name.ts'

type Watch = { onProgress: (sent: number) => void; signal: AbortSignal }
type Chosen = Pick<File, 'name' | 'size'>

const kinds: readonly FileKind[] = ['EPUB', 'PDF']

/** What is wrong with a file before it is sent: a line that the server cuts tells nobody why. `kind`: what it must be. */
export function faultOf({ name, size }: Chosen, kind: FileKind | null): string | null {
  const wanted = kind ? [kind] : kinds
  if (!wanted.some((one) => name.toLowerCase().endsWith(`.${one.toLowerCase()}`))) {
    return kind
      ? `This is not ${kind === 'EPUB' ? 'an EPUB' : 'a PDF'}. Export the book as ${kind} from your writing program and choose that file.`
      : 'This is neither an EPUB nor a PDF. Export it as one of them from your writing program and choose that file.'
  }
  if (size === 0) return 'The file is empty.'
  return size > largestBook ? 'A book may be 100 MB at most.' : null
}

const longestBase = 80

/** The name a new file gets here, after the one it has on her computer; where nothing of that is left, one of its own. */
export function fileNameFor({ name }: Chosen): string {
  const [, base = '', ending = ''] = name.match(/^(.*)\.(\w+)$/) ?? []
  const slug = toSlug(base.slice(0, longestBase)) || `file-${crypto.randomUUID().slice(0, 8)}`
  return `${slug}.${ending.toLowerCase()}`
}

/** `isNew`: it must not take the place of another. */
export function uploadBook(name: string, file: File, { isNew, ...watch }: Watch & { isNew: boolean }) {
  const type = kindOf(name) === 'PDF' ? 'application/pdf' : 'application/epub+zip'
  return upload<BookFile>(file, {
    method: 'PUT',
    path: `/api/files/${name}`,
    headers: {
      'content-type': type,
      [nameHeader]: encodeURIComponent(file.name),
      ...(isNew ? { 'if-none-match': '*' } : {}),
    },
    ...watch,
  })
}
