import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#tests/support/long-run.ts'
import { startMailerLite } from '#tests/support/mailerlite.ts'
import { filename } from '#tests/support/shop.ts'
import { startSmtp } from '#tests/support/smtp.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import type { People } from './contract.ts'

const names = ['ada', 'ben', 'cyd', 'dov'] as const
const address = (name: string) => `${name}@home.example`
const group = '/api/voracious-readers-subscribers'
const basis = 'They agreed.'
const statuses = ['Active', 'Unsubscribed', 'Bounced', 'Complained', 'Unconfirmed', 'Archived'] as const
const refusing = ['Unsubscribed', 'Bounced', 'Complained'] as const

/**
 * A site with a mail server and a mailing provider, and what is known outside of it of four people: who must not be
 * written to any more, for she left, bounced, complained or was erased, and who never asked for anything.
 */
async function openWorld() {
  const smtp = await startSmtp()
  const provider = await startMailerLite()
  const env = {
    ...{ SMTP_URL: smtp.url, MAIL_RATE: '500', RATE_LIMIT: 'off', DOUBLE_OPT_IN: 'on' },
    ...{ MAILERLITE_API_KEY: 'a-key', MAILERLITE_API_URL: `${provider.url}/` },
  }
  const app = await createTestApp({ env })
  const owner = await app.asOwner()
  const gone = new Set<string>()
  /** asked by a form, and has neither pressed the button nor been brought in by the owner */
  const asked = new Set<string>()
  const mayBeWrittenTo = new Set<string>()
  const dead = new Set<string>()
  smtp.refuse = (to) => (dead.has(to) ? { code: 550, words: '5.1.1 no such user' } : undefined)
  let imported: string | null = null

  const pathIn = async (name: string, pattern: RegExp) => {
    const letters = (await app.letters()).filter(({ to_email }) => to_email === address(name))
    return letters.map(({ text }) => text.match(pattern)?.[0]).findLast(Boolean)
  }
  const leave = (name: string) => {
    gone.add(address(name))
    mayBeWrittenTo.delete(address(name))
  }
  const bring = (name: string) => {
    if (!gone.has(address(name))) mayBeWrittenTo.add(address(name))
  }
  const find = async (name: string) => {
    const { people }: People = await (await owner.request(`/api/owner/subscribers?q=${address(name)}`)).json()
    return people[0]
  }

  const events = {
    async signsUp(name: string) {
      await app.post('/api/newsletter/signup', { email: address(name), source: 'footer' })
      asked.add(address(name))
    },
    async asksForArc(name: string) {
      await app.post('/api/newsletter/signup', { email: address(name), source: 'voss_trials_arc' })
      asked.add(address(name))
    },
    async confirms(name: string) {
      const path = await pathIn(name, /\/confirm\/\S+/)
      if (!path) return
      const { status } = await app.postForm(path, {})
      if (status === 200) bring(name)
    },
    async leavesByLetter(name: string) {
      const path = await pathIn(name, /\/unsubscribe\/\S+/)
      if (!path) return
      await app.request(path, { method: 'POST', body: 'List-Unsubscribe=One-Click' })
      leave(name)
    },
    async isStopped(name: string) {
      const person = await find(name)
      if (!person) return
      await owner.post(`/api/owner/subscribers/${person.id}/stop`, {})
      leave(name)
    },
    async isErased(name: string) {
      const person = await find(name)
      if (!person) return
      await owner.delete(`/api/owner/subscribers/${person.id}`)
      leave(name)
    },
    async isImported(name: string, status: (typeof statuses)[number]) {
      const csv = `Email,Status\n${address(name)},${status}\n`
      const list = status === 'Active' ? 'readers' : 'newsletter'
      const answer = await owner.post('/api/owner/people/import', { csv, basis, list })
      if (answer.status !== 202) return
      imported = (await answer.json()).id
      await app.work()
      if (status === 'Active') bring(name)
      if (refusing.some((word) => word === status)) leave(name)
    },
    async isBroughtIn(name: string) {
      await owner.post(group, { subscribers: [address(name)], basis })
      bring(name)
    },
    async isAdded(name: string) {
      const { status } = await owner.post('/api/owner/people', { email: address(name), basis })
      if (status === 201) bring(name)
    },
    async undoes() {
      if (imported) await owner.post(`/api/owner/people/imports/${imported}/undo`, {})
    },
    async dies(name: string) {
      dead.add(address(name))
    },
    async leavesAtProvider(name: string, status: (typeof statuses)[number]) {
      const word = status === 'Bounced' ? 'bounced' : 'unsubscribed'
      provider.people.set(address(name), { id: name, email: address(name), status: word, groups: new Set(['7']) })
      if (provider.groups.length === 0) provider.groups.push({ id: '7', name: 'Voracious Readers' })
      await owner.post('/api/mailerlite/sync-voracious-readers', {})
      leave(name)
    },
    async sendsToAll() {
      const subscribers = names.map(address)
      await owner.post('/api/send-bulk-download-emails', { subscribers, filename })
    },
    async sendsToOne(name: string) {
      // The owner may write to a single address she knows, as long as it has not left.
      asked.add(address(name))
      await owner.post('/api/send-download-email', { email: address(name), filename })
    },
    async retries() {
      const { latest } = await (await owner.request('/api/owner/campaigns')).json()
      if (latest) await owner.post(`/api/owner/campaigns/${latest.id}/retry`, {})
      await owner.post('/api/owner/outbox/send', { which: 'all' })
    },
  }

  /** One thing happens, and everything it led to; whoever the mail server has called dead is so from then on. */
  async function happen(kind: keyof typeof events, name: string, status: (typeof statuses)[number]) {
    const before = new Set(gone)
    const known = smtp.received.length
    await events[kind](name, status)
    await app.work()
    app.passTime(61_000)
    await app.work()
    for (const to of smtp.asked) if (dead.has(to)) leave(to.split('@')[0] ?? '')
    for (const { to, mail } of smtp.received.slice(known)) {
      const [email = ''] = to
      if (email === 'owner@author.example' || !names.map(address).includes(email)) continue
      expect([kind, email, before.has(email) && 'had left']).toEqual([kind, email, false])
      const isBook = mail.subject?.includes('book') || mail.text?.includes('/get/')
      if (kind === 'sendsToAll' && isBook) expect([email, mayBeWrittenTo.has(email)]).toEqual([email, true])
    }
    return smtp.received.slice(known).length
  }
  return { happen, smtp, mayBeWrittenTo, kinds: Object.keys(events) as (keyof typeof events)[] }
}

test('nobody who left, bounced, complained or was erased is ever written to, nor who never confirmed, whatever happened before', async () => {
  const { kinds } = await openWorld()
  const step = fc.record({
    kind: fc.constantFrom(...kinds),
    name: fc.constantFrom(...names),
    status: fc.constantFrom(...statuses),
  })
  let letters = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), async (history) => {
      const { happen } = await openWorld()
      for (const { kind, name, status } of history) letters += await happen(kind, name, status)
      // Whatever it has come to, it is then written to everybody.
      for (const kind of ['retries', 'sendsToAll'] as const) letters += await happen(kind, 'ada', 'Active')
    }),
    { numRuns: runs.journey },
  )
  // A world in which nothing is ever sent would show nothing.
  expect(letters).toBeGreaterThan(runs.journey)
})
