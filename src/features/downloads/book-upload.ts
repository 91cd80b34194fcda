import { ApiError } from '#lib/send-json.ts'
import { freeBookFile, largestBook, nameHeader } from './content.ts'
import type { BookFile } from './contract.ts'

type Watch = { onProgress: (sent: number) => void; signal: AbortSignal }

/** What is wrong with a file before it is sent: a line that the server cuts tells nobody why. */
export function faultOf({ name, size }: { name: string; size: number }): string | null {
  if (!name.toLowerCase().endsWith('.epub'))
    return 'This is not an EPUB. Export the book as EPUB from your writing program and choose that file.'
  if (size === 0) return 'The file is empty.'
  return size > largestBook ? 'A book may be 100 MB at most.' : null
}

/** Sends the book. By the older way to ask a server, which alone tells how much of it has left. */
export function uploadBook(file: File, { onProgress, signal }: Watch): Promise<BookFile> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', `/api/files/${freeBookFile}`)
    request.setRequestHeader('content-type', 'application/epub+zip')
    request.setRequestHeader(nameHeader, encodeURIComponent(file.name))
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onload = () => {
      const { status, responseText, statusText } = request
      if (status === 201) resolve(JSON.parse(responseText))
      else reject(new ApiError(status, responseText, statusText))
    }
    request.onerror = () => reject(new TypeError('the line broke'))
    request.onabort = () => reject(new DOMException('stopped by the author', 'AbortError'))
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}
