import { describe, expect, test } from 'vitest'
import { seenIn } from '#tests/support/markup.ts'
import { openWriting } from '#tests/support/written.ts'

describe('a slow start', () => {
  test('lets so many leave on the first day and twice as many on the next, and says nothing is wrong', async () => {
    const people = Array.from({ length: 35 }, (_, number) => `reader${String(number).padStart(2, '0')}`)
    const { app, owner, write, send, smtp, read } = await openWriting({ people })
    const letter = await write()
    const room = async () => seenIn(await (await owner.request(`/admin/letters/${letter.id}`)).text())
    const slow = async () => (await read(letter.id)).mailing?.slow
    await send(letter, { perDay: 10, holdSeconds: 10 })
    expect(await slow()).toEqual({ today: 10, nextAt: null })
    expect(await room()).toMatch(/10 letters go out in \d+ sOf 35: 10 today, the rest on the days after\./)
    app.passTime(10_000)
    await app.work()
    await app.work()
    expect(smtp.received).toHaveLength(10)
    const { dispatched_at } = await app.db
      .selectFrom('letters')
      .select(({ fn }) => fn.min('dispatched_at').as('dispatched_at'))
      .executeTakeFirstOrThrow()
    const nextAt = new Date(Date.parse(String(dispatched_at)) + 86_400_000).toISOString()
    expect(await slow()).toEqual({ today: 10, nextAt })
    expect(await room()).toMatch(/10 of 35 sent(?! ·).*Today’s share has left\. The next leave on/)
    app.passTime(86_400_000)
    await app.work()
    expect(smtp.received).toHaveLength(30)
    expect(await slow()).toMatchObject({ today: 20 })
    expect(Date.parse((await slow())?.nextAt ?? '')).toBeGreaterThan(app.deps.now().getTime() + 86_000_000)
    app.passTime(86_400_000)
    await app.work()
    expect(smtp.received).toHaveLength(35)
    expect(new Set(smtp.received.flatMap(({ to }) => to)).size).toBe(35)
    expect(await read(letter.id)).toMatchObject({ state: 'sent' })
  })

  test('what is not taken today is tried for a day in a slow start too, however often it was tried', async () => {
    const { app, write, send, smtp, addressees } = await openWriting({ people: ['ada'] })
    await send(await write(), { perDay: 10, holdSeconds: 10 })
    smtp.refuse = () => ({ code: 451, words: '4.7.1 Greylisted' })
    for (let hours = 0; hours < 20; hours++) {
      app.passTime(3_600_000)
      await app.work()
    }
    expect(smtp.asked.length).toBeGreaterThan(8)
    smtp.refuse = () => undefined
    app.passTime(86_400_000)
    await app.work()
    expect(addressees()).toEqual(['ada@home.example'])
  })

  test('a slow start goes on though whoever had its first share in hand was killed', async () => {
    const people = Array.from({ length: 12 }, (_, number) => `reader${String(number).padStart(2, '0')}`)
    const { app, write, send, addressees } = await openWriting({ people })
    await send(await write(), { perDay: 10, holdSeconds: 10 })
    const leaseOver = new Date(app.deps.now().getTime() + 5_000).toISOString()
    const taken = app.db.selectFrom('letters').select('id').where('stream', '!=', '').orderBy('id').limit(10)
    const lost = { state: 'leased', node: 'the last', attempts: 1, lease_until: leaseOver } as const
    await app.db.updateTable('letters').set(lost).where('id', 'in', taken).execute()
    app.passTime(10_000)
    await app.work()
    expect(addressees()).toHaveLength(10)
    app.passTime(86_400_000)
    await app.work()
    expect(addressees()).toEqual(people.map((name) => `${name}@home.example`))
  })

  test('a refused letter has had its share of its day, and takes none of the next', async () => {
    const people = Array.from({ length: 60 }, (_, number) => `reader${String(number).padStart(2, '0')}`)
    const { app, write, send, smtp, read } = await openWriting({ people })
    const letter = await write()
    await send(letter, { perDay: 20, holdSeconds: 10 })
    // Whoever comes first: which twenty are of the first day, nobody knows.
    let first = ''
    smtp.refuse = (address) => {
      first ||= address
      return address === first ? { code: 550, words: '5.1.1 No such user' } : undefined
    }
    app.passTime(10_000)
    await app.work()
    expect((await read(letter.id)).mailing).toMatchObject({ sent: 19, failed: 1 })
    app.passTime(86_400_000)
    await app.work()
    expect((await read(letter.id)).mailing).toMatchObject({ sent: 59, failed: 1, state: 'done' })
  })
})
