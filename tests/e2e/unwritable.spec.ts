import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { startSite } from '../../scripts/site-process.mjs'
import { email, ownerAt, password } from './owner.ts'
import { test } from './worker.ts'

// To root every folder can be written: then the site is somebody else's.
const user = process.getuid?.() === 0 ? 65_534 : undefined

function setRights(dataDir: string, folder: number, file: number) {
  for (const found of readdirSync(dataDir, { withFileTypes: true }))
    if (!found.isDirectory()) chmodSync(join(dataDir, found.name), file)
  chmodSync(dataDir, folder)
}

async function ask(port: number, path: string, body?: object) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    ...(body ? { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
  })
  return { status: response.status, text: await response.text() }
}

const message = { name: 'Ada Reader', email: 'ada@home.example', message: 'Which door is it, in the end?' }

for (const [how, signal, tag] of [
  ['an orderly stop', 'SIGTERM', []],
  ['a kill', 'SIGKILL', ['@long']],
] as const) {
  test(`a folder that cannot be written any more after ${how} is read, and written again as soon as it can be`, {
    tag: [...tag],
  }, async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'frontispiece-unwritable-'))
    if (user) chownSync(dataDir, user, user)
    const env = { DATA_DIR: dataDir, OWNER_EMAIL: email, OWNER_PASSWORD: password }
    const before = await startSite(env, user)
    expect((await ask(before.port, '/api/contact', message)).status).toBe(201)
    before.child.kill(signal)
    await once(before.child, 'close')

    setRights(dataDir, 0o555, 0o444)
    const site = await startSite(env, user)
    for (const path of ['/', '/blog', '/books', '/healthz']) expect((await ask(site.port, path)).status).toBe(200)
    expect(await ask(site.port, '/readyz')).toEqual({ status: 503, text: 'the data folder cannot be written' })
    const refused = await ask(site.port, '/api/contact', message)
    expect([refused.status, JSON.parse(refused.text).message]).toEqual([
      503,
      'The site cannot keep anything new at the moment. Please try again later.',
    ])
    const owner = await ownerAt(site)
    expect((await owner('GET', '/api/auth/session')).warning).toMatch(/^The site may not write to its data folder\./)
    const { messages } = await owner('GET', '/api/owner/messages')
    expect(messages).toHaveLength(1)
    await expect(owner('DELETE', `/api/owner/messages/${messages[0].id}`)).rejects.toThrow('503')
    expect(site.said.filter((line) => line.includes('"level":"error"'))).toHaveLength(1)

    setRights(dataDir, 0o700, 0o600)
    await expect.poll(async () => (await ask(site.port, '/readyz')).status).toBe(200)
    const another = { ...message, message: 'And is it open today?' }
    expect((await ask(site.port, '/api/contact', another)).status).toBe(201)
    const again = await ownerAt(site)
    expect((await again('GET', '/api/auth/session')).warning).toBeNull()
    expect((await again('GET', '/api/owner/messages')).messages).toHaveLength(2)
    await site.stop()
    expect([site.child.exitCode, site.child.signalCode]).toEqual([0, null])
    rmSync(dataDir, { recursive: true })
  })
}
