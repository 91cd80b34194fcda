import { recordEvent } from '#features/owner/service.server.ts'
import { byteOrderMark, csvLine } from '#lib/csv.ts'
import type { Deps } from '#server/deps.ts'
import type { Consent, Person } from './contract.ts'
import type { PeopleFilter } from './filters.ts'
import { everybody } from './service.server.ts'

/** The list as a file that any spreadsheet opens, written while it is read. */
export async function csvOf(deps: Deps, filter: PeopleFilter): Promise<Response> {
  await recordEvent(deps.db, 'subscribers.exported', deps.now())
  const day = deps.now().toISOString().slice(0, 10)
  return new Response(streamOf(linesOf(deps, filter)), {
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="subscribers-${day}.csv"`,
    },
  })
}

async function* linesOf(deps: Deps, filter: PeopleFilter): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(['email', 'name', 'state', 'source', 'joined', 'confirmed', 'left', 'consent'])
  for await (const some of everybody(deps, filter)) {
    yield some.map(([person, consents]) => lineOf(person, consents)).join('')
  }
}

function lineOf({ email, name, state, source, joinedAt, confirmedAt, leftAt }: Person, consents: Consent[]): string {
  const ledger = consents.map(({ what, at, wording, where, how }) => `${what}: ${at}, ${wording}, ${where}, ${how}`)
  return csvLine([email, name, state, source, joinedAt, confirmedAt, leftAt, ledger.join(' | ')])
}

function streamOf(lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await lines.next()
      if (done) return controller.close()
      controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await lines.return(undefined)
    },
  })
}
