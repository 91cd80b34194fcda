import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, utimesSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { makeEpub } from '../support/epub.ts'
import { kills } from '../support/long-run.ts'
import { cookieAt, ownerAt, startOwnedSite } from './owner.ts'
import { type Place, places } from './places.ts'

const filename = 'lanterns.epub'

async function openSite() {
  const place = await (places.SQLite as () => Promise<Place>)()
  const env: Record<string, string> = { ...place.env, SAMPLE_CONTENT: 'off', TRUST_PROXY: '1' }
  const site = await startOwnedSite(env)
  const cookie = await cookieAt(site)
  const owner = await ownerAt(site)
  const put = (port: number, body: BodyInit) =>
    fetch(`http://127.0.0.1:${port}/api/files/${filename}`, {
      method: 'PUT',
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
      body,
      duplex: 'half',
    } as RequestInit)
  const { downloadUrl } = await owner('POST', '/api/generate-shared-download-link', { filename, hoursToExpire: 1 })
  return { place, env, site, put, path: new URL(downloadUrl).pathname }
}

/** A book over a line that carries a piece every few milliseconds, and stands still halfway until it may go on. */
function slowly(book: Uint8Array, mayGoOn: Promise<unknown>): ReadableStream<Uint8Array> {
  let sent = 0
  return new ReadableStream({
    async pull(stream) {
      if (sent >= book.length) return stream.close()
      await (sent < book.length / 2 ? wait(4) : mayGoOn.then(() => wait(4)))
      stream.enqueue(book.slice(sent, sent + 10_000))
      sent += 10_000
    },
  })
}

test(`an upload killed ${kills} times is never seen by a reader, and leaves nothing behind`, async () => {
  const { place, env, put, path, ...house } = await openSite()
  let { site } = house
  await put(site.port, makeEpub(3_000))
  let whole = 3_000
  const folder = join(String(env.DATA_DIR), 'files')
  const parts = () => readdirSync(folder).filter((name) => name.endsWith('.part'))
  for (let kill = 0; kill < kills; kill++) {
    const size = 400_000 + kill
    let goOn = () => {}
    const mayGoOn = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const before = parts().length
    const answer = put(site.port, slowly(makeEpub(size), mayGoOn)).then(
      ({ status }) => status,
      () => 0,
    )
    await expect.poll(() => parts().length).toBe(before + 1)
    // The first is cut halfway, the others at any moment until shortly after they are whole.
    if (kill > 0) goOn()
    await wait((kill / kills) * 150)
    site.child.kill('SIGKILL')
    await once(site.child, 'exit')
    site = await startOwnedSite(env)
    const { status, headers } = await fetch(`http://127.0.0.1:${site.port}${path}`, { method: 'HEAD' })
    // Whether the last one was kept or not: what is there is all of one of the two.
    const seen = Number(headers.get('content-length'))
    expect([status, [whole, size].includes(seen)]).toEqual([200, true])
    if ((await answer) === 201) expect(seen).toBe(size)
    whole = seen
  }
  await site.stop()

  // An hour later.
  expect(parts().length).toBeGreaterThan(0)
  const then = new Date(Date.now() - 2 * 3_600_000)
  for (const name of parts()) utimesSync(join(folder, name), then, then)
  await place.ask(`update loose_files set since = '${then.toISOString()}' returning storage_key`)
  site = await startOwnedSite(env)
  const left = async () => [readdirSync(folder), (await place.ask('select storage_key from loose_files')).length]
  const [row] = await place.ask('select storage_key from book_files')
  await expect.poll(left).toEqual([[row?.storage_key], 0])
  const book = await (await fetch(`http://127.0.0.1:${site.port}${path}`)).arrayBuffer()
  expect(Buffer.from(book).equals(Buffer.from(makeEpub(whole)))).toBe(true)
  await site.stop()
  await place.remove()
})

test('a thousand overlapping ranges of a large book take no memory, and leave room for the next reader', async () => {
  const { place, site, put, path } = await openSite()
  const size = 60_000_000
  await put(site.port, makeEpub(size))
  const memory = () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(site.child.pid)])) * 1_024
  const ask = (from: number) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { range: `bytes=${from}-`, 'x-forwarded-for': `10.0.0.${(from / 1_000) % 250}` }
      const options = { host: '127.0.0.1', port: site.port, path, headers, agent: false }
      request(options, resolve).on('error', reject).end()
    })
  const readAll = (answer: IncomingMessage) => once(answer.resume(), 'close')
  await readAll(await ask(0))
  const before = memory()
  // They take the head of the answer, and nothing more.
  const answers = await Promise.all(Array.from({ length: 1_000 }, (_, number) => ask(number * 1_000)))
  const statuses = answers.map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status !== 206 && status !== 503)).toEqual([])
  const [first, ...others] = answers.filter(({ statusCode }) => statusCode === 206)
  // As many as one link may have at once.
  expect(others).toHaveLength(47)
  // While one is read to its end, whatever reads ahead of the others could have read as much.
  await readAll(first as IncomingMessage)
  const grown = memory() - before
  // The allocator keeps some of what went by; a tenth of what they asked for would be five books.
  expect(grown).toBeLessThan((others.length * size) / 10)
  console.log(`${answers.length} streams asked for, ${Math.round(grown / 1e6)} MB more than before`)
  for (const answer of answers) answer.destroy()
  await expect.poll(async () => (await ask(0).then((answer) => answer.resume())).statusCode).toBe(206)
  await site.stop()
  await place.remove()
})
