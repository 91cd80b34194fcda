import { expect, test } from 'vitest'
import { entriesIn, faultOfFile, lineOf, tallyOf } from './addresses.ts'

const emailsIn = (text: string) => entriesIn(text).map(({ email }) => email)

test('addresses are found however they are pasted', () => {
  const pasted = 'ada@home.example\n Ben <ben@home.example>, "Cy, the Elder" <cy@home.example>;\r\n\n<dee@home.example>'
  expect(emailsIn(pasted)).toEqual(['ada@home.example', 'ben@home.example', 'cy@home.example', 'dee@home.example'])
})

test('a table saved as text gives its column of addresses, without the headings', () => {
  const table = '\uFEFF"Email","Name","Joined"\n"ada@home.example","Ada","2025-01-02"\nben@home.example;Ben;\n'
  expect(emailsIn(table)).toEqual(['ada@home.example', 'ben@home.example'])
})

test('a table’s other columns give no addresses, whatever stands in them', () => {
  const table = 'Name,Email,Referred by,Note\nAda,ada@home.example,ben@home.example,"two\nlines, cy@home.example"\n'
  expect(emailsIn(table)).toEqual(['ada@home.example'])
})

test('a line without an address is named, so that nothing is left out silently', () => {
  expect(emailsIn('ada@home.example\nBen, who has none')).toEqual(['ada@home.example', 'Ben, who has none'])
  expect(emailsIn('Email,Name\nada@home.example,Ada\n,Ben')).toEqual(['ada@home.example', 'Ben'])
})

test('a single address that looks like a heading is still an address', () => {
  expect(emailsIn('email@home.example')).toEqual(['email@home.example'])
})

/** What each of the usual services hands out, and what it says of each person. */
const exports: [string, string, Record<string, string | null>][] = [
  [
    'MailerLite',
    'Email,Name,Status,Subscribed\na@x.example,A,Active,2024-01-02\nb@x.example,B,Unsubscribed,2024-01-02\nc@x.example,C,Bounced,\nd@x.example,D,Junk,\ne@x.example,E,Unconfirmed,',
    { a: 'Active', b: 'Unsubscribed', c: 'Bounced', d: 'Junk', e: 'Unconfirmed' },
  ],
  [
    'Mailchimp, the unsubscribed',
    'Email Address,First Name,OPTIN_TIME,UNSUB_TIME,UNSUB_REASON\na@x.example,A,2020-01-01,2021-01-01,NORMAL',
    { a: 'unsubscribed' },
  ],
  ['Mailchimp, the cleaned', 'Email Address,CLEAN_TIME\na@x.example,2021-01-01', { a: 'bounced' }],
  [
    'Kit',
    'id,first_name,email,status,created_at\n1,A,a@x.example,active,2024\n2,B,b@x.example,cancelled,2024\n3,C,c@x.example,complained,2024\n4,D,d@x.example,inactive,2024',
    { a: 'active', b: 'cancelled', c: 'complained', d: 'inactive' },
  ],
  [
    'Substack',
    'email,active_subscription,expiry,email_disabled,created_at\na@x.example,false,,false,2024\nb@x.example,false,,true,2024',
    { a: null, b: 'unsubscribed' },
  ],
  [
    'Ghost',
    'id,email,name,note,subscribed_to_emails,complimentary_plan,created_at,deleted_at\n1,a@x.example,A,,true,false,2024,\n2,b@x.example,B,,false,false,2024,',
    { a: null, b: 'unsubscribed' },
  ],
  [
    'Brevo',
    'EMAIL;FIRSTNAME;EMAIL_BLACKLISTED;SMS_BLACKLISTED\na@x.example;A;No;Yes\nb@x.example;B;Yes;No',
    { a: null, b: 'unsubscribed' },
  ],
  [
    'this site',
    'email,name,state,source,joined,confirmed,left,consent\na@x.example,A,active,home,2024,,,\nb@x.example,,left,home,2024,2024,2025,\nc@x.example,C,pending,home,2024,,,',
    { a: 'active', b: 'left', c: 'pending' },
  ],
  [
    'an address book, whose state is a place',
    'Name,E-mail,State\nA,a@x.example,Ontario\nB,b@x.example,Maine',
    { a: null, b: null },
  ],
  ['a list without headings', 'a@x.example,Ada\nb@x.example;Ben;unsubscribed', { a: null, b: 'unsubscribed' }],
  [
    'columns that say nothing of letters',
    'Email,Order status,Unsubscribe link,Days left\na@x.example,shipped,https://x.example/u,12',
    { a: null },
  ],
]

test.each(exports)('a table of %s says of each person what it says', (_service, table, expected) => {
  const found = entriesIn(table).map(({ email, status }) => [email.split('@')[0], status])
  expect(Object.fromEntries(found)).toEqual(expected)
})

test('of two columns the stricter one counts, and an empty status is no leave to write', () => {
  const table = 'Email,Status,Unsubscribed at\na@x.example,active,2024-05-01\nb@x.example,,\nc@x.example,gold,'
  expect(entriesIn(table).map(({ status }) => status)).toEqual(['unsubscribed', '', 'gold'])
})

test('a file that is called after those who left brings nobody in', () => {
  const [entry] = entriesIn('Email Address,First Name\na@x.example,A', 'nonsubscribed_members_export_1.csv')
  expect(entry?.status).toBe('set apart in nonsubscribed_members_export_1.csv')
  expect(entriesIn('Email Address\na@x.example', 'subscribed_members_export_1.csv')[0]?.status).toBeNull()
})

test('what was read from a file is read the same from the lines it becomes', () => {
  for (const [, table] of exports) {
    const entries = entriesIn(table)
    const again = entriesIn(entries.map(lineOf).join('\n'))
    expect(tallyOf(again)).toEqual(tallyOf(entries))
  }
  expect(lineOf({ email: 'a@x.example', status: 'gold' })).toBe('a@x.example, status: gold')
  const below = entriesIn('Email,Name,Status\na@x.example,A,active\nb@x.example, status: gold\nc@x.example')
  expect(below.map(({ status }) => status)).toEqual(['active', 'gold', null])
})

test('what an import would mean is counted as it is', () => {
  const table = [
    'Email,Status',
    'a@x.example,active',
    'A@x.example,active',
    'b@x.example,active',
    'b@x.example,unsubscribed',
    'c@x.example,gold',
    'nonsense,active',
    'd@x.example,bounced',
  ].join('\n')
  expect(tallyOf(entriesIn(table))).toEqual({
    found: 4,
    duplicates: 2,
    notAddresses: 1,
    byStanding: { welcome: 1, unconfirmed: 0, unknown: 1, bounced: 1, unsubscribed: 1, complained: 0 },
    unknownWords: ['gold'],
  })
})

const bytesOf = (text: string) => new TextEncoder().encode(text)

test.each([
  ['a workbook, which is a ZIP', new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0x14, 1, 2, 3])],
  ['an old workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 0])],
  ['text of two bytes a letter', new Uint8Array([0xff, 0xfe, 0x61, 0, 0x40, 0])],
])('%s is no text, and the way to one is named', (_what, bytes) => {
  expect(faultOfFile(bytes)).toContain('save the table as CSV')
})

test('a file of nothing is empty; a text is a text, even one that begins like a ZIP', () => {
  expect(faultOfFile(new Uint8Array())).toBe('The file is empty.')
  expect(faultOfFile(bytesOf('PK@home.example\nÉmile <emile@home.example>'))).toBeNull()
})
