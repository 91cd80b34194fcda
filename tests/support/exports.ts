import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { writeExport } from '#app/export.server.ts'
import { importOwn } from '#app/import-own.server.ts'
import { type Database, openDatabase } from '#server/db.ts'
import { readEnv } from '#server/env.ts'
import { openZip } from '#server/export/zip.ts'
import { createPostgresDatabase, postgresUrl } from './database.ts'
import { ownFolder } from './folder.ts'
import { createTestApp } from './test-app.ts'

type TestApp = Awaited<ReturnType<typeof createTestApp>>

export const madeAt = new Date('2026-02-01T03:00:00Z')

export async function exportOf({ deps }: TestApp, path = join(ownFolder(), 'site.zip')): Promise<string> {
  const database: Database = { ...deps, close: async () => {}, check: async () => {} }
  await writeExport({ database, files: deps.files, keyFor: deps.keyFor }, path, madeAt)
  return path
}

/** All of its files, as text or, of pictures and books, as their bytes in hexadecimals. */
export async function contentsOf(path: string): Promise<Record<string, string>> {
  const zip = await openZip(path)
  const contents: Record<string, string> = {}
  for (const name of zip.names) {
    const bytes = await zip.readWhole(name, 50_000_000)
    contents[name] = bytes.toString(/\.(md|txt|json|csv)$/.test(name) ? 'utf8' : 'hex')
  }
  zip.close()
  return contents
}

/** A place nobody has begun a site in. */
export async function newPlace(more: Record<string, string> = {}) {
  const databaseUrl = postgresUrl ? { DATABASE_URL: await createPostgresDatabase(postgresUrl) } : {}
  return readEnv({ DATA_DIR: ownFolder(), SITE_URL: 'https://author.example', ...databaseUrl, ...more })
}

type Place = Awaited<ReturnType<typeof newPlace>>

/** What it said, and the site as it is there now. */
export async function bringInto(env: Place, path: string, options: Parameters<typeof createTestApp>[0] = {}) {
  const said: string[] = []
  await importOwn(env, (line) => said.push(line), path)
  return { said, site: await openAt(env, options) }
}

export async function openAt(env: Place, options: Parameters<typeof createTestApp>[0] = {}) {
  const database = await openDatabase(env)
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= database.close()
    return closed
  }
  onTestFinished(close)
  const site = await createTestApp({
    ...options,
    env: { SECRET_KEY: '', DATA_DIR: env.dataDir, ...options.env },
    beside: { deps: database as unknown as TestApp['deps'] },
  })
  const files = join(env.dataDir, 'files')
  if (existsSync(files)) cpSync(files, site.filesFolder, { recursive: true })
  return { ...site, close }
}
