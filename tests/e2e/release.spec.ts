import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from '@playwright/test'
import { ensureNode, nodeMajors } from '../../scripts/nodes.mjs'
import { isLongRun } from '../support/long-run.ts'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const made = resolve('test-results/release')
const here = `frontispiece-${version}-linux-${process.arch}`
/** Somebody who may do nothing here; who is not root already is nobody in particular. */
const isRoot = process.getuid?.() === 0
const somebody = isRoot ? { uid: 65_534, gid: 65_534 } : {}

let prefix = ''
const folder = () => join(prefix, 'frontispiece')
const secondsSince = (start: number) => `${((performance.now() - start) / 1_000).toFixed(1)} s`

test.beforeAll(async () => {
  const processors = isLongRun ? [] : ['--here']
  await promisify(execFile)(process.execPath, ['scripts/release.mjs', ...processors, '--into', made])
  prefix = mkdtempSync(join(tmpdir(), 'frontispiece-release-'))
  chmodSync(prefix, 0o755)
  const start = performance.now()
  execFileSync('tar', ['-xzf', join(made, `${here}.tar.gz`), '-C', prefix])
  console.log(`${here} unpacked in ${secondsSince(start)}`)
  if (!isRoot) execFileSync('chmod', ['-R', 'a-w', folder()])
})

const begun: ChildProcess[] = []
test.afterEach(() => {
  for (const child of begun.splice(0)) child.kill('SIGKILL')
})

test.afterAll(() => {
  if (!isRoot) execFileSync('chmod', ['-R', 'u+w', folder()])
  rmSync(prefix, { recursive: true, force: true })
})

/** The release's own program on a machine that has this Node, what every Linux has, and nothing set but what is said here. */
function begin(major: number, env: Record<string, string>, ...args: string[]) {
  const bin = join(prefix, `node-${major}`)
  mkdirSync(bin, { recursive: true })
  if (!readdirSync(bin).includes('node')) copyFileSync(ensureNode(major), join(bin, 'node'))
  const child = spawn(join(folder(), 'frontispiece'), args, {
    ...somebody,
    cwd: '/',
    env: { PATH: `${bin}:/usr/bin:/bin`, PORT: '0', HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  begun.push(child)
  return child
}

for (const major of nodeMajors)
  test(`unpacked into an empty place, where it may write nothing, it serves a page on Node ${major} and keeps a message`, async () => {
    const before = readdirSync(folder(), { recursive: true })
    const data = join(prefix, `data-${major}`)
    mkdirSync(data)
    if (isRoot) chownSync(data, 65_534, 65_534)
    const start = performance.now()
    const child = begin(major, { DATA_DIR: data }, 'start')
    const [line] = await once(createInterface({ input: child.stdout }), 'line')
    const [, port = ''] = /^Frontispiece is ready: http:\/\/localhost:(\d+)$/.exec(String(line)) ?? []
    const page = await fetch(`http://127.0.0.1:${port}/`)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<h1')])
    console.log(`Node ${major}: the first page ${secondsSince(start)} after the start`)

    const kept = await fetch(`http://127.0.0.1:${port}/api/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ name: 'Ada', email: 'ada@home.example', message: 'Does the ferry still run in winter?' }),
    })
    expect(kept.status).toBe(201)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    const database = new DatabaseSync(join(data, 'frontispiece.db'))
    expect(database.prepare('select name from contact_messages').all()).toEqual([{ name: 'Ada' }])
    database.close()
    expect(readdirSync(folder(), { recursive: true })).toEqual(before)
  })

test('where it may not write and was told no other place, it says which setting is missing', async () => {
  const child = begin(nodeMajors[0] ?? 0, {}, 'start')
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  expect(said).toBe(
    `This user may not write to ${folder()}/data. Give it the right to, or set DATA_DIR to another folder.\n`,
  )
  expect(code).toBe(78)
})

test('it is called by a link from anywhere, and its help names it as it is called', () => {
  symlinkSync('frontispiece/frontispiece', join(prefix, 'first'))
  symlinkSync(join(prefix, 'first'), join(prefix, 'second'))
  const say = (verb: string) => spawnSync(join(prefix, 'second'), [verb], { ...somebody, cwd: '/', encoding: 'utf8' })
  expect(say('version').stdout).toBe(`${version}\n`)
  expect(say('help').stdout).toContain('Usage: ./frontispiece VERB')
})

test('it holds what a server needs and nothing else, and says whose work that is', () => {
  const files = readdirSync(folder(), { recursive: true, encoding: 'utf8' })
  for (const file of [
    'LICENSE',
    '.env.example',
    'deploy/frontispiece.service',
    'docs/hosting.md',
    'docs/guide/README.md',
  ])
    expect(files).toContain(file)
  expect(files.filter((file) => /\.(map|ts|tsx|cc|h)$|musl|darwin|win32|node-addon-api/.test(file))).toEqual([])
  expect(statSync(join(made, `${here}.tar.gz`)).size).toBeLessThan(45_000_000)

  const bill = JSON.parse(readFileSync(join(made, `${here}.cdx.json`), 'utf8'))
  const named: string[] = bill.components.map(({ name }: { name: string }) => name)
  const beside = files
    .filter((file) => /^node_modules\/(@[^/]+\/)?[^/@]+\/package\.json$/.test(file))
    .map((file) => file.slice('node_modules/'.length, -'/package.json'.length))
  // Of what was bundled: in the browser, on the server, in the thread of letters, in drawings, and by other ways.
  const inside = ['react', 'kysely', 'nodemailer', 'prosemirror-view', 'fontkit', '@fontsource-variable/literata']
  expect(named).toEqual(expect.arrayContaining([...beside, ...inside]))
  expect(beside).toContain(`@img/sharp-libvips-linux-${process.arch}`)
  expect(new Set(named.map((name, at) => `${name} ${bill.components[at].version}`)).size).toBe(named.length)
  const list = readFileSync(join(folder(), 'THIRD-PARTY-LICENSES'), 'utf8')
  for (const name of named) expect(list).toContain(`\n${name} `)
  for (const words of ['GNU LESSER GENERAL PUBLIC LICENSE', 'Mozilla Public License', 'SIL OPEN FONT LICENSE'])
    expect(list).toContain(words)

  const sums = readFileSync(join(made, 'SHA256SUMS'), 'utf8').trim().split('\n')
  expect(sums).toHaveLength(isLongRun ? 6 : 3)
  for (const line of sums) {
    const [sum, file = ''] = line.split('  ')
    expect(
      createHash('sha256')
        .update(readFileSync(join(made, file)))
        .digest('hex'),
    ).toBe(sum)
  }
})
