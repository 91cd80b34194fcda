import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { exportSite } from '#app/export.server.ts'
import { notExported, otherParts, parts, writtenParts } from '#app/export-parts.server.ts'
import { isOwnExport } from '#app/import-own.server.ts'
import type { LetterSummary } from '#features/outbox/contract.ts'
import { listTables } from '#server/backup/rows.ts'
import { newLetter } from '#server/letters.ts'
import { isSuppressed, suppress } from '#server/suppressions.ts'
import { openDesk } from './support/content.ts'
import { makeEpub } from './support/epub.ts'
import { bringInto, contentsOf, exportOf, madeAt, newPlace, openAt } from './support/exports.ts'
import { ownFolder } from './support/folder.ts'
import { type Owner, upload } from './support/shop.ts'
import { createTestApp } from './support/test-app.ts'

async function addPicture(owner: Owner): Promise<string> {
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#808080' } })
    .png()
    .toBuffer()
  const answer = await owner.request('/api/owner/images', { method: 'POST', body: new Uint8Array(bytes) })
  return (await answer.json()).url
}

/** A site with something of everything she and her readers can put into it. */
async function openFull({ hasPicture = true } = {}) {
  const env = { SMTP_URL: 'smtp://127.0.0.1:1', DOUBLE_OPT_IN: 'off', RATE_LIMIT: 'off' }
  const app = await createTestApp({ env })
  const desk = await openDesk(app)
  const { owner } = desk
  const picture = hasPicture ? await addPicture(owner) : null
  const post = await desk.addPost({
    title: 'The *Quiet* Room: "a note" — é ཨ',
    content: `First *line*.\n\n![A door](${picture} "Half open")\n\nSee [the picture](${picture}) at /images/none.`,
    tags: ['rooms', 'quiet: very'],
    coverImage: picture,
  })
  const { title, content, coverImage } = post
  await desk.setPost(post.id, { title, content: `${content}\n\nMore.`, coverImage, slug: 'a-quieter-room' })
  await desk.addPost({
    title: 'Plain words',
    content: '*Not* a mark.\n\n# Nor a heading\n\n\n\n- nor a list',
    format: 'plain',
  })
  await desk.addPost({ title: 'Later', isPublished: false, content: 'A draft.' })
  const thrown = await desk.addPost({ title: 'Gone', content: 'In the bin.' })
  await owner.delete(`/api/blog/${thrown.id}`)
  await desk.addStory({ content: 'Once.\n\n***\n\nTwice.' })
  await upload(owner, makeEpub(90_000))
  for (const name of ['stays', 'leaves', 'goes']) {
    await app.post('/api/newsletter/signup', { email: `${name}@home.example`, source: 'signup_page', page: '/signup' })
  }
  await app.post('/api/contact', { name: '=Ada', email: 'ada@home.example', message: 'Which door?' })
  await app.work()
  await suppress(app.db, app.deps.keyFor, 'leaves@home.example', 'left', app.deps.now())
  await suppress(app.db, app.deps.keyFor, 'erased@home.example', 'erased', app.deps.now())
  await owner.put('/api/owner/settings', { version: 0, postalAddress: '1 Quay, Halifax' })
  await app.db
    .updateTable('settings')
    .set({ ...sealed, mail_host: 'smtp.home.example' })
    .execute()
  // Whoever opens a site writes down what its forms say.
  await createTestApp({ env, beside: app })
  return { app }
}

const sealed = { mail_password: 'sealed-password', provider_key: 'sealed-key', mail_events_secret: 'sealed-secret' }
const pages = [
  '/',
  '/blog',
  '/blog/a-quieter-room',
  '/blog/plain-words',
  '/blog/later',
  '/short-stories',
  '/books',
  '/signup',
]

/** As a browser shows them: the state beside it says whether a text is plain or prose, which is no difference to a reader. */
async function readPages({ request }: Awaited<ReturnType<typeof createTestApp>>) {
  const shown: Record<string, string[]> = {}
  for (const path of pages) {
    const response = await request(path)
    const html = (await response.text()).replace(/<script id="state"[\s\S]*?<\/script>/, '')
    shown[`${path} ${response.status}`] = html.split(/(?=<)/)
  }
  return shown
}

test('every table is in an export, or there is a reason why not', async () => {
  const { deps } = await createTestApp()
  const said = [
    ...[...parts, ...writtenParts].map(({ table }) => table),
    ...Object.keys({ ...otherParts, ...notExported }),
  ]
  const tables = await listTables(deps.db, deps.engine)
  expect([...new Set(said)].sort()).toEqual(tables.map(({ name }) => name))
})

test('an export is Markdown, pictures, books and lists that say what is what, and holds no secret', async () => {
  const { app } = await openFull()
  const contents = await contentsOf(await exportOf(app))
  const all = Object.entries(contents)
    .map(([name, text]) => `${name}\n${text}`)
    .join('\n')
  expect(contents['README.txt']).toContain('addresses of your readers')
  expect(contents['posts/a-quieter-room.md']).toMatch(
    /^---\ntitle: "The \*Quiet\* Room: \\"a note\\" — é ཨ"\nslug: "a-quieter-room"/,
  )
  expect(contents['posts/a-quieter-room.md']).toContain('![A door](../pictures/a-quieter-room.jpg "Half open")')
  expect(contents['posts/a-quieter-room.md']).toContain('cover_image: "../pictures/a-quieter-room.jpg"')
  expect(contents['posts/plain-words.md']).toContain('\\*Not\\* a mark.')
  expect(contents['bin/posts/gone.md']).toContain('In the bin.')
  expect(Object.keys(contents).filter((name) => name.startsWith('pictures/'))).toHaveLength(7)
  expect(contents['people/people.csv']).toContain('stays@home.example')
  expect(JSON.parse(contents['people/refused.json'] ?? '')).toEqual([
    expect.objectContaining({ email: 'leaves@home.example', email_hash: null }),
    expect.objectContaining({ email: null, reason: 'erased' }),
  ])
  expect(contents['messages/messages.csv']).toContain("'=Ada")
  expect(contents['site/addresses.csv']).toContain('a-quieter-room')
  for (const secret of [...Object.values(sealed), 'password_hash', '/unsubscribe/', 'storage_key']) {
    expect(all).not.toContain(secret)
  }
})

/** What an import leaves to whoever owns the new place, or marks as doubtful. */
const ofThisPlace = ['frontispiece.json', 'site/connections.json', 'letters/recipients.json', 'letters/recipients.csv']

/** In whatever order they come. */
const linesOf = (text = '') =>
  text
    .split('\n')
    .map((line) => line.replace(/,$/, ''))
    .sort()

test('brought into a new place it is the same site, and the export of that says the same', async () => {
  const { app } = await openFull()
  const path = await exportOf(app)
  expect(await isOwnExport(path)).toBe(true)
  const { site, said } = await bringInto(await newPlace(), path, { env: { DOUBLE_OPT_IN: 'off' } })
  const [before, after] = [await contentsOf(path), await contentsOf(await exportOf(site))]
  expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort())
  for (const [name, text] of Object.entries(before)) {
    if (!ofThisPlace.includes(name)) expect(linesOf(after[name]), name).toEqual(linesOf(text))
  }
  expect(await readPages(site)).toEqual(await readPages(app))
  expect(await isSuppressed(site.db, site.deps.keyFor, 'leaves@home.example')).toBe(true)
  expect(await isSuppressed(site.db, site.deps.keyFor, 'stays@home.example')).toBe(false)
  expect(said.join('\n')).toContain('Of 1 people who get no letter any more only a mark is left')
})

test('with the key of the old site, those who were erased are known too', async () => {
  const { app } = await openFull({ hasPicture: false })
  const env = await newPlace({ SECRET_KEY: app.env.secretKey ?? '' })
  const { site, said } = await bringInto(env, await exportOf(app), { env: { SECRET_KEY: app.env.secretKey ?? '' } })
  expect(await isSuppressed(site.db, site.deps.keyFor, 'erased@home.example')).toBe(true)
  expect(said.join('\n')).not.toContain('only a mark is left')
})

const [former, newer] = ['the key of the first year of this site', 'the key of all the years after that one']
const replaced = { SECRET_KEY: newer, SECRET_KEY_OLD: former }

/** A place that was begun under one key, and goes on under another. */
async function placeOfTwoKeys() {
  const env = await newPlace({ SECRET_KEY: former })
  const site = await openAt(env, { env: { SECRET_KEY: former } })
  await suppress(site.db, site.deps.keyFor, 'erased@home.example', 'erased', site.deps.now())
  await site.close()
  return { ...env, secretKey: newer, oldKeys: [former] }
}

test('brought into a place that has had another key before, whoever gets no letter any more is known there', async () => {
  const { app } = await openFull({ hasPicture: false })
  const { site, said } = await bringInto(await placeOfTwoKeys(), await exportOf(app), { env: replaced })
  expect(await isSuppressed(site.db, site.deps.keyFor, 'leaves@home.example')).toBe(true)
  expect(said.join('\n')).toContain('Of 1 people who get no letter any more only a mark is left')
})

test('the key by which an export knows the erased is the one they were erased under', async () => {
  const path = join(ownFolder(), 'site.zip')
  await exportSite(await placeOfTwoKeys(), () => {}, path)
  const under = async (SECRET_KEY: string) => {
    const { site, said } = await bringInto(await newPlace({ SECRET_KEY }), path, { env: { SECRET_KEY } })
    const isKnown = await isSuppressed(site.db, site.deps.keyFor, 'erased@home.example')
    return [isKnown, said.join('\n').includes('only a mark is left')]
  }
  expect(await under(former)).toEqual([true, false])
  expect(await under(newer)).toEqual([false, true])
})

test('the command leaves a row among what was done in her name, once the file is there and only then', async () => {
  const place = await placeOfTwoKeys()
  const path = join(ownFolder(), 'site.zip')
  await exportSite(place, () => {}, path)
  await expect(exportSite(place, () => {}, path)).rejects.toThrow('Choose another name')
  const site = await openAt(place, { env: replaced })
  const events = await site.db.selectFrom('owner_events').select('what').execute()
  expect(events.map(({ what }) => what)).toEqual(['site.exported'])
})

test('nothing is sent twice: letters that waited and have lost their words are stopped, and say why', async () => {
  const { app } = await openFull({ hasPicture: false })
  expect((await app.letters()).some(({ state }) => state === 'queued')).toBe(true)
  const rows = [
    newLetter({ id: 'kept', kind: 'contact.notice', to_email: 'kept', state: 'kept', html: '<p>Hello</p>' }, madeAt),
    newLetter({ id: 'unknown', kind: 'contact.notice', to_email: 'unknown', state: 'unknown' }, madeAt),
    // Written when it leaves, so it has not lost anything.
    newLetter({ id: 'in-hand', kind: 'campaigns.book', to_email: 'in hand', state: 'leased', node: 'n' }, madeAt),
  ]
  await app.db.insertInto('letters').values(rows).execute()
  const { site } = await bringInto(await newPlace(), await exportOf(app))
  const owner = await site.asOwner()
  const { letters } = await (await owner.request('/api/owner/outbox')).json()
  const states = Object.fromEntries(letters.map(({ id, state }: LetterSummary) => [id, state]))
  expect(states).toMatchObject({ kept: 'stopped', unknown: 'stopped', 'in-hand': 'unknown' })
  expect(Object.values(states)).not.toContain('queued')
  const stopped = letters.filter(({ state }: LetterSummary) => state === 'stopped')
  expect(stopped).toHaveLength(letters.length - 1)
  for (const { reason } of stopped) expect(reason).toContain('does not hold the words of this letter')
})

test('takes no other file’s place', async () => {
  const app = await createTestApp()
  const path = await exportOf(app)
  const before = readFileSync(path)
  await expect(exportOf(app, path)).rejects.toThrow('There is a file')
  expect(readFileSync(path)).toEqual(before)
})
