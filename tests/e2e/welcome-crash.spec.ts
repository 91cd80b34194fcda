import { once } from 'node:events'
import { expect, test } from '@playwright/test'
import type { LetterLine } from '../../src/features/letters/contract.ts'
import { connectionsFor } from '../../src/server/mailer.ts'
import { isLongRun, kills, plenty } from '../support/long-run.ts'
import { openSmtp } from '../support/smtp-server.ts'
import { ownerAt, type Site, startOwnedSite } from './owner.ts'
import { type Place, places } from './places.ts'

// The site opens once in 25 hours, so that a day is over however often it is killed; on the others it is down.
const month = Array.from({ length: 31 }, (_, day) => day)
const days = isLongRun ? month.filter((day) => day < 12 || day > 18) : [0, 1, 30]
const perDay = plenty(20, 8)
const perSecond = 100
const atOnce = connectionsFor(perSecond)
const series = [0, 3, 10]
/** In days on which the site is open, from joining to the first, and from each letter to the next. */
const pauses = [1, 3, 7]

type Reader = { email: string; got: number; last: number; hasLeft: boolean }

/** By its own clock the site starts so much later. */
function atLater(milliseconds: number): Record<string, string> {
  const clock = `
    const now = Date.now
    globalThis.Date = class extends Date {
      constructor(...given) { given.length > 0 ? super(...given) : super(now() + ${milliseconds}) }
      static now() { return now() + ${milliseconds} }
    }`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(clock)}` }
}

type Owner = Awaited<ReturnType<typeof ownerAt>>
type Smtp = Awaited<ReturnType<typeof openSmtp>>

async function writeSeries(owner: Owner) {
  for (const after of series) {
    const { id } = await owner('POST', '/api/owner/letters', { subject: `Day ${after}`, content: 'The tide.' })
    await owner('PUT', `/api/owner/letters/${id}/welcome`, { days: after })
  }
}

/** Each letter of the series. */
async function becameOf(owner: Owner) {
  const lines: LetterLine[] = await owner('GET', '/api/owner/letters')
  return series.map((after) => lines.find(({ welcome }) => welcome?.days === after)?.mailing)
}

/** One who waits for more of them leaves, by the way out in a letter she has. */
async function letOneLeave({ port }: Site, readers: readonly Reader[], { received }: Smtp) {
  const reader = readers.find(({ got, hasLeft }) => got > 0 && got < series.length && !hasLeft)
  const text = received.find(({ to }) => to[0] === reader?.email)?.mail.text
  const [wayOut] = text?.match(/\/unsubscribe\/\S+/) ?? []
  if (!reader || !wayOut) return
  const left = await fetch(`http://127.0.0.1:${port}${wayOut}`, { method: 'POST', body: 'List-Unsubscribe=One-Click' })
  expect(left.status).toBe(200)
  reader.hasLeft = true
}

async function letSomeJoin(owner: Owner, readers: Reader[], day: number) {
  for (let number = 0; number < perDay; number++) {
    const email = `reader${day}-${number}@home.example`
    await owner('POST', '/api/newsletter/signup', { email, source: 'footer' })
    readers.push({ email, got: 0, last: day, hasLeft: false })
  }
  const present = readers.filter(({ hasLeft }) => !hasLeft).length
  const counted = async () => (await owner('POST', '/api/owner/letters/audience', {})).count
  await expect.poll(counted, { timeout: 600_000, intervals: [50] }).toBe(present)
}

/** Answers how many letters were meant to arrive, and how many did not. */
function expectEachOnce(readers: readonly Reader[], { received }: Smtp) {
  let [meant, arrived] = [0, 0]
  for (const { email, got } of readers) {
    const hers = received.filter(({ to }) => to[0] === email).map(({ mail }) => mail.subject ?? '')
    const subjects = hers.filter((subject) => subject.startsWith('Day '))
    const inTurn = series.slice(0, got).map((after) => `Day ${after}`)
    expect(subjects, email).toEqual(inTurn.filter((subject) => subjects.includes(subject)))
    meant += got
    arrived += subjects.length
  }
  return { meant, lost: meant - arrived }
}

/** A month in which readers join and leave each day, and the site is killed while it writes to them. */
async function liveThroughKills(place: Place) {
  const smtp = await openSmtp()
  const mail = { SMTP_URL: smtp.url, MAIL_RATE: String(perSecond), POSTAL_ADDRESS: '1 Quay, Halifax' }
  const start = (day: number, minute: number) =>
    startOwnedSite({ ...place.env, ...mail, DOUBLE_OPT_IN: 'off', ...atLater((day * 25 * 60 + minute) * 60_000) })
  const readers: Reader[] = []
  let killed = 0
  let uncertain = 0

  /** Killed at one of its letters: in turns before the server has a word of it, and when it has all and has not said so. */
  async function killAt(letter: number, day: number, minute: number) {
    const site = await start(day, minute)
    const isDead = once(site.child, 'exit')
    let seen = 0
    const strike = (): undefined => void (++seen === letter && site.child.kill('SIGKILL'))
    if (killed++ % 2 === 0) smtp.refuse = strike
    else smtp.onTaken = strike
    await isDead
    Object.assign(smtp, { refuse: () => undefined, onTaken: () => {} })
  }

  for (const [opened, day] of days.entries()) {
    const due = readers.filter(({ got, last, hasLeft }) => !hasLeft && day - last >= (pauses[got] ?? Infinity))
    // Each costs the letters before it and those that were on their way beside it: the last must have one, too.
    const deaths = Math.min(Math.ceil((kills - killed) / (days.length - opened)), Math.floor(due.length / atOnce))
    const letter = Math.floor(due.length / deaths) - atOnce + 1
    // What a dead process had in hand is free again after a minute.
    for (let death = 0; death < deaths; death++) await killAt(letter, day, 2 * death)
    const site = await start(day, 2 * deaths)
    const owner = await ownerAt(site)
    for (const reader of due) Object.assign(reader, { got: reader.got + 1, last: day })
    if (day === 0) await writeSeries(owner)
    const expected = series.map((_, letter) => readers.filter(({ got }) => got > letter).length)
    const settled = async () => (await becameOf(owner)).map((one) => (one?.sent ?? 0) + (one?.unknown ?? 0))
    await expect.poll(settled, { timeout: 600_000, intervals: [50] }).toEqual(expected)
    const became = await becameOf(owner)
    expect(became.map((one) => one?.total)).toEqual(expected)
    uncertain = became.reduce((sum, one) => sum + (one?.unknown ?? 0), 0)

    await letOneLeave(site, readers, smtp)
    await letSomeJoin(owner, readers, day)
    site.child.kill('SIGKILL')
    await once(site.child, 'exit')
  }
  await smtp.stop()
  const { meant, lost } = expectEachOnce(readers, smtp)
  expect([killed, lost <= uncertain, uncertain <= atOnce * kills]).toEqual([kills, true, true])
  console.log(
    `${readers.length} readers, ${meant} letters, ${uncertain} uncertain, ${lost} of them lost, after ${killed} kills`,
  )
}

for (const [engine, openPlace] of Object.entries(places).slice(0, isLongRun ? 2 : 1)) {
  test(`${engine}: over a month with ${kills} kills a welcome reaches each reader once, in its days, and nobody who left`, async () => {
    const place = await openPlace()
    await liveThroughKills(place)
    await place.remove()
  })
}
