import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { newId } from '#server/ids.ts'
import { ownerAddress } from '#server/letters.ts'
import { openAnyLine, openPublicLine } from '#server/mail-line.ts'
import { findMailWay } from '#server/mailer.ts'
import { insistWithin } from '#server/rate-limit.ts'
import { writeFact } from '#server/site-facts.ts'
import { greetMailServer, tryMailServer } from '#server/smtp-trial.ts'
import { type MailTestInput, type TestResult, testLetterFact } from './contract.ts'
import { trialLetter } from './emails.server.tsx'
import { serverFrom, serverOfUrl, wrong } from './mail-settings.server.ts'
import { getRow } from './rows.server.ts'
import { fixedBy, insistOpen } from './service.server.ts'
import { trialWords } from './trial-words.ts'

const tries = { most: 20, seconds: 600 }

/** One letter to herself, through the server as it stands on her screen: nothing has to be saved to be tried. */
export async function sendTestLetter(deps: Deps, input: MailTestInput): Promise<TestResult> {
  const { db, env, now } = deps
  const { author, sender: usual } = deps.site()
  if (env.isRateLimited) await insistWithin(db, 'settings:test-mail', tries, now())
  insistOpen(deps, input)
  const isFixed = fixedBy(deps.settings.given).includes('mailServer')
  const server = isFixed ? serverOfUrl(env.smtpUrl ?? '') : serverFrom(deps, await getRow(db), input)
  if (!server) throw wrong('mailServer', 'Name a mail server first')
  const { host, port, security, user, password } = server
  const sender = input.sender || usual
  const to = await ownerAddress(db, deps)
  const letter = {
    messageId: `<${newId(now())}@${new URL(env.siteUrl).hostname}>`,
    from: { name: author.name, address: sender },
    to: { name: '', address: to },
    replyTo: null,
    headers: {},
    ...trialLetter(author),
  }
  const outcome = await tryMailServer({ host, port, isTls: security === 'tls', user, password }, letter, {
    openLine: isFixed ? openAnyLine : openPublicLine,
    dkim: env.dkim,
  })
  const result = trialWords(outcome, { host, port, sender, to, user })
  // One of the first steps: that it worked once is enough.
  if (result.isTaken) await writeFact(db, testLetterFact, now().toISOString())
  return result
}

/** Calls the mail server that is in force, as far as the password, and sends nothing. Null: there is none. */
export async function greetMailServerInForce(env: Deps['env']): Promise<(TestResult & { host: string }) | null> {
  const way = findMailWay(env)
  if (!way) return null
  const { host, port, security, user, password } = serverOfUrl(way.smtpUrl)
  const server = { host, port, isTls: security === 'tls', user, password }
  const outcome = await greetMailServer(server, { openLine: way.isTyped ? openPublicLine : openAnyLine })
  return { host, ...trialWords(outcome, { host, port, sender: '', to: '', user }) }
}

/** Asks the mailing provider with a key; answers what its groups are called. */
export type AskProvider = (apiKey: string | null) => Promise<string[]>

export async function tryProvider(deps: Deps, ask: AskProvider, typed: string | undefined): Promise<TestResult> {
  const { db, env, now } = deps
  if (env.isRateLimited) await insistWithin(db, 'settings:test-provider', tries, now())
  if (typed) insistOpen(deps, { providerKey: typed })
  if (!typed && !env.mailerLite) throw wrong('providerKey', 'Type a key first')
  try {
    const groups = await ask(typed || null)
    return { isTaken: true, outcome: 'taken', field: null, message: groupWords(groups, env.providerGroup) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { isTaken: false, outcome: error.code, field: 'providerKey', message: error.message }
  }
}

function groupWords(groups: readonly string[], wanted: string): string {
  return groups.includes(wanted)
    ? `MailerLite knows this key, and has a group named “${wanted}”.`
    : `MailerLite knows this key. It has no group named “${wanted}” yet; the first sync makes it.`
}
