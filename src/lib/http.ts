/** In the browser: fetch. During server rendering: the same API called in process, no socket. */
export type Fetcher = (path: string, init?: RequestInit) => Response | Promise<Response>

/** A response that was not OK; its text is the status, a colon and a space, then the body or the status text. */
export class HttpError extends Error {
  readonly status: number

  constructor(status: number, text: string) {
    super(`${status}: ${text}`)
    this.name = 'HttpError'
    this.status = status
  }

  /** Travels in the hydration state, where a plain Error would become `{}`. */
  toJSON() {
    return { name: this.name, status: this.status, message: this.message }
  }
}

export async function readJson(response: Response): Promise<unknown> {
  if (!response.ok) throw new HttpError(response.status, (await response.text()) || response.statusText)
  return response.json()
}
