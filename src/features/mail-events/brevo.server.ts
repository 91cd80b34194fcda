import { type Hear, type MailEvent, readJson, reasonOf, textAt } from './said.server.ts'
import { insistOnSecret } from './shared-secret.server.ts'

const kinds: Record<string, MailEvent['kind']> = {
  hard_bounce: 'bounced',
  invalid_email: 'bounced',
  spam: 'complained',
  complaint: 'complained',
  unsubscribed: 'left',
  soft_bounce: 'noted',
  blocked: 'noted',
  deferred: 'noted',
  error: 'noted',
}

export const hearBrevo: Hear = async (deps, post) => {
  insistOnSecret(deps, 'Brevo', post)
  const said = readJson(post.body)
  const all: unknown[] = Array.isArray(said) ? said : [said]
  const events = all.flatMap((one): MailEvent[] => {
    const kind = kinds[textAt(one, 'event')]
    const letter = textAt(one, 'message-id')
    return kind ? [{ kind, email: textAt(one, 'email'), letter, reason: reasonOf(textAt(one, 'reason')) }] : []
  })
  return { events, once: null }
}
