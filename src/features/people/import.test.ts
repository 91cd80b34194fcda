import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { keepHouse } from '#app/housekeeping.server.ts'
import type { Db } from '#server/db.ts'
import { suppress } from '#server/suppressions.ts'
import { postgresUrl } from '#tests/support/database.ts'
import { startMailerLite } from '#tests/support/mailerlite.ts'
import { confirmPath } from '#tests/support/newsletter.ts'
import { countedPeople, openPeople } from '#tests/support/people.ts'
import { startSmtp } from '#tests/support/smtp.ts'
import { undoImport } from './import.server.ts'
import type { ImportCheck, PeopleImport } from './import-contract.ts'

const basis = 'They joined at my old service.'

async function openDesk(env: Record<string, string> = {}) {
  const desk = await openPeople(env)
  const { app, owner } = desk
  const send = (csv: string, more: object = {}) => owner.post('/api/owner/people/import', { csv, basis, ...more })
  const check = async (csv: string, more: object = {}): Promise<ImportCheck> =>
    (await send(csv, { dryRun: true, ...more })).json()
  const bring = async (csv: string, more: object = {}): Promise<PeopleImport> => {
    const response = await send(csv, more)
    expect([response.status, await response.clone().text()]).toEqual([202, expect.any(String)])
    await app.work()
    const { id } = await response.json()
    return (await owner.request(`/api/owner/people/imports/${id}`)).json()
  }
  const undo = (id: string) => owner.post(`/api/owner/people/imports/${id}/undo`, {})
  const states = async () =>
    Object.fromEntries((await desk.list()).people.map(({ email, state }) => [email.split('@')[0], state]))
  return { ...desk, send, check, bring, undo, states }
}

/** Shaped after what each service hands out. Of each: who joins, waits, has left, cannot be reached. */
const exports: Record<
  string,
  { csv: string; fileName?: string; becomes: Record<string, string>; name?: string; joined?: string }
> = {
  MailerLite: {
    csv: `Email,Name,Last name,Status,Subscribed,Sent,Opens
ann@x.example,Ann,Reader,Active,2024-03-02 10:11:12,12,5
bob@x.example,Bob,,Unsubscribed,2023-01-01 00:00:00,3,0
cat@x.example,Cat,,Bounced,2023-01-01 00:00:00,3,0
dan@x.example,Dan,,Junk,2023-01-01 00:00:00,3,0
eve@x.example,Eve,,Unconfirmed,,0,0
`,
    becomes: { ann: 'active', eve: 'pending' },
    name: 'Ann Reader',
    joined: '2024-03-02T10:11:12.000Z',
  },
  Mailchimp: {
    csv: `"Email Address","First Name","Last Name",MEMBER_RATING,OPTIN_TIME,CONFIRM_TIME,LAST_CHANGED,LEID,TAGS
ann@x.example,Ann,Reader,2,"2021-05-06 07:08:09","2021-05-06 07:09:00","2024-01-01 00:00:00",1,"""ARC team"",""Beta"""
`,
    becomes: { ann: 'active' },
    name: 'Ann Reader',
    joined: '2021-05-06T07:08:09.000Z',
  },
  'Mailchimp, who left': {
    csv: `Email Address,First Name,OPTIN_TIME,UNSUB_TIME,UNSUB_REASON
bob@x.example,Bob,2020-01-01 00:00:00,2022-01-01 00:00:00,NORMAL
`,
    fileName: 'unsubscribed_members_export_1.csv',
    becomes: {},
  },
  Kit: {
    csv: `id,first_name,email,state,created_at,tags
1,Ann,ann@x.example,active,2024-02-03T04:05:06Z,"reader, launch team"
2,Bob,bob@x.example,cancelled,2024-02-03T04:05:06Z,
3,Cat,cat@x.example,bounced,2024-02-03T04:05:06Z,
4,Dan,dan@x.example,complained,2024-02-03T04:05:06Z,
`,
    becomes: { ann: 'active' },
    name: 'Ann',
    joined: '2024-02-03T04:05:06.000Z',
  },
  Substack: {
    csv: `email,active_subscription,expiry,plan,email_disabled,created_at,first_payment_at
ann@x.example,false,,other,false,2024-02-03T04:05:06.789Z,
bob@x.example,false,,other,true,2024-02-03T04:05:06.789Z,
`,
    becomes: { ann: 'active' },
    joined: '2024-02-03T04:05:06.000Z',
  },
  Ghost: {
    csv: `id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers
1,ann@x.example,Ann Reader,,true,false,,2024-02-03T04:05:06.000Z,,ARC,
2,bob@x.example,Bob,,false,false,,2024-02-03T04:05:06.000Z,,,
`,
    becomes: { ann: 'active' },
    name: 'Ann Reader',
    joined: '2024-02-03T04:05:06.000Z',
  },
  Brevo: {
    csv: `CONTACT ID;EMAIL;FIRSTNAME;LASTNAME;SMS;EMAIL_BLACKLISTED;ADDED_TIME
1;ann@x.example;Ann;Reader;;No;2024-02-03 04:05:06
2;bob@x.example;Bob;;;Yes;2024-02-03 04:05:06
`,
    becomes: { ann: 'active' },
    name: 'Ann Reader',
    joined: '2024-02-03T04:05:06.000Z',
  },
}

describe.each(Object.entries(exports))(
  'an export of %s',
  (_, { csv, fileName = 'list.csv', becomes, name, joined }) => {
    test('is understood without a word: names and dates are kept, and nobody comes who should not', async () => {
      const { list, states, bring } = await openDesk()
      await bring(csv, { fileName })
      expect(await states()).toEqual(becomes)
      const ann = (await list('?q=ann')).people[0]
      if (name) expect(ann?.name).toBe(name)
      if (joined) expect(ann?.joinedAt).toBe(joined)
    })

    test('is checked first, which changes nothing and says what the import then does', async () => {
      const { check, bring, states } = await openDesk()
      const { counts, columns } = await check(csv, { fileName })
      expect(await states()).toEqual({})
      expect(columns.filter(({ meaning }) => meaning === 'email')).toHaveLength(1)
      expect((await bring(csv, { fileName })).counts).toEqual(counts)
    })

    test('is obeyed for good: who left, bounced or complained there is brought in by no later list', async () => {
      const { states, bring } = await openDesk()
      await bring(csv, { fileName })
      const everybody = ['ann', 'bob', 'cat', 'dan', 'eve'].filter((one) => csv.includes(`${one}@`))
      await bring(`Email\n${everybody.map((one) => `${one}@x.example`).join('\n')}\n`)
      expect(await states()).toEqual(becomes)
    })
  },
)

test('whoever left, bounced or complained there is never written to from here, whatever is done afterwards', async () => {
  const { owner, join, states, bring, send } = await openDesk({ DOUBLE_OPT_IN: 'off' })
  await join('bob@x.example')
  await bring('Email,Status\nbob@x.example,Unsubscribed\ncat@x.example,Bounced\n')
  expect(await states()).toEqual({ bob: 'left' })
  await join('bob@x.example')
  await join('cat@x.example')
  await bring('Email\nbob@x.example\ncat@x.example\n')
  await bring('Email\nbob@x.example\ncat@x.example\n', { list: 'readers' })
  expect(await states()).toEqual({ bob: 'left' })
  const hand = await owner.post('/api/owner/people', { email: 'cat@x.example', basis })
  expect([hand.status, (await hand.json()).message]).toEqual([
    409,
    'cat@x.example: This person has a mailbox that does not exist any more.',
  ])
  expect((await send('Email\nbob@x.example\n', { basis: '' })).status).toBe(400)
})

test('an import is undone: who came goes, who was here stays, and who has left stays away', async () => {
  const { app, join, askForArc, states, bring, undo } = await openDesk({ DOUBLE_OPT_IN: 'off' })
  await join('old@x.example')
  await askForArc('juror@x.example')
  const { id, counts } = await bring(
    'Email,Status\nold@x.example,Active\njuror@x.example,Active\nnew@x.example,Active\ngone@x.example,Unsubscribed\n',
  )
  expect(counts).toMatchObject({ joins: 2, here: 1, left: 1 })
  expect(await states()).toEqual({ old: 'active', juror: 'active', new: 'active' })
  expect(await (await undo(id)).json()).toMatchObject({ state: 'undone' })
  expect(await states()).toEqual({ old: 'active', juror: 'arc_only' })
  expect(await app.db.selectFrom('suppressions').select('reason').execute()).toEqual([{ reason: 'left' }])
  expect((await undo(id)).status).toBe(200)
})

test('once a letter has gone to one of its people it stays', async () => {
  const smtp = await startSmtp()
  const { app, owner, bring, undo, states } = await openDesk({ SMTP_URL: smtp.url, DOUBLE_OPT_IN: 'off' })
  const { id } = await bring('Email\nann@x.example\n', { list: 'readers' })
  await owner.post('/api/send-download-email', { email: 'ann@x.example', filename: 'lanterns.epub' })
  await app.work()
  const answer = await undo(id)
  expect([answer.status, (await answer.json()).message]).toEqual([409, expect.stringContaining('A letter has gone')])
  expect(await states()).toEqual({ ann: 'reader' })
})

test('once its people were given to the provider it stays: the next sync would bring them back', async () => {
  const provider = await startMailerLite()
  const key = { MAILERLITE_API_KEY: 'a-key', MAILERLITE_API_URL: `${provider.url}/` }
  const { app, owner, bring, undo, states } = await openDesk(key)
  const onNewsletter = await bring('Email\nbob@x.example\n')
  const { id } = await bring('Email\nann@x.example\n', { list: 'readers' })
  app.passTime(1_000)
  await owner.post('/api/mailerlite/sync-voracious-readers')
  expect([...provider.people.keys()]).toEqual(['ann@x.example'])
  const answer = await undo(id)
  expect([answer.status, (await answer.json()).message]).toEqual([409, expect.stringContaining('given to MailerLite')])
  expect((await undo(onNewsletter.id)).status).toBe(200)
  await owner.post('/api/mailerlite/sync-voracious-readers')
  expect(await states()).toEqual({ ann: 'reader' })
  app.passTime(1_000)
  const later = await bring('Email\ncat@x.example\n', { list: 'readers' })
  expect((await undo(later.id)).status).toBe(200)
})

describe('a list that is hard to read', () => {
  test.each([
    ['tabs', 'Name\tEmail\nAnn\tann@x.example\n'],
    ['semicolons, a BOM and a line for spreadsheets', '\uFEFFsep=;\r\nName;Email\r\nAnn;ann@x.example\r\n'],
    ['no headings', 'Ann,ann@x.example\n'],
    [
      'two columns of addresses, of which the exact one counts',
      'Work email,Email,Name\nboss@x.example,ann@x.example,Ann\n',
    ],
    ['a name with a line end in quotes', 'Name,Email\n"Ann\nReader",ann@x.example\n'],
  ])('%s', async (_, csv) => {
    const { bring, states } = await openDesk()
    await bring(csv)
    expect(await states()).toEqual({ ann: 'active' })
  })

  test.each([
    [
      'a quote that does not close',
      'Email,Name\nann@x.example,Ann\nbob@x.example,"Bob\ncat@x.example,Cat\n',
      /^Line 3 opens a quotation mark/,
    ],
    ['no usable address', 'Email\nfoo@\nbar@\n', /^Nothing in the column of addresses is an e-mail address/],
    ['no address in it', 'Title,Year\nLanterns,2024\n', /no e-mail address in this file/],
    ['nothing', ' \n \n', /The file is empty/],
  ])('%s is told by its line or its cause, and nobody is added', async (_, csv, words) => {
    const { send, states, app } = await openDesk()
    // What is no address is named by a check, line by line; the others are refused by both.
    for (const dryRun of csv.includes('foo@') ? [false] : [true, false]) {
      const answer = await send(csv, { dryRun })
      expect([answer.status, (await answer.json()).message]).toEqual([400, expect.stringMatching(words)])
    }
    expect(await states()).toEqual({})
    expect(await app.db.selectFrom('people_imports').select('id').execute()).toEqual([])
  })

  test('more than fifty megabytes are refused in words, also where no screen has looked first', async () => {
    const { send, states } = await openDesk()
    const answer = await send(`Email\nann@x.example\n${' '.repeat(50 * 1024 * 1024)}`)
    expect([answer.status, (await answer.json()).message]).toEqual([413, expect.stringContaining('over 50 MB')])
    expect(await states()).toEqual({})
  })

  test('columns can be corrected', async () => {
    const { check, bring, states } = await openDesk()
    const csv = 'Work email,Email,Name\nboss@x.example,ann@x.example,Ann\n'
    expect((await check(csv)).notes.join()).toContain('not from “Work email”')
    await bring(csv, { columns: ['email', 'none', 'name'] })
    expect(await states()).toEqual({ boss: 'active' })
  })

  test('says what is wrong with single lines, and brings the others', async () => {
    const { check } = await openDesk()
    const { counts, examples } = await check(
      'Email,Status\nann@x.example,Active\nnobody,Active\nANN@x.example,Active\nzed@x.example,Zzz\n',
    )
    expect(counts).toMatchObject({ joins: 1, noAddress: 1, twice: 1, unknown: 1 })
    expect([examples.noAddress?.[0]?.line, examples.twice?.[0]?.line, examples.unknown?.[0]?.line]).toEqual([3, 4, 5])
  })
})

test('somebody is added by hand, with how she agreed', async () => {
  const { owner, list, person } = await openDesk()
  const answer = await owner.post('/api/owner/people', {
    email: ' Ann@x.example ',
    name: 'Ann',
    basis: 'She asked me at a reading.',
  })
  expect(answer.status).toBe(201)
  const [ann] = (await list()).people
  expect(ann).toMatchObject({ email: 'ann@x.example', name: 'Ann', state: 'active' })
  expect((await person(ann?.id)).consents).toMatchObject([
    { what: 'Brought onto the newsletter', how: 'She asked me at a reading.' },
  ])
  expect((await owner.post('/api/owner/people', { email: 'ann@x.example', basis })).status).toBe(409)
})

test('an import that a stop cut short goes on where it stood, and counts nobody twice', async () => {
  const { app, owner, send, list } = await openDesk()
  const csv = `Email\n${Array.from({ length: 1_300 }, (_, number) => `r${number}@x.example`).join('\n')}\n`
  const { id } = await (await send(csv)).json()
  await suppress(app.db, app.deps.keyFor, 'r1299@x.example', 'left', app.deps.now())
  let asked = 0
  app.deps.isStopping = () => ++asked === 2
  await app.work()
  const done: PeopleImport = await (await owner.request(`/api/owner/people/imports/${id}`)).json()
  expect(done).toMatchObject({ state: 'done', rows: 1_300, done: 1_300, counts: { joins: 1_299, left: 1 } })
  expect((await list()).totals.active).toBe(1_299)
})

test.runIf(postgresUrl)('PostgreSQL counts the first people of an import before the others come', async () => {
  const { app, send } = await openDesk()
  await send(`Email\n${Array.from({ length: 1_300 }, (_, number) => `r${number}@x.example`).join('\n')}\n`)
  let slices = 0
  app.deps.isStopping = () => {
    if (++slices === 2) throw new Error('out of memory')
    return false
  }
  await app.work()
  expect(await countedPeople(app.db)).toBe(500)
})

test('while a letter to one of its people waits to leave it stays, for that letter’s way out leads here', async () => {
  const { owner, bring, undo } = await openDesk()
  const { id } = await bring('Email\nann@x.example\n', { list: 'readers' })
  await owner.post('/api/send-bulk-download-emails', { subscribers: ['ann@x.example'], filename: 'lanterns.epub' })
  expect((await undo(id)).status).toBe(409)
})

test('what went long ago is forgotten, and so is the way back', async () => {
  const { app, bring } = await openDesk()
  const { id } = await bring('Email\nann@x.example\n')
  app.passTime(90 * 86_400_000)
  const later = await app.asOwner()
  const answer = await later.post(`/api/owner/people/imports/${id}/undo`, {})
  expect([answer.status, (await answer.json()).message]).toEqual([409, 'It is older than ninety days, and stays.'])
  const { imports } = await (await later.request('/api/owner/people/imports')).json()
  expect(imports[0].whyNotUndo).toBe('It is older than ninety days, and stays.')
  expect((await (await later.request('/api/owner/subscribers')).json()).totals.active).toBe(1)
})

test('whoever was brought in and then asks herself is here by her own wish, with her consent, also when it is undone', async () => {
  const { bring, undo, join, list, person, states } = await openDesk({ DOUBLE_OPT_IN: 'off' })
  const { id } = await bring('Email\nann@x.example\nbob@x.example\n')
  await join('ann@x.example')
  const ann = (await list('?q=ann')).people[0]
  expect((await person(ann?.id)).consents.map(({ what }) => what)).toEqual([
    'Brought onto the newsletter',
    'Agreed to get the newsletter',
  ])
  expect((await undo(id)).status).toBe(200)
  expect(await states()).toEqual({ ann: 'active' })
})

test('whoever typed her address here and never confirmed is brought in, or added by hand, like anybody else', async () => {
  const { app, owner, bring, check, join, list, person, states } = await openDesk({ DOUBLE_OPT_IN: 'on' })
  for (const name of ['ann', 'bob', 'eve']) await join(`${name}@x.example`)
  expect(await states()).toEqual({ ann: 'pending', bob: 'pending', eve: 'pending' })
  const csv = 'Email,Status,Tags\nann@x.example,Active,launch team\neve@x.example,Unconfirmed,\n'
  expect((await check(csv)).counts).toMatchObject({ joins: 1, here: 1 })
  await bring(csv)
  expect((await owner.post('/api/owner/people', { email: 'bob@x.example', basis })).status).toBe(201)
  expect(await states()).toEqual({ ann: 'active', bob: 'active', eve: 'pending' })
  expect((await person((await list('?q=ann')).people[0]?.id)).tags).toEqual(['launch team'])
  app.passTime(40 * 86_400_000)
  await keepHouse(app.deps)
  const { people } = await (await (await app.asOwner()).request('/api/owner/subscribers')).json()
  expect(people.map(({ email }: { email: string }) => email).sort()).toEqual(['ann@x.example', 'bob@x.example'])
})

test('whoever is added while she has yet to confirm was brought at that moment, not when she typed her address', async () => {
  const { app, owner, join, list, person } = await openDesk({ DOUBLE_OPT_IN: 'on' })
  await join('ann@x.example')
  app.passTime(3_600_000)
  const at = app.deps.now().toISOString()
  await owner.post('/api/owner/people', { email: 'ann@x.example', basis })
  const { consents } = await person((await list()).people[0]?.id)
  expect(consents.find(({ what }) => what === 'Brought onto the newsletter')).toMatchObject({ at })
})

test('whoever is brought in while she has yet to confirm can still confirm, or waits again when that is undone', async () => {
  const { app, bring, undo, join, list, person, states } = await openDesk({ DOUBLE_OPT_IN: 'on' })
  await join('ann@x.example')
  const annsPath = await confirmPath(app)
  await join('bob@x.example')
  const { id } = await bring('Email,Status\nann@x.example,Active\nbob@x.example,Active\neve@x.example,Active\n')
  const hasButton = async () => (await (await app.request(annsPath)).text()).includes(`action="${annsPath}"`)
  expect(await hasButton()).toBe(true)
  expect((await app.postForm(annsPath, {})).status).toBe(200)
  expect(await hasButton()).toBe(false)
  expect((await undo(id)).status).toBe(200)
  expect(await states()).toEqual({ ann: 'active', bob: 'pending' })
  const { consents } = await person((await list('?q=ann')).people[0]?.id)
  expect(consents.map(({ what }) => what)).toEqual(['Agreed to get the newsletter', 'Confirmed the address'])
})

test('an import of nobody but those who had yet to confirm is undone, and all of them wait again', async () => {
  const { bring, undo, join, states } = await openDesk({ DOUBLE_OPT_IN: 'on' })
  for (const name of ['ann', 'bob']) await join(`${name}@x.example`)
  const { id } = await bring('Email\nann@x.example\nbob@x.example\n')
  expect(await states()).toEqual({ ann: 'active', bob: 'active' })
  expect((await undo(id)).status).toBe(200)
  expect(await states()).toEqual({ ann: 'pending', bob: 'pending' })
})

test('whoever confirms or asks herself while an import is undone stays as she said', async () => {
  const { app, bring, join, states } = await openDesk({ DOUBLE_OPT_IN: 'on' })
  await join('ann@x.example')
  const annsPath = await confirmPath(app)
  const { id } = await bring('Email\nann@x.example\nbob@x.example\neve@x.example\n')
  const db = shortlyBefore(app.db, async () => {
    await app.postForm(annsPath, {})
    await join('bob@x.example')
  })
  await undoImport({ ...app.deps, db }, id, async () => false)
  expect(await states()).toEqual({ ann: 'active', bob: 'active' })
})

test.runIf(postgresUrl)('an undo and a confirmation at once wait for each other, and both are done', async () => {
  const { app, bring, undo, join, states } = await openDesk({ DOUBLE_OPT_IN: 'on' })
  await join('ann@x.example')
  const annsPath = await confirmPath(app)
  const { id } = await bring('Email\nann@x.example\n')
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  // Whoever has a person in hand goes on to her place.
  const begun = await app.db.transaction().execute(async (tx) => {
    await tx.updateTable('people').set({ name: 'Ann' }).execute()
    const both = [undo(id), app.postForm(annsPath, {})]
    await expect.poll(async () => (await waiting.execute(app.db)).rows.length).toBe(2)
    await tx.updateTable('memberships').set({ reader_magnet_id: null }).execute()
    return { both }
  })
  expect((await Promise.all(begun.both)).map(({ status }) => status)).toEqual([200, 200])
  expect(await states()).toEqual({ ann: 'active' })
})

/** A database in which something happens just before each transaction. */
function shortlyBefore(db: Db, happen: () => Promise<void>): Db {
  const transaction = () => ({
    execute: async (work: (tx: Db) => Promise<unknown>) => {
      await happen()
      return db.transaction().execute(work)
    },
  })
  return new Proxy(db, {
    get(target, name) {
      if (name === 'transaction') return transaction
      const part = Reflect.get(target, name, target)
      return typeof part === 'function' ? part.bind(target) : part
    },
  })
}

test('a status is obeyed also where no heading names it', async () => {
  const { bring, states } = await openDesk()
  await bring('ann@x.example,active\nbob@x.example,unsubscribed\ncat@x.example,bounced\n')
  expect(await states()).toEqual({ ann: 'active' })
})

test('this site’s own file brings nobody onto the newsletter who only got the books', async () => {
  const old = await openDesk({ DOUBLE_OPT_IN: 'off' })
  await old.join('ann@x.example')
  await old.owner.post('/api/voracious-readers-subscribers', { subscribers: ['bob@x.example'], basis })
  await old.askForArc('cat@x.example')
  const { bring, states } = await openDesk()
  await bring(await old.csv(), { fileName: 'subscribers-2026-01-15.csv' })
  expect(await states()).toEqual({ ann: 'active' })
})

test('nobody is erased while a list is read she may stand in; one that was given up ends, and keeps no address', async () => {
  const { app, owner, send, join, list } = await openDesk({ DOUBLE_OPT_IN: 'off' })
  await join('ann@x.example')
  const ann = (await list()).people[0]
  await send('Email\nbob@x.example\n')
  await app.db.deleteFrom('jobs').execute()
  expect((await owner.delete(`/api/owner/subscribers/${ann?.id}`)).status).toBe(409)
  app.passTime(2 * 86_400_000 + 1_000)
  await keepHouse(app.deps)
  expect(await app.db.selectFrom('people_imports').select(['state', 'csv']).execute()).toEqual([
    { state: 'done', csv: null },
  ])
  const later = await app.asOwner()
  expect((await later.delete(`/api/owner/subscribers/${ann?.id}`)).status).toBe(200)
  const again = await later.post('/api/owner/people/import', { csv: 'Email\nbob@x.example\n', basis })
  expect(again.status).toBe(202)
})
