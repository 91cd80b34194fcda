import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/db.ts'
import { readEnv } from '#server/env.ts'
import { createPostgresDatabase, postgresUrl } from './support/database.ts'
import { ownFolder } from './support/folder.ts'

const at = '2026-01-01T00:00:00.000Z'

test('letters of campaigns from before are letters of mailings, nobody is written to twice, and what was kept is kept', async () => {
  const databaseUrl = postgresUrl ? { DATABASE_URL: await createPostgresDatabase(postgresUrl) } : {}
  const env = readEnv({
    DATA_DIR: ownFolder(),
    SECRET_KEY: 'a key for tests only, forty characters long',
    ...databaseUrl,
  })
  const before = await openDatabase(env, { until: '018-mail-events' })
  const add = (query: ReturnType<typeof sql>) => query.execute(before.db)
  for (const [id, state, finished] of [
    ['going', 'sending', null],
    ['over', 'stopped', at],
    ['done', 'done', at],
  ] as const)
    await add(sql`insert into campaigns (id, file_name, state, starts_at, created_at, finished_at)
      values (${id}, ${`${id}.epub`}, ${state}, ${at}, ${at}, ${finished})`)
  for (const [id, campaign, state] of [
    ['1', 'going', 'queued'],
    ['2', 'going', 'sent'],
    ['3', 'over', 'queued'],
    ['4', 'done', 'kept'],
    ['5', 'done', 'kept'],
    ['6', 'done', 'bounced'],
    ['8', 'going', 'sending'],
    ['9', 'going', 'leased'],
  ] as const)
    await add(sql`insert into deliveries (id, campaign_id, email, state, attempts, next_at)
      values (${id}, ${campaign}, ${`r${id}@home.example`}, ${state}, 1, ${at})`)
  // The fourth lies in the outbox, the fifth lay there more than ninety days ago.
  for (const [id, kind, state, html] of [
    ['4', 'campaigns.book', 'kept', 'Dear four'],
    ['7', 'newsletter.confirm', 'queued', 'Please confirm'],
    ['a', 'newsletter.confirm', 'queued', 'Nobody could send it'],
    ['b', 'newsletter.confirm', 'sending', 'The line broke'],
  ] as const)
    await add(sql`insert into letters (id, kind, to_email, to_name, subject, html, text, headers, state, created_at)
      values (${id}, ${kind}, ${`r${id}@home.example`}, '', 'S', ${html}, '', '{}', ${state}, ${at})`)
  for (const [letter, state] of [
    ['7', 'queued'],
    ['a', 'failed'],
  ] as const)
    await add(sql`insert into jobs (id, kind, payload, state, run_at, attempts, created_at)
      values (${letter}, 'mail.deliver', ${JSON.stringify({ letterId: letter })}, ${state}, ${at}, 0, ${at})`)
  await add(sql`insert into download_links (id, file_name, kind, email, expires_at, created_at, downloads)
    values ('2', 'going.epub', 'personal', 'r2@home.example', ${at}, ${at}, 1)`)
  await before.close()

  const { db, close } = await openDatabase(env)
  const letters = await db.selectFrom('letters').selectAll().orderBy('id').execute()
  expect(letters.map(({ id, mailing_id, stream, state, html }) => [id, mailing_id, stream, state, html])).toEqual([
    ['1', 'going', 'going', 'queued', ''],
    ['2', 'going', 'going', 'sent', ''],
    ['3', 'over', 'over', 'stopped', ''],
    ['4', 'done', '', 'kept', 'Dear four'],
    ['5', 'done', 'done', 'stopped', ''],
    ['6', 'done', 'done', 'bounced', ''],
    ['7', null, '', 'queued', 'Please confirm'],
    ['8', 'going', 'going', 'sending', ''],
    ['9', 'going', 'going', 'leased', ''],
    ['a', null, '', 'failed', 'Nobody could send it'],
    ['b', null, '', 'sending', 'The line broke'],
  ])
  expect(letters[0]).toMatchObject({ kind: 'campaigns.book', about: 'going.epub', to_email: 'r1@home.example' })
  expect(await db.selectFrom('mailings').select(['id', 'kind', 'about']).orderBy('id').execute()).toEqual([
    { id: 'done', kind: 'campaigns.book', about: 'done.epub' },
    { id: 'going', kind: 'campaigns.book', about: 'going.epub' },
    { id: 'over', kind: 'campaigns.book', about: 'over.epub' },
  ])
  expect(await db.selectFrom('jobs').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('download_links').select(['id', 'mailing_id']).execute()).toEqual([
    { id: '2', mailing_id: 'going' },
  ])
  await close()
})
