import type { PageCache, Rendered } from '#server/page-cache.ts'
import type { AppContext } from '#server/route-table.ts'
import type { StandingHeaders } from '#server/security-headers.ts'
import { chooseAnswer } from '#server/stored-response.ts'

/** Answers with what was made for this path before, or has it made: for everybody, once, until content changes. */
export type Keep = (c: AppContext, make: () => Promise<Rendered>) => Promise<Response>

/** `always` stands on every answer, also where it is written straight on the socket. */
export function createKeep(pageCache: PageCache, always: StandingHeaders): Keep {
  return async (c, make) => {
    const made = await pageCache.getOrRender(c.req.path, async () => {
      const { headers, ...rest } = await make()
      return { ...rest, headers: { ...always(), ...headers } }
    })
    if ('body' in made) {
      const { status, body, isPassing } = made
      const { 'cdn-cache-control': _shared, ...headers } = made.headers
      return new Response(body, { status, headers: isPassing ? headers : { ...headers, 'cache-control': 'no-store' } })
    }
    const answer = chooseAnswer(made, (name) => c.req.header(name))
    return new Response(answer.body, answer)
  }
}

/** An answer of one of the table's doors, in the shape it is kept in. */
export async function toKeep(response: Response, headers: Record<string, string>): Promise<Rendered> {
  return {
    status: response.status,
    headers: { ...Object.fromEntries(response.headers), ...headers },
    body: Buffer.from(await response.arrayBuffer()),
  }
}
