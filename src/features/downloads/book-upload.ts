import { upload } from '#desk/upload.ts'
import { largestBook, nameHeader } from './content.ts'
import type { BookFile } from './contract.ts'

type Watch = { onProgress: (sent: number) => void; signal: AbortSignal }

/** What is wrong with a file before it is sent: a line that the server cuts tells nobody why. */
export function faultOf({ name, size }: { name: string; size: number }): string | null {
  if (!name.toLowerCase().endsWith('.epub'))
    return 'This is not an EPUB. Export the book as EPUB from your writing program and choose that file.'
  if (size === 0) return 'The file is empty.'
  return size > largestBook ? 'A book may be 100 MB at most.' : null
}

export function uploadBook(name: string, file: File, watch: Watch): Promise<BookFile> {
  return upload(file, {
    method: 'PUT',
    path: `/api/files/${name}`,
    headers: { 'content-type': 'application/epub+zip', [nameHeader]: encodeURIComponent(file.name) },
    ...watch,
  })
}
