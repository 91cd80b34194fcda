import { ApiError } from '#lib/send-json.ts'

type Sending = {
  method: 'POST' | 'PUT'
  path: string
  headers?: Record<string, string>
  onProgress: (sent: number) => void
  signal?: AbortSignal
}

/** Sends a file. By the older way to ask a server, which alone tells how much of it has left. */
export function upload<Answer>(
  file: File,
  { method, path, headers = {}, onProgress, signal }: Sending,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, path)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onload = () => {
      const { status, responseText, statusText } = request
      if (status === 201) resolve(JSON.parse(responseText))
      else reject(new ApiError(status, responseText, statusText))
    }
    request.onerror = () => reject(new TypeError('the line broke'))
    request.onabort = () => reject(new DOMException('stopped by the author', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}
