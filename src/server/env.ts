import { existsSync } from 'node:fs'
import { z } from 'zod'

const port = z.coerce.number().int().min(0).max(65_535)

const origin = z
  .url({ protocol: /^https?$/ })
  .transform((url) => new URL(url))
  .refine(
    (url) => url.pathname === '/' && !url.search && !url.hash && !url.username,
    'must be an origin without a path',
  )
  .transform((url) => url.origin)

export const variables = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1).default('0.0.0.0'),
  SITE_URL: origin.optional(),
})

export type Env = {
  port: number
  host: string
  /** the public origin: canonical links, share cards, letters. Never taken from a request. */
  siteUrl: string
  /** false while SITE_URL is unset: then the site answers on any host name */
  checkHost: boolean
}

export function readEnv(source: Record<string, string | undefined>): Env {
  // An empty value in a .env file means "not set".
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = variables.safeParse(given)
  if (!parsed.success) throw new EnvError(parsed.error)
  const { PORT, HOST, SITE_URL } = parsed.data
  return { port: PORT, host: HOST, siteUrl: SITE_URL ?? `http://localhost:${PORT}`, checkHost: SITE_URL !== undefined }
}

/** Every fault of the configuration at once, in words for the person who wrote it. */
export class EnvError extends Error {
  constructor(error: z.ZodError) {
    super(error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
    this.name = 'EnvError'
  }
}

/** The only place that reads the environment. */
export function loadEnv(): Env {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return readEnv(process.env)
}
