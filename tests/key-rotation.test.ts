import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { countedLinks, countLinks } from '#features/letters/links.server.ts'
import { prepareOwner } from '#features/owner/setup.server.ts'
import { hashAddresses } from '#features/people/service.server.ts'
import { newId } from '#server/ids.ts'
import { addFormerKeys, findRootKeys, loadSecret } from '#server/secret.ts'
import { isSuppressed } from '#server/suppressions.ts'
import { totpCode, totpStep } from '#server/totp.ts'
import { openBrowser, ownerPassword, setUpOwner } from './support/browser.ts'
import { makeEpub } from './support/epub.ts'
import { ownFolder } from './support/folder.ts'
import { confirmPath, joined, leavePath, people, signUp } from './support/newsletter.ts'
import { filename, upload } from './support/shop.ts'
import { createTestApp } from './support/test-app.ts'

type TestApp = Awaited<ReturnType<typeof createTestApp>>

const [former, newer] = ['the key of the first year of this site', 'the key of all the years after that one']
const replaced = { SECRET_KEY: newer, SECRET_KEY_OLD: `${'k'.repeat(32)}\n${former}` }
const optIn = { DOUBLE_OPT_IN: 'on' }
const restart = (beside: TestApp, env: Record<string, string>) => createTestApp({ env: { ...optIn, ...env }, beside })

/** One of each kind of link that the site puts into letters. */
async function writeLinks(app: TestApp) {
  await joined(app, 'ada@home.example')
  const leave = await leavePath(app)
  await signUp(app, { email: 'grace@home.example' })
  await app.work()
  const confirm = await confirmPath(app)
  const owner = await app.asOwner()
  await upload(owner, makeEpub())
  const asked = await owner.post('/api/generate-download-link', { email: 'ada@home.example', filename })
  // The page a letter leads to: the file itself lies in a folder of each test app's own.
  const download = new URL((await asked.json()).downloadUrl).pathname.replace('/download/', '/get/')
  const letter = newId(app.deps.now())
  await countLinks(app.db, app.deps, letter, ['https://shop.example/book'])
  const { counted } = await countedLinks(app.db, app.deps, letter)
  const followed = new URL(counted.get('https://shop.example/book') ?? '').pathname
  return { leave, confirm, download, followed }
}

describe('a root key that was replaced', () => {
  test('opens every link that was sent under the former one, and signs new ones itself', async () => {
    const before = await createTestApp({ env: { ...optIn, SECRET_KEY: former } })
    const links = await writeLinks(before)
    const after = await restart(before, replaced)
    for (let round = 0; round < 4; round++) {
      const statuses = await Promise.all(Object.values(links).map(async (path) => (await after.request(path)).status))
      expect(statuses).toEqual([200, 200, 200, 302])
    }
    expect((await after.postForm(links.confirm, {})).status).toBe(200)
    expect((await after.postForm(links.leave, {})).status).toBe(200)
    expect(await isSuppressed(after.db, after.deps.keyFor, 'ada@home.example')).toBe(true)
    const fresh = await writeLinks(after)
    const without = await restart(after, { SECRET_KEY: newer })
    expect((await without.request(fresh.followed)).status).toBe(302)
    expect((await without.request(links.followed)).status).toBe(404)
  })

  test('leaves whoever was erased on the list of those who get nothing, also once the former key is gone', async () => {
    const before = await createTestApp({ env: { DOUBLE_OPT_IN: 'off', SECRET_KEY: former } })
    const join = async (app: TestApp, email: string) => {
      await signUp(app, { email })
      await app.work()
      return (await people(app)).find((person) => person.email === email)
    }
    const ada = await join(before, 'ada@home.example')
    expect((await (await before.asOwner()).delete(`/api/owner/subscribers/${ada?.id}`)).status).toBe(200)
    await restart(before, replaced)
    const after = await restart(before, { SECRET_KEY: newer })
    expect(await join(after, 'ada@home.example')).toBeUndefined()
    expect(await join(after, 'grace@home.example')).toBeDefined()
  })

  test('opens what the former one has sealed, and seals it anew: then that is not needed any more', async () => {
    const before = await createTestApp({ env: { SECRET_KEY: former } })
    const owner = await setUpOwner(before)
    const again = { password: ownerPassword }
    await owner.put('/api/owner/settings', { ...again, providerKey: 'a key of the provider' })
    const { secret } = await (await owner.post('/api/owner/security/totp', again)).json()
    const codeNow = () => totpCode(secret, totpStep(before.deps.now()))
    expect((await owner.put('/api/owner/security/totp', { code: codeNow() })).status).toBe(200)
    await prepareOwner((await restart(before, replaced)).deps)
    const after = await restart(before, { SECRET_KEY: newer })
    expect(after.env.mailerLite?.apiKey).toBe('a key of the provider')
    const still = openBrowser(after)
    for (const [name, value] of owner.jar) still.jar.set(name, value)
    expect(await still.isInside()).toBe(true)
    after.passTime(60_000)
    before.passTime(60_000)
    expect((await openBrowser(after).signIn({ code: codeNow() })).status).toBe(200)
  })

  test('knows no device by the former one, which may have leaked', async () => {
    const before = await createTestApp({ env: { SECRET_KEY: former } })
    const owner = await setUpOwner(before)
    const knownTo = async (app: TestApp) => {
      const other = openBrowser(app)
      for (let count = 0; count < 6; count++) await other.signIn({ password: `guess ${count} of a stranger` })
      const known = openBrowser(app)
      known.jar.set('__Host-device', owner.jar.get('__Host-device') ?? '')
      return (await known.signIn()).status === 200
    }
    expect(await knownTo(before)).toBe(true)
    expect(await knownTo(await restart(before, replaced))).toBe(false)
  })

  test('without the former one beside it stops the start, unless that is said to be lost', async () => {
    const before = await createTestApp({ env: { SECRET_KEY: former } })
    await joined(before)
    await expect(restart(before, { SECRET_KEY: newer })).rejects.toThrow('under another root key')
    const after = await restart(before, { SECRET_KEY: newer, SECRET_KEY_OLD: 'lost' })
    await hashAddresses(after.db, after.deps.keyFor)
    expect(after.logged.join('\n')).toContain('the root key is lost')
    await restart(before, { SECRET_KEY: newer })
  })
})

describe('the key that was made', () => {
  test('is replaced by moving its file aside, and the former one goes on opening', () => {
    const dataDir = ownFolder()
    const before = loadSecret({ secretKey: null, dataDir })('link')[0]
    renameSync(join(dataDir, 'secret'), join(dataDir, 'secret.old'))
    const [newest, ...others] = loadSecret({ secretKey: null, dataDir })('link')
    expect(newest).not.toEqual(before)
    expect(others).toEqual([before])
  })

  test('goes on opening when SECRET_KEY takes its place', () => {
    const dataDir = ownFolder()
    const before = loadSecret({ secretKey: null, dataDir })('link')[0]
    expect(loadSecret({ secretKey: newer, dataDir })('link')[1]).toEqual(before)
  })

  test('is found with the former ones by whoever makes a backup, each once', () => {
    const dataDir = ownFolder()
    writeFileSync(join(dataDir, 'secret'), `${newer}\n`)
    addFormerKeys(dataDir, [former])
    addFormerKeys(dataDir, [former, 'k'.repeat(32)])
    expect(findRootKeys({ secretKey: null, oldKeys: ['lost', former], dataDir })).toEqual([
      newer,
      former,
      'k'.repeat(32),
    ])
    expect(existsSync(join(dataDir, 'secret.old')) && readFileSync(join(dataDir, 'secret.old'), 'utf8')).toBe(
      `${former}\n${'k'.repeat(32)}\n`,
    )
  })
})
