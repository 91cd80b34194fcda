import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importOwn, isOwnExport } from '#app/import-own.server.ts'
import { BackupFault } from '#server/backup/envelope.ts'
import { tallyTables } from '#server/backup/rows.ts'
import { openDatabase } from '#server/db.ts'
import { zipOf } from '#server/export/zip.ts'
import { writeWhole } from '#server/files.ts'
import { claimFact } from '#server/site-facts.ts'
import { openDesk } from './support/content.ts'
import { makeEpub } from './support/epub.ts'
import { bringInto, contentsOf, exportOf, newPlace, openAt } from './support/exports.ts'
import { ownFolder } from './support/folder.ts'
import { upload } from './support/shop.ts'
import { createTestApp } from './support/test-app.ts'

type Contents = Record<string, string>

/** A small export, taken apart. */
async function openExport() {
  const app = await createTestApp({ env: { DOUBLE_OPT_IN: 'off' } })
  const desk = await openDesk(app)
  await desk.addPost()
  await upload(desk.owner, makeEpub(2_000))
  await app.post('/api/newsletter/signup', { email: 'reader@home.example', source: 'signup_page', page: '/signup' })
  await app.work()
  const path = await exportOf(app)
  return { app, path, contents: await contentsOf(path) }
}

async function pack(contents: Contents, isPacked = false): Promise<string> {
  const path = join(ownFolder(), 'changed.zip')
  async function* entries() {
    for (const [name, text] of Object.entries(contents)) {
      async function* bytes() {
        yield Buffer.from(text, /\.(md|txt|json|csv)$/.test(name) ? 'utf8' : 'hex')
      }
      yield { path: name, bytes: bytes(), isPacked }
    }
  }
  await writeWhole(path, zipOf(entries(), new Date(0)))
  return path
}

const mark = 'frontispiece.json'

/** Each is refused with one sentence, of which this is a part. */
const hostile: Record<string, [change: (contents: Contents) => Contents, words: string]> = {
  'a newer version': [(all) => changed(all, mark, /"format": 1/, '"format": 2'), 'made by a newer Frontispiece'],
  'tables nobody knows': [(all) => changed(all, mark, /"until": "[^"]+"/, '"until": "999-later"'), 'made by a newer'],
  'no mark': [(all) => without(all, mark), 'frontispiece.json is missing'],
  'a mark that is none': [(all) => ({ ...all, [mark]: '{"product": "other"}' }), 'is no export of it'],
  'no people': [(all) => without(all, 'people/people.json'), 'people/people.json is missing'],
  'a post less': [(all) => without(all, 'posts/the-quiet-room.md'), 'of 1 rows of posts there are 0'],
  'no book': [(all) => without(all, Object.keys(all).find((name) => name.endsWith('.epub')) ?? ''), 'is missing'],
  'another book': [
    (all) => ({ ...all, [Object.keys(all).find((name) => name.endsWith('.epub')) ?? '']: 'ffff' }),
    'is not the file that was written',
  ],
  'JSON that is none': [(all) => ({ ...all, 'people/people.json': '[\n{"id": \n]\n' }), 'not a list as Frontispiece'],
  'JSON in another shape': [(all) => ({ ...all, 'people/people.json': '{"a": [1]}' }), 'not a list as Frontispiece'],
  'a list that does not end': [(all) => changed(all, 'people/people.json', /\n\]\n$/, '\n'), 'not a list'],
  'an object for a name': [
    (all) => changed(all, 'people/people.json', /"email":"[^"]+"/, '"email":{}'),
    'email is not',
  ],
  'a text with a null in it': [(all) => changed(all, 'people/people.json', /reader@/, '\\u0000@'), 'email is not'],
  'a row without its id': [(all) => changed(all, 'people/people.json', /"id":"[^"]+",/, ''), 'id is missing'],
  'somebody twice': [
    (all) => changed(changed(all, 'people/people.json', /(\{.*\})/, '$1,\n$1'), mark, /"people": 1/, '"people": 2'),
    'could not be put back',
  ],
  'a profile that is none': [
    (all) => changed(all, 'site/profile.json', /"name":"[^"]+"/, '"name":7'),
    'cannot be read',
  ],
  'no front matter': [
    (all) => ({ ...all, 'posts/the-quiet-room.md': 'words' }),
    'does not begin with its front matter',
  ],
  'an address that climbs': [
    (all) => changed(all, 'posts/the-quiet-room.md', /slug: .*/, 'slug: "../../etc"'),
    'has an id or a slug that is none',
  ],
}

function changed(all: Contents, name: string, from: RegExp, to: string): Contents {
  if (!from.test(all[name] ?? '')) throw new Error(`${name} does not say that`)
  return { ...all, [name]: (all[name] ?? '').replace(from, to) }
}

function without(all: Contents, name: string): Contents {
  const { [name]: gone, ...rest } = all
  if (gone === undefined) throw new Error(`there is no ${name}`)
  return rest
}

test('what is not as it was written is refused with one sentence, and nothing of it is taken in', async () => {
  const { contents } = await openExport()
  const env = await newPlace()
  const empty = await openDatabase(env)
  const before = await tallyTables(empty)
  await empty.close()
  for (const [what, [change, words]] of Object.entries(hostile)) {
    const refusal = await importOwn(env, () => {}, await pack(change(contents))).then(
      () => new Error('it was taken in'),
      (error) => error,
    )
    expect(refusal, what).toBeInstanceOf(BackupFault)
    expect(refusal.message, what).toContain(words)
  }
  const after = await openDatabase(env)
  expect(await tallyTables(after)).toEqual(before)
  await after.close()
  expect(readdirSync(env.dataDir).filter((name) => name.startsWith('verifying-'))).toEqual([])
  expect(readdirSync(join(env.dataDir, 'files'))).toEqual([])
  // And what was never changed comes in.
  await importOwn(env, () => {}, await pack(contents))
})

/** The bytes of a ZIP with a name in it changed to another one as long, in both places where it stands. */
function renamed(path: string, from: string, to: string): string {
  const bytes = readFileSync(path).toString('latin1').replaceAll(from, to)
  const other = join(ownFolder(), 'renamed.zip')
  writeFileSync(other, bytes, 'latin1')
  return other
}

test('a ZIP that leads outside, names a file twice, grows beyond measure or is cut short is refused', async () => {
  const { path, contents } = await openExport()
  const env = await newPlace()
  const refusalOf = (file: string) => importOwn(env, () => {}, file).catch((error) => error.message)
  expect(await refusalOf(renamed(path, 'README.txt', '../../../x'))).toContain('names places outside of it')
  expect(await refusalOf(renamed(path, 'README.txt', '/etc/x.txt'))).toContain('names places outside of it')
  expect(await refusalOf(renamed(path, 'site/offers.json', 'SITE/series.json'))).toContain('names a file twice')
  const bomb = await pack({ ...contents, 'bomb.txt': ' '.repeat(40_000_000) })
  expect(await refusalOf(bomb)).toContain('grow beyond any measure')
  const cut = join(ownFolder(), 'cut.zip')
  writeFileSync(cut, readFileSync(path).subarray(0, -30))
  expect(await refusalOf(cut)).toBe('This is no ZIP, or not all of it.')
  // So far nobody has begun a site for it.
  expect(readdirSync(env.dataDir)).toEqual([])
  const spoilt = readFileSync(path)
  const inBook = spoilt.indexOf('application/epub+zip')
  spoilt.writeUInt8(spoilt.readUInt8(inBook) ^ 4, inBook)
  writeFileSync(cut, spoilt)
  expect(await refusalOf(cut)).toContain('is not as it was written')
})

test('another ZIP is no export, and neither is what is no ZIP', async () => {
  expect(await isOwnExport(await pack({ 'posts.json': '[]' }))).toBe(false)
  const text = join(ownFolder(), 'text.zip')
  writeFileSync(text, 'words')
  expect(await isOwnExport(text)).toBe(false)
  expect(await isOwnExport(join(ownFolder(), 'none.zip'))).toBe(false)
})

test('it goes into a site that holds nothing but samples, and into no other', async () => {
  const { path } = await openExport()
  const env = await newPlace()
  const furnished = await openAt(env)
  const { addPost } = await openDesk(furnished)
  await addPost({ title: 'A sample' })
  await furnished.db.updateTable('posts').set({ is_sample: 1 }).execute()
  await furnished.close()
  const { site } = await bringInto(env, path)
  expect(await (await site.request('/api/blog')).json()).toEqual([expect.objectContaining({ title: 'The Quiet Room' })])
  await site.close()
  await expect(importOwn(env, () => {}, path)).rejects.toThrow(
    'There is something of yours here already: posts, books, My Site, people, files',
  )
})

test('what an empty house begins with does not come on top of it', async () => {
  const { path } = await openExport()
  const { site } = await bringInto(await newPlace(), path)
  expect(await claimFact(site.db, 'furnished', 'now')).toBe(false)
})
