import { keepHouse } from '#app/housekeeping.server.ts'
import type { People } from '#features/people/contract.ts'
import { heldFor } from './hold.ts'
import { openServices, recorded, secrets } from './mail-services.ts'
import { startMailerLite } from './mailerlite.ts'
import { dump } from './people.ts'
import { createPermissions, type LetterSort } from './permission.ts'
import { filename } from './shop.ts'
import { startSmtp } from './smtp.ts'
import type { Received } from './smtp-server.ts'
import { createTestApp } from './test-app.ts'

export const names = ['ada', 'ben', 'cyd', 'dov', 'eve', 'owner'] as const
export type Name = (typeof names)[number]
export const statuses = ['Active', 'Unsubscribed', 'Bounced', 'Complained', 'Unconfirmed', 'Archived', 'Moved'] as const
type Status = (typeof statuses)[number]

/** Something that happens: to whom, however her address is spelled there, and which of the ways it can happen in. */
export type Happening = {
  kind: Kind
  name: Name
  spelling: number
  way: number
  rows: { name: Name; spelling: number; status: Status }[]
}
export type Kind = (typeof kinds)[number]

export const kinds = [
  ...['signsUp', 'asksForArc', 'confirms', 'leavesByPage', 'leavesByOneClick', 'asksForFreshLink'],
  ...['isStopped', 'isErased', 'isAdded', 'isBroughtIn', 'importsList', 'checksList', 'undoesImport'],
  ...['providerHears', 'syncs', 'providerTells', 'isPushed'],
  ...['bounces', 'complains', 'leavesAtService', 'bouncesSoftly', 'isSlandered'],
  ...['mailboxTurns', 'serverTurns', 'isUnplugged', 'timePasses'],
  ...['sendsToAll', 'sendsToAllLater', 'sendsToOne', 'retries', 'decides', 'pauses', 'resumes', 'stops', 'sendsOutbox'],
] as const

const group = '/api/voracious-readers-subscribers'
const otherFile = 'another.epub'
const basis = 'They agreed.'
const refusing: readonly Status[] = ['Unsubscribed', 'Bounced', 'Complained']
const mailboxes = [
  undefined,
  { code: 550, words: '5.1.1 no such user' },
  { code: 550, words: '5.7.1 not from you' },
  { code: 452, words: '4.2.2 mailbox full' },
]
// The fourth fetches a certificate first, and is heard like the others.
const services = ['postmark', 'mailgun', 'brevo'] as const
const minute = 60_000
const day = 1_440 * minute

const addressOf = (name: string) => `${name}@home.example`
const nameOf = (address: string) => address.toLowerCase().split('@')[0] ?? ''
const spellings = [
  (text: string) => text,
  (text: string) => text.toUpperCase(),
  (text: string) => text.replace(/^.|(?<=[@.])./g, (letter) => letter.toUpperCase()),
  (text: string) => ` ${text} `,
]
const spell = (name: Name, spelling: number) => spellings[spelling % spellings.length]?.(addressOf(name)) ?? ''
const pick = <Item>(items: readonly Item[], way: number): Item | undefined => items[way % Math.max(1, items.length)]
/** one of them, the last first */
const pickLate = <Item>(items: readonly Item[], way: number) => pick(items.toReversed(), way)

/** What a letter is, as whoever gets it can tell. */
function sortOf({ mail }: Received): LetterSort {
  const [subject, text] = [mail.subject ?? '', mail.text ?? '']
  if (text.includes('/confirm/')) return 'confirm'
  if (text.includes('/get/')) return subject.includes('Lanterns') ? 'campaign' : 'single'
  if (text.includes('because you asked for an advance reader copy')) return 'arc'
  return text.includes('because you joined the mailing list') ? 'welcome' : 'other'
}

/**
 * A site with a mail server, mail services that tell what came back, and a mailing provider; and beside it the few words
 * that say who may be written to. Every letter is judged by them once the event that led to it is over.
 */
export async function openWorld() {
  const smtp = await startSmtp()
  const provider = await startMailerLite()
  const owners = addressOf('owner')
  const env = {
    ...{ SMTP_URL: smtp.url, MAIL_RATE: '5000', RATE_LIMIT: 'off', DOUBLE_OPT_IN: 'on', OWNER_EMAIL: owners },
    ...{ MAILERLITE_API_KEY: 'a-key', MAILERLITE_API_URL: `${provider.url}/` },
    ...secrets,
  }
  const app = await createTestApp({ env })
  const { mailer } = app.deps
  const told = openServices(app)
  let owner = await app.asOwner()
  const permissions = createPermissions(names, 'owner')
  const imports: string[] = []
  const campaigns: string[] = []
  const erased = new Set<Name>()
  const atMailbox = new Map<string, { code: number; words: string }>()
  smtp.refuse = (to) => atMailbox.get(nameOf(to))
  provider.groups.push({ id: '7', name: 'Voracious Readers' })
  await owner.post('/api/owner/provider/webhook')

  const lettersTo = (name: Name) => smtp.received.filter(({ to }) => nameOf(to[0] ?? '') === name)
  /** the end of some link of this kind that has reached her */
  const linkTo = (name: Name, kind: 'confirm' | 'unsubscribe' | 'get', way: number) =>
    pick(
      lettersTo(name).flatMap(({ mail }) => mail.text?.match(new RegExp(`/${kind}/\\S+`))?.[0] ?? []),
      way,
    )
  const find = async (name: Name) => {
    const { people }: People = await (await owner.request(`/api/owner/subscribers?q=${addressOf(name)}`)).json()
    return people[0]
  }
  const hear = async (file: string, { name, spelling, way }: Happening) => {
    const service = services[way % services.length] ?? 'brevo'
    const [last] = lettersTo(name).slice(-1)
    const letter = way % 3 ? last?.mail.messageId?.slice(1).split('@')[0] : undefined
    const about = { reader: spell(name, spelling).trim(), ...(letter ? { letter } : {}) }
    return told[service](recorded(`${service}-${file}.json`, about))
  }
  /** what a mail service says of her; her own mailbox is never silenced by it */
  const goneByService = (file: string) => async (event: Happening) => {
    if (event.name !== 'owner') permissions.leave(event.name)
    await hear(file, event)
  }
  const isInGroup = (name: string) => {
    const there = provider.people.get(addressOf(name))
    return there?.groups.has('7') ? there.status : null
  }

  async function sendToAll(holdSeconds: number, spelling = 0) {
    const subscribers = names.map((name) => spell(name, spelling))
    const answer = await owner.post('/api/send-bulk-download-emails', { subscribers, filename }, heldFor(holdSeconds))
    const { campaignId = null, errors = [] } = await answer.json()
    if (campaignId) campaigns.push(campaignId)
    return { isBegun: campaignId !== null, errors: errors as string[] }
  }
  const toCampaign = async (way: number, act: string) => {
    const id = pickLate(campaigns, way)
    if (id) await owner.post(`/api/owner/campaigns/${id}/${act}`)
  }

  const events: Record<Kind, (event: Happening) => Promise<unknown>> = {
    async signsUp({ name, spelling, way }) {
      permissions.signUp(name)
      const body = { email: spell(name, spelling), source: 'footer' }
      return way % 4 ? app.post('/api/newsletter/signup', body) : app.postForm('/signup', body)
    },
    async asksForArc({ name, spelling, way }) {
      permissions.ask(name, 'arc')
      if (way % 2) permissions.signUp(name)
      const wish = { email: spell(name, spelling), source: 'voss_trials_arc', newsletter: way % 2 === 1 }
      return app.post('/api/newsletter/signup', wish)
    },
    async confirms({ name, way }) {
      const path = linkTo(name, 'confirm', way)
      if (path && (await app.postForm(path, {})).status === 200) permissions.confirm(name)
    },
    async leavesByPage({ name, way }) {
      const path = linkTo(name, 'unsubscribe', way)
      if (path && (await app.postForm(path, {})).status === 200) permissions.leave(name)
    },
    async leavesByOneClick({ name, way }) {
      const path = linkTo(name, 'unsubscribe', way)
      const click = { method: 'POST', body: 'List-Unsubscribe=One-Click' }
      if (path && (await app.request(path, click)).status === 200) permissions.leave(name)
    },
    async asksForFreshLink({ name, way }) {
      const path = linkTo(name, 'get', way)
      if (!path) return
      for (const sort of ['campaign', 'single'] as const) permissions.ask(name, sort)
      await app.postForm(path, {})
    },
    async isStopped({ name }) {
      const person = await find(name)
      if (!person) return
      await owner.post(`/api/owner/subscribers/${person.id}/stop`)
      permissions.leave(name)
    },
    async isErased({ name }) {
      const person = await find(name)
      if (!person || (await owner.delete(`/api/owner/subscribers/${person.id}`)).status !== 200) return
      permissions.erase(name)
      erased.add(name)
      await insistOnNoTrace()
    },
    async isAdded({ name, spelling, way }) {
      const list = way % 2 ? 'readers' : 'newsletter'
      const { status } = await owner.post('/api/owner/people', { email: spell(name, spelling), basis, list })
      if (status === 201) permissions.bring(name, list, null)
    },
    async isBroughtIn({ rows }) {
      const subscribers = rows.map(({ name, spelling, status }) => ({ email: spell(name, spelling), status }))
      const { status } = await owner.post(group, { subscribers, basis })
      if (status === 200) obey(rows, 'readers', null)
    },
    async importsList({ rows, way }) {
      const list = way % 2 ? 'readers' : 'newsletter'
      const answer = await owner.post('/api/owner/people/import', { csv: csvOf(rows), basis, list })
      if (answer.status !== 202) return
      const { id } = await answer.json()
      imports.push(id)
      obey(rows, list, id)
    },
    async checksList({ rows, way }) {
      const list = way % 2 ? 'readers' : 'newsletter'
      await owner.post('/api/owner/people/import', { csv: csvOf(rows), list, dryRun: true })
    },
    async undoesImport({ way }) {
      const id = pickLate(imports, way)
      if (id && (await owner.post(`/api/owner/people/imports/${id}/undo`)).status === 200) permissions.undo(id)
    },
    async providerHears({ name, way }) {
      const status = pick(['active', 'unsubscribed', 'bounced', 'junk', 'unconfirmed'], way) ?? ''
      const groups = new Set(way % 3 ? ['7'] : [])
      provider.people.set(addressOf(name), { id: name, email: addressOf(name), status, groups })
    },
    async syncs() {
      const before = names.filter((name) => isInGroup(name) === 'active')
      await owner.post('/api/mailerlite/sync-voracious-readers')
      for (const name of names) {
        const there = provider.people.get(addressOf(name))
        // What was said here before counts there: nobody who left is given to somebody else to write to.
        if (isInGroup(name) === 'active' && !before.includes(name) && !permissions.mayBeAsked(name))
          throw new Error(`${name} has left, and was given to the provider`)
        const isAsked = isInGroup(name) || (permissions.of(name).isReader && !permissions.of(name).isGone)
        if (isAsked && ['unsubscribed', 'bounced', 'junk'].includes(there?.status ?? '')) permissions.leave(name)
        if (isInGroup(name) === 'active') permissions.bring(name, 'readers', null)
      }
    },
    async providerTells({ rows, way }) {
      const type = pick(['subscriber.unsubscribed', 'subscriber.bounced', 'subscriber.spam_reported'], way)
      const batch = rows.map(({ name, spelling }) => ({ type, email: spell(name, spelling).trim() }))
      const body = JSON.stringify({ events: batch })
      await app.request('/api/mailerlite/webhook', {
        method: 'POST',
        body,
        headers: { signature: provider.sign(body) },
      })
      for (const { name } of rows) permissions.leave(name)
    },
    async isPushed({ name, spelling }) {
      const mayBe = permissions.mayBeAsked(name)
      const before = isInGroup(name)
      await owner.post('/api/mailerlite/add-subscriber', { email: spell(name, spelling) })
      if (!mayBe && isInGroup(name) === 'active' && before !== 'active') throw new Error(`${name} was given away`)
      const there = provider.people.get(addressOf(name))?.status ?? ''
      if (['unsubscribed', 'bounced', 'junk'].includes(there)) permissions.leave(name)
    },
    bounces: goneByService('hard-bounce'),
    complains: goneByService('complaint'),
    leavesAtService: goneByService('unsubscribe'),
    bouncesSoftly: (event) => hear('soft-bounce', event),
    async isSlandered({ name, way }) {
      const file = pick(['postmark', 'mailgun', 'brevo'], way) ?? ''
      const headers = { authorization: `Bearer not ${secrets.MAIL_EVENTS_SECRET}` }
      await told.post(file, recorded(`${file}-hard-bounce.json`, { reader: addressOf(name) }), headers)
    },
    async mailboxTurns({ name, way }) {
      const mailbox = pick(mailboxes, way)
      if (mailbox) atMailbox.set(name, mailbox)
      else atMailbox.delete(name)
    },
    async serverTurns({ way }) {
      const scripts = [{}, { sender: { code: 451, words: '4.3.0 later' } }, { hangUp: 'after the dot' }] as const
      smtp.script = pick(scripts, way) ?? {}
    },
    async isUnplugged() {
      app.deps.mailer = app.deps.mailer ? null : mailer
    },
    async timePasses({ way }) {
      app.passTime([10 * minute, 7 * 60 * minute, day, 31 * day][way % 4] ?? 0)
      owner = await app.asOwner()
      if (way % 4 === 3) permissions.forgetUnconfirmed()
      if (way % 4 === 3) await keepHouse(app.deps)
    },
    async sendsToAll({ spelling }) {
      const isSound = app.deps.mailer !== null && Object.keys(smtp.script).length === 0
      const wanted = permissions.members().filter((name) => !atMailbox.has(name) && name !== 'owner')
      const known = smtp.received.length
      const { isBegun, errors } = await sendToAll(0, spelling)
      await app.work()
      if (!isBegun || !isSound) return
      const got = smtp.received.slice(known).filter((letter) => sortOf(letter) === 'campaign')
      const whoGot: string[] = got.map(({ to }) => nameOf(to[0] ?? ''))
      // Whose letter lies in the outbox has hers already.
      const waiting: string[] = names.filter((name) =>
        errors.some((error) => error.startsWith(`${addressOf(name)}: has this`)),
      )
      const missing = wanted.filter((name) => !waiting.includes(name) && !whoGot.includes(name))
      if (missing.length > 0) throw new Error(`no letter for ${missing} (${errors.join('; ')})`)
    },
    sendsToAllLater: ({ spelling }) => sendToAll(50, spelling),
    async sendsToOne({ name, spelling }) {
      permissions.ask(name, 'single')
      await owner.post('/api/send-download-email', { email: spell(name, spelling), filename: otherFile })
    },
    retries: ({ way }) => toCampaign(way, 'retry'),
    async decides({ way }) {
      const id = pickLate(campaigns, way)
      if (!id) return
      const { deliveries } = await (await owner.request(`/api/owner/campaigns/${id}/deliveries?state=unknown`)).json()
      for (const one of deliveries) await owner.post(`/api/owner/deliveries/${one.id}/decision`, { decision: 'again' })
    },
    pauses: ({ way }) => toCampaign(way, 'pause'),
    resumes: ({ way }) => toCampaign(way, 'resume'),
    stops: ({ way }) => toCampaign(way, 'stop'),
    async sendsOutbox() {
      await owner.post('/api/owner/outbox/send-kept', { which: 'all' })
      const { letters } = await (await owner.request('/api/owner/outbox')).json()
      for (const { id, state } of letters)
        if (['unknown', 'failed'].includes(state)) await owner.post(`/api/owner/outbox/${id}/send`)
    },
  }

  function csvOf(rows: Happening['rows']): string {
    const lines = rows.map(({ name, spelling, status }) => `"${spell(name, spelling)}",${status}`)
    return ['Email,Status', ...lines].join('\n')
  }
  /** What a list says of each: the strictest, where it names somebody twice. */
  function obey(rows: Happening['rows'], list: 'newsletter' | 'readers', by: string | null) {
    for (const name of new Set(rows.map((row) => row.name))) {
      const said = rows.filter((row) => row.name === name).map(({ status }) => status)
      if (said.some((status) => refusing.includes(status))) permissions.leave(name)
      else if (said.every((status) => status === 'Active')) permissions.bring(name, list, by)
      else if (stillAsks(said)) permissions.bring(name, list, by, false)
    }
  }

  /** Everything that comes of an event, in the minute after it; then every letter that has left is judged. */
  async function happen(event: Happening): Promise<number> {
    const [known, askedBefore] = [smtp.received.length, smtp.asked.length]
    await events[event.kind](event)
    await app.work()
    // What is to wait for a minute waits until something else has happened.
    if (event.kind !== 'sendsToAllLater') app.passTime(minute + 1_000)
    await app.work()
    const asked = smtp.asked.slice(askedBefore).map(nameOf)
    const wrong = asked.filter((name) => !permissions.mayBeAsked(name)).map((name) => `${name} is gone`)
    const letters = smtp.received.slice(known).map((letter) => [nameOf(letter.to[0] ?? ''), sortOf(letter)] as const)
    const amiss = letters
      .filter(([name, sort]) => !permissions.mayGet(name, sort))
      .map(([name, sort]) => `${name}: ${sort}`)
    if (wrong.length + amiss.length > 0)
      throw new Error(`written to, and must not be: ${[...wrong, ...amiss].join(', ')}`)
    for (const name of asked) if (atMailbox.get(name)?.words.startsWith('5.1.1')) permissions.leave(name)
    await agree()
    return letters.length
  }

  /** What the screens load is what the few words say, so a fault is found where it happens. */
  async function agree() {
    const { subscribers } = await (await owner.request(group)).json()
    const { people }: People = await (await owner.request('/api/owner/subscribers')).json()
    const shown = (name: string) => {
      const state = people.find(({ email }) => nameOf(email) === name)?.state ?? 'nobody'
      return `${name} ${state}${subscribers.includes(addressOf(name)) ? ' in the group' : ''}`
    }
    const others = names.filter((name) => name !== 'owner')
    const wrong = others.filter((name) => !permissions.words(name).some((words) => shown(name) === `${name} ${words}`))
    if (wrong.length > 0) throw new Error(`shown as ${wrong.map(shown)}, and meant is ${wrong.map(permissions.words)}`)
  }

  /** Of whoever was erased nothing is in any table, whatever is said of her afterwards. The author goes on living here. */
  async function insistOnNoTrace() {
    const kept = (await dump(app)).toLowerCase()
    const traced = [...erased].filter((name) => name !== 'owner' && kept.includes(addressOf(name)))
    if (traced.length > 0) throw new Error(`erased, and still in a table: ${traced}`)
  }

  /** Everything is mended and all that waits has gone; then one letter goes to everybody, and exactly to whom it may. */
  async function settle(): Promise<number> {
    smtp.script = {}
    atMailbox.clear()
    app.deps.mailer = mailer
    const calm: Omit<Happening, 'kind' | 'way'> = { name: 'ada', spelling: 0, rows: [] }
    let letters = 0
    for (const [way] of campaigns.entries()) letters += await happen({ ...calm, kind: 'stops', way })
    for (const way of [1, 1, 2, 2]) letters += await happen({ ...calm, kind: 'timePasses', way })
    letters += await happen({ ...calm, kind: 'sendsOutbox', way: 0 })
    const known = smtp.received.length
    letters += await happen({ ...calm, kind: 'sendsToAll', way: 0 })
    const got = smtp.received.slice(known).map(({ to }) => nameOf(to[0] ?? ''))
    const meant = permissions.members().filter((name) => name !== 'owner')
    const others = got.filter((name) => name !== 'owner').sort()
    if (others.join() !== meant.sort().join()) throw new Error(`the letter went to ${others}, and not to ${meant}`)
    await insistOnNoTrace()
    return letters
  }

  return { happen, settle }
}

const strictness: readonly (readonly Status[])[] = [['Active'], ['Archived', 'Unconfirmed'], ['Moved']]

/** Of several words for one person the one that forbids most, the first of such: whether it is that she never confirmed. */
function stillAsks(said: readonly Status[]): boolean {
  const strictest = strictness.findLast((words) => words.some((word) => said.includes(word))) ?? []
  return said.find((word) => strictest.includes(word)) === 'Unconfirmed'
}
