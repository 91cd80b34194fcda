import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from '@playwright/test'
import { startSite } from '../../scripts/site-process.mjs'
import { plenty } from '../support/long-run.ts'
import { run } from './commands.ts'
import { ownerAt, startOwnedSite } from './owner.ts'
import { places } from './places.ts'
import { type Acknowledged, beginWriting, expectNothingLost } from './writers.ts'

const secret = 'a key for tests only, forty characters long'
const workers = plenty(3, 2)

/** The processes that answer. The system itself says who their parent is. */
function workersOf({ pid }: { pid?: number | undefined }): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}

/** How often the last of them has opened. */
function timesOpen(said: string[]): number {
  return said.filter((line) => line.includes('all workers are open')).length
}

/** One reader with one kept connection: a worker has it to its end. */
function createReader(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const read = async (path: string) => {
    const [response] = await once(get({ port, path, agent }), 'response')
    return text(response)
  }
  return { read, leave: () => agent.destroy() }
}

/** A reader of the first, or of the second of two: the other one holds still while she comes in. */
async function readerOf({ child, port }: Awaited<ReturnType<typeof startSite>>, which: 0 | 1) {
  const other = workersOf(child)[1 - which] ?? 0
  process.kill(other, 'SIGSTOP')
  const reader = createReader(port)
  await reader.read('/')
  process.kill(other, 'SIGCONT')
  return reader
}

test('one worker after the other is killed: readers are answered, nothing acknowledged is lost, another comes', async () => {
  const place = await (places.PostgreSQL as NonNullable<typeof places.PostgreSQL>)()
  const { child, port, said } = await startSite({
    RATE_LIMIT: 'off',
    SECRET_KEY: secret,
    WORKERS: `${workers}`,
    ...place.env,
  })
  const address = `http://127.0.0.1:${port}`
  const acknowledged: Acknowledged = { signups: new Set(), messages: new Set() }
  for (let kill = 0; kill < workers; kill++) {
    await expect.poll(() => timesOpen(said)).toBe(kill + 1)
    const [oldest = 0] = workersOf(child)
    const writing = beginWriting(address, acknowledged, String(kill))
    await writing.bothHeard
    process.kill(oldest, 'SIGKILL')
    await expect.poll(() => workersOf(child)).not.toContain(oldest)
    const reader = createReader(port)
    expect(await reader.read('/')).toContain('</html>')
    reader.leave()
    await writing.end()
    expect(writing.strange).toEqual([])
  }
  await expect.poll(() => timesOpen(said)).toBe(workers + 1)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
  await expectNothingLost(place, acknowledged)
  await place.remove()
})

test('what is saved through one worker the others show too, and the site greets once', async () => {
  const place = await (places.PostgreSQL as NonNullable<typeof places.PostgreSQL>)()
  const site = await startOwnedSite({ SECRET_KEY: secret, WORKERS: '2', ...place.env })
  await expect.poll(() => timesOpen(site.said)).toBe(1)
  const owner = await ownerAt(site)
  const readers = [await readerOf(site, 0), await readerOf(site, 1)]
  const shown = () => Promise.all(readers.map(async ({ read }) => (await read('/blog')).includes('A Door Left Open')))
  expect(await shown()).toEqual([false, false])
  await owner('POST', '/api/blog', { title: 'A Door Left Open', content: 'Come in.', isPublished: true })
  await expect.poll(shown).toEqual([true, true])
  for (const reader of readers) reader.leave()
  expect(site.said.filter((line) => line.startsWith('Frontispiece is ready'))).toHaveLength(1)
  await site.stop()
  await place.remove()
})

test('the link that is printed opens the site, though others have started since', async () => {
  const place = await (places.PostgreSQL as NonNullable<typeof places.PostgreSQL>)()
  const site = await startSite({ SECRET_KEY: secret, WORKERS: `${workers}`, ...place.env })
  await expect.poll(() => timesOpen(site.said)).toBe(1)
  const [link] = site.said.join(' ').match(/http:\S+setup\?token=\S+/) ?? []
  const page = await (await fetch(String(link))).text()
  expect(page).toContain('Make it yours')
  await site.stop()
  await place.remove()
})

test('asked to leave in the moment it is open, all of them leave', async () => {
  const place = await (places.PostgreSQL as NonNullable<typeof places.PostgreSQL>)()
  const { child } = await startSite({ SECRET_KEY: secret, WORKERS: `${workers}`, ...place.env })
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
  await place.remove()
})

test('what keeps the first worker from starting is said once, and nothing is left running', async () => {
  const place = await (places.PostgreSQL as NonNullable<typeof places.PostgreSQL>)()
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const { said, code } = await run({ WORKERS: '2', PORT: String(port), ...place.env })
  expect(said).toBe(`Port ${port} is taken. Stop what runs there, or choose another with PORT.\n`)
  expect(code).toBe(78)
  other.close()
  await place.remove()
})
