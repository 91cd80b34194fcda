import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/db.ts'
import { readEnv } from '#server/env.ts'
import { signToken } from '#server/signed-token.ts'
import { createPostgresDatabase, postgresUrl } from './support/database.ts'
import { ownFolder } from './support/folder.ts'

const link = '019bc186-de00-7adc-a95d-bb1916802495'

test('what letters bring, and how often a file was fetched, is known of what was there before', async () => {
  const databaseUrl = postgresUrl ? { DATABASE_URL: await createPostgresDatabase(postgresUrl) } : {}
  const env = readEnv({
    DATA_DIR: ownFolder(),
    SECRET_KEY: 'a key for tests only, forty characters long',
    ...databaseUrl,
  })
  const before = await openDatabase(env, { until: '015-asked-for' })
  await sql`insert into book_files (name, storage_key, size, sha256, uploaded_at)
    values ('voss.epub', 'book-1', 3, 'abc', '2026-01-01'), ('other.epub', 'book-2', 3, 'abc', '2026-01-01')`.execute(
    before.db,
  )
  for (const [id, downloads] of [
    [link, 3],
    ['019bc186-de00-7adc-a95d-bb1916802496', 4],
  ] as const) {
    await sql`insert into download_links (id, file_name, kind, email, expires_at, created_at, downloads)
      values (${id}, 'voss.epub', 'personal', 'a@home.example', '2026-01-02', '2026-01-01', ${downloads})`.execute(
      before.db,
    )
  }
  const getUrl = `https://author.example/get/${signToken([Buffer.from('any')], link)}`
  const letters = [
    { id: '1', text: `Get your book: ${getUrl}` },
    { id: '2', text: 'No link at all' },
  ]
  for (const { id, text } of letters) {
    await sql`insert into letters (id, kind, to_email, to_name, subject, html, text, headers, state, created_at)
      values (${id}, 'campaigns.book', 'a@home.example', '', 'S', '', ${text}, '{}', 'kept', '2026-01-01')`.execute(
      before.db,
    )
  }
  await before.close()
  const { db, close } = await openDatabase(env)
  expect(await db.selectFrom('letters').select(['id', 'about']).orderBy('id').execute()).toEqual([
    { id: '1', about: 'voss.epub' },
    { id: '2', about: null },
  ])
  expect(await db.selectFrom('book_files').select(['name', 'downloads']).orderBy('name').execute()).toEqual([
    { name: 'other.epub', downloads: 0 },
    { name: 'voss.epub', downloads: 7 },
  ])
  await close()
})
