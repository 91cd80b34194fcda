import type { Deps } from '#server/deps.ts'
import { isSame } from '#server/same-secret.ts'
import { notProven, type Post } from './said.server.ts'

/** Postmark and Brevo sign nothing: they send along what they were given with our address, as basic or as bearer. */
export function insistOnSecret({ env }: Pick<Deps, 'env'>, name: string, { authorization }: Post): void {
  if (!env.mailEventsSecret) throw notProven(`Nothing is taken from ${name}: no secret for it is set in Settings.`)
  const [, scheme = '', given = ''] = /^(\w+) (.+)$/.exec(authorization) ?? []
  if (!isSame(secretIn(scheme.toLowerCase(), given), env.mailEventsSecret))
    throw notProven(`This does not carry the secret that ${name} was given.`)
}

/** Whatever name stands before it: services want one, and it proves nothing. */
function secretIn(scheme: string, given: string): string {
  if (scheme !== 'basic') return scheme === 'bearer' ? given : ''
  const login = Buffer.from(given, 'base64').toString('utf8')
  return login.slice(login.indexOf(':') + 1)
}
