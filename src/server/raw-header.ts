import type { IncomingMessage } from 'node:http'

/**
 * A header as it was sent, the first of that name; `name` in small letters. Node makes a table of all headers when one is
 * asked for by name, which takes as long as everything else that a held page needs.
 */
export function rawHeader({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, name: string): string | undefined {
  for (let place = 0; place < rawHeaders.length; place += 2) {
    if (isCalled(rawHeaders[place], name)) return rawHeaders[place + 1]
  }
  return undefined
}

export function countHeaders({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, name: string): number {
  let count = 0
  for (let place = 0; place < rawHeaders.length; place += 2) if (isCalled(rawHeaders[place], name)) count++
  return count
}

function isCalled(sent: string | undefined, name: string): boolean {
  return sent?.length === name.length && sent.toLowerCase() === name
}
