import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { secretNames, variables } from '#server/env.ts'
import { listen } from '#server/listen.ts'
import { isOwnMachine } from '#server/mail-line.ts'
import { ownFolder } from '#tests/support/folder.ts'
import { isInstalled, missing } from '#tests/support/proxies.ts'
import { nodeMajors } from '../scripts/nodes.mjs'

const read = (file: string) => readFileSync(file, 'utf8')
const inFiles = secretNames.map((name) => `${name}_FILE`)
const isVariable = (name: string) => name in variables.shape || inFiles.includes(name)

describe('the program of a release', () => {
  /** A machine with a Node that says it is this version, and tells how it was called. */
  function machineWith(version: string | null, processor = process.arch) {
    const folder = ownFolder()
    cpSync('deploy/frontispiece', join(folder, 'frontispiece'))
    mkdirSync(join(folder, `node_modules/@img/sharp-linux-${processor}`), { recursive: true })
    const node = join(folder, 'bin/node')
    mkdirSync(join(folder, 'bin'))
    const tools = ['sh', 'readlink', 'dirname', 'uname'].map((name) => spawnSync('which', [name], { encoding: 'utf8' }))
    for (const tool of tools) {
      const path = tool.stdout.trim()
      writeFileSync(join(folder, 'bin', path.split('/').at(-1) ?? ''), `#!/bin/sh\nexec ${path} "$@"\n`, {
        mode: 0o755,
      })
    }
    if (version) writeFileSync(node, `#!/bin/sh\n[ "$1" = --version ] && echo ${version} || echo "$@"\n`)
    if (version) chmodSync(node, 0o755)
    const env = { PATH: join(folder, 'bin') }
    const { status, stdout, stderr } = spawnSync(join(folder, 'frontispiece'), ['verify', 'a file'], {
      env,
      encoding: 'utf8',
    })
    return { folder, status, stdout, stderr }
  }

  test.each(['v20.19.0', 'v20.20.2', 'v22.12.0', 'v22.23.3', 'v24.0.0', 'v30.1.0'])('runs on Node %s', (version) => {
    const { folder, ...told } = machineWith(version)
    expect(told).toEqual({ status: 0, stdout: `${folder}/dist/server/main.js verify a file\n`, stderr: '' })
  })

  test.each(['v8.17.0', 'v18.20.8', 'v20.18.3', 'v21.7.3', 'v22.11.0'])('says that Node %s is too old', (version) => {
    const { status, stderr } = machineWith(version)
    expect([status, stderr]).toEqual([
      78,
      `Frontispiece needs Node 20.19, or 22.12 and newer; this is ${version}. Install a newer Node, then try again.\n`,
    ])
  })

  test('says that there is no Node, and that it was made for another processor', () => {
    expect(machineWith(null)).toMatchObject({
      status: 78,
      stderr: expect.stringMatching(/^Frontispiece needs Node, and/),
    })
    expect(machineWith('v24.0.0', 's390x')).toMatchObject({
      status: 78,
      stderr: expect.stringMatching(/made for another processor/),
    })
  })
})

describe('the image', () => {
  const instructions = read('Dockerfile')
    .replace(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(/\s+/))
  const all = (name: string) => instructions.filter(([first]) => first === name).map(([, ...rest]) => rest)
  const ignored = read('.dockerignore').split('\n')

  test('is made of what is here, by a Node that the tests start a release on, and holds nobody’s settings', () => {
    const sources = all('COPY').filter(([first = '']) => !first.startsWith('--from'))
    for (const source of sources.flatMap((words) => words.slice(0, -1))) expect(existsSync(source), source).toBe(true)
    const [, newest] = String(all('ARG')[0]).split('=')
    expect(Number(newest)).toBe(Math.max(...nodeMajors))
    for (const [image] of all('FROM')) expect(image).toBe(`node:\${NODE}-slim`)
    for (const name of ['.git', '.env', 'data', 'node_modules', 'dist', 'release']) expect(ignored).toContain(name)
  })

  test('runs as nobody of importance, keeps all in one place, and stops when asked', () => {
    const names = instructions.map(([name]) => name)
    expect(all('USER')).toEqual([['node']])
    expect(names.lastIndexOf('RUN')).toBeLessThan(names.indexOf('USER'))
    expect([all('VOLUME'), all('STOPSIGNAL')]).toEqual([[['/data']], [['SIGTERM']]])
    const set = all('ENV')
      .flat()
      .map((pair) => pair.split('='))
    expect(set.filter(([name = '']) => !isVariable(name))).toEqual([])
    expect(Object.fromEntries(set).DATA_DIR).toBe('/data')
  })

  test('knows whether the site is alive', async () => {
    const check = instructions.find(([name]) => name === 'HEALTHCHECK')?.join(' ') ?? ''
    const [program = '', ...args] = JSON.parse(check.slice(check.indexOf('[')))
    let status = 200
    const site = createServer(({ url }, response) => response.writeHead(url === '/healthz' ? status : 404).end())
    const port = await listen(site, 0, '127.0.0.1')
    onTestFinished(() => void site.close())
    const run = async () => {
      const child = spawn(program, args, { env: { ...process.env, PORT: String(port) }, stdio: 'ignore' })
      return new Promise((done) => child.once('exit', done))
    }
    expect(await run()).toBe(0)
    status = 500
    expect(await run()).toBe(1)
    site.close()
    site.closeAllConnections()
    expect(await run()).toBe(1)
  })
})

type Service = {
  image?: string
  build?: string
  environment?: Record<string, string>
  depends_on?: Record<string, unknown> | string[]
  network_mode?: string
  volumes?: string[]
  configs?: { source: string }[]
  healthcheck?: unknown
}
type Compose = {
  services: Record<string, Service>
  volumes: Record<string, unknown>
  configs?: Record<string, { content: string }>
}

// No Docker runs here: what the files say is held against what they name, and nothing more.
describe.each([
  ['compose.yml', ['compose.yml']],
  ['compose.postgres.yml', ['compose.yml', 'compose.postgres.yml']],
])('%s', (_, files) => {
  const parts = files.map((file): Compose => parse(read(file)))
  const named = (kind: keyof Compose) => parts.flatMap((part) => Object.keys(part[kind] ?? {}))
  const services = parts.flatMap((part) => Object.entries(part.services))

  test('names only what there is', () => {
    for (const [name, { depends_on = {}, volumes = [], configs = [] }] of services) {
      const needs = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)
      expect(named('services'), name).toEqual(expect.arrayContaining(needs))
      for (const { source } of configs) expect(named('configs')).toContain(source)
      for (const volume of volumes) {
        const [source = ''] = volume.split(':')
        if (source.startsWith('.')) expect(existsSync(source), source).toBe(true)
        else expect(named('volumes')).toContain(source)
      }
    }
    expect(named('services').every((name) => services.some(([other, { image }]) => other === name && image))).toBe(true)
  })

  test('tells the site only what it listens to', () => {
    const told = services
      .filter(([name]) => name === 'site')
      .flatMap(([, { environment }]) => Object.keys(environment ?? {}))
    expect(told).toContain('SITE_URL')
    expect(told.filter((name) => !isVariable(name))).toEqual([])
  })

  test('names a mail server that letters may be given to: one that speaks TLS, or one on the site’s own machine', () => {
    const told = services.filter(([name]) => name === 'site').map(([, { environment }]) => environment?.SMTP_URL)
    for (const url of told.filter((url) => url !== undefined)) {
      const { protocol, hostname, port } = new URL(url)
      if (protocol === 'smtps:') continue
      expect(isOwnMachine(hostname), url).toBe(true)
      const beside = services.filter(([, { network_mode }]) => network_mode === 'service:site')
      expect(beside.map(([, { environment }]) => environment?.MP_SMTP_BIND_ADDR)).toContain(`${hostname}:${port}`)
    }
  })

  test('has no word in it that somebody else would have too', () => {
    for (const file of files) expect(read(file)).not.toMatch(/(password|secret|key)\w*: *['"]?[a-z0-9]+['"]?$/im)
  })
})

test(`the store of compose.postgres.yml stands beside the site, as Caddy reads it${missing('caddy')}`, (context) => {
  if (!isInstalled('caddy')) return context.skip()
  const { configs } = parse(read('compose.postgres.yml')) as Compose
  const file = join(ownFolder(), 'Caddyfile')
  const content = String(configs?.['with-store']?.content)
  writeFileSync(
    file,
    content
      .replace('/etc/caddy/Caddyfile', resolve('deploy/Caddyfile'))
      .replaceAll(`\${STORE_NAME}`, 'files.author.example'),
  )
  const { stdout } = spawnSync('caddy', ['adapt', '--config', file], { encoding: 'utf8' })
  const { routes } = Object.values<{ routes: unknown }>(JSON.parse(stdout).apps.http.servers)[0] ?? {}
  const hosts = JSON.stringify(routes).match(/"host":\["[^"]+"\]/g)
  expect(hosts).toEqual(expect.arrayContaining(['"host":["files.author.example"]', '"host":["author.example"]']))
})

test('whoever stops the site waits for its longest pause, and for what is finished after that', () => {
  const isTaken = (seconds: number) => variables.shape.DRAIN_SECONDS.safeParse(seconds).success
  const [longestPause = 0] = [300, 60, 30].filter(isTaken)
  expect([longestPause, isTaken(longestPause + 1)]).toEqual([60, false])
  const [, ofUnit] = /^TimeoutStopSec=(\d+)$/m.exec(read('deploy/frontispiece.service')) ?? []
  const [, ofCompose] = /^ {4}stop_grace_period: (\d+)s$/m.exec(read('compose.yml')) ?? []
  for (const patience of [ofUnit, ofCompose]) expect(Number(patience)).toBeGreaterThanOrEqual(longestPause + 30)
})

describe('the unit for systemd', () => {
  const unit = read('deploy/frontispiece.service')

  test('sets only what the site listens to, and does not try again what trying does not mend', () => {
    const set = [...unit.matchAll(/^#?Environment=(.+)$/gm)].flatMap(([, pairs = '']) => pairs.split(' '))
    expect(set.map((pair) => pair.split('=')[0]).filter((name = '') => !isVariable(name))).toEqual([])
    expect(unit).toMatch(/^RestartPreventExitStatus=64 78$/m)
  })

  test('may write one folder and no other', () => {
    expect(unit).toMatch(/^ProtectSystem=strict$/m)
    const writable = /^(?:ReadWritePaths|(?:State|Cache|Logs|Runtime|Configuration)Directory)=.*$/gm
    expect(unit.match(writable)).toEqual(['StateDirectory=frontispiece'])
  })

  test(`is one that systemd takes, and finds well shut in${missing('systemd-analyze')}`, (context) => {
    if (!isInstalled('systemd-analyze')) return context.skip()
    const file = join(ownFolder(), 'frontispiece.service')
    writeFileSync(file, unit.replace('/opt/frontispiece/frontispiece', resolve('deploy/frontispiece')))
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
    expect([verified.status, verified.stderr]).toEqual([0, ''])
    const { status } = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', file])
    expect(status).toBe(0)
  })
})
