import { expect } from '@playwright/test'
import type { Place } from './places.ts'

/** What the site said it has. From then on it must have it, whatever happens. */
export type Acknowledged = { signups: Set<string>; messages: Set<string> }

/** Readers who sign up and write, each as fast as she is answered, until the line is cut. */
export function beginWriting(address: string, acknowledged: Acknowledged, round: string, writers = 6) {
  let isOver = false
  const strange: number[] = []
  const heard = new Set<boolean>()
  let tellBothHeard = () => {}
  let tellGone = (_error: Error) => {}
  const bothHeard = new Promise<void>((resolve, reject) => {
    tellBothHeard = resolve
    tellGone = reject
  })
  // Not every test waits for it.
  bothHeard.catch(() => {})
  const send = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const post = () => fetch(address + path, { method: 'POST', body: JSON.stringify(body), headers })
    // A line that has rested may be shut in the moment it is used again; a site that is gone answers neither time.
    return post().catch(post)
  }
  const write = async (writer: number) => {
    for (let number = 0; !isOver; number++) {
      const email = `r${round}w${writer}n${number}@home.example`
      const isSignup = writer % 2 === 0
      const response = isSignup
        ? await send('/api/newsletter/signup', { email })
        : await send('/api/contact', { name: 'Ada Reader', email, message: 'Which door would you have left shut?' })
      if (response.ok) (isSignup ? acknowledged.signups : acknowledged.messages).add(email)
      else strange.push(response.status)
      if (heard.add(isSignup).size === 2) tellBothHeard()
      await response.arrayBuffer()
    }
  }
  // A line that is cut ends a writer, and is what this is about; she goes on with the next site.
  const each = Array.from({ length: writers }, (_, writer) => write(writer).catch(() => {}))
  const done = Promise.all(each)
  for (const kind of [0, 1]) {
    const ended = Promise.all(each.filter((_, writer) => writer % 2 === kind))
    void ended.then(() => tellGone(new Error('the line was cut before both kinds of writers had an answer')))
  }
  return {
    strange,
    /** a busy machine may take its time: a kill before anything was acknowledged would show nothing */
    bothHeard,
    async end() {
      isOver = true
      await done
    },
  }
}

export async function expectNothingLost({ ask }: Pick<Place, 'ask'>, acknowledged: Acknowledged) {
  const emails = async (statement: string) => (await ask(statement)).map(({ email }) => email ?? '')
  const subscribers = await emails('select email from people')
  const waiting = (await ask('select payload from jobs')).map(({ payload }) => JSON.parse(payload ?? '{}').email)
  const messages = await emails('select email from contact_messages')
  const [joining, writing] = [new Set([...subscribers, ...waiting]), new Set(messages)]
  expect([...acknowledged.signups].filter((email) => !joining.has(email))).toEqual([])
  expect([...acknowledged.messages].filter((email) => !writing.has(email))).toEqual([])

  // What belongs together was written together, and once.
  const sorted = async (statement: string) => (await emails(statement)).sort()
  expect(await sorted(`select to_email as email from letters where kind = 'newsletter.welcome'`)).toEqual(
    [...subscribers].sort(),
  )
  expect(await sorted('select email from consents')).toEqual([...subscribers].sort())
  expect(await sorted(`select reply_to_email as email from letters where kind = 'contact.notice'`)).toEqual(
    [...messages].sort(),
  )
}
