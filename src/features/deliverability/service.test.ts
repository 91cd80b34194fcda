import { createPublicKey } from 'node:crypto'
import { expect, test } from 'vitest'
import { dkim, publicKey, verifyDkim } from '#tests/support/dkim.ts'
import { startDns } from '#tests/support/dns.ts'
import { openSettingsRoom } from '#tests/support/settings.ts'
import { startSmtp } from '#tests/support/smtp.ts'
import type { Deliverability } from './contract.ts'

const smtp = 'smtp://127.0.0.1:1'
const record = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`
const dkimName = `${dkim.selector}._domainkey.${dkim.domain}`
const signs = { DKIM_DOMAIN: dkim.domain, DKIM_SELECTOR: dkim.selector, DKIM_KEY: dkim.key }

/** A site whose letters come from author.example, and the DNS as its machine sees it. */
async function open(texts: Parameters<typeof startDns>[0] = {}, env: Record<string, string> = {}) {
  const dns = await startDns(texts)
  const sender = { MAIL_FROM: 'letters@author.example', SMTP_URL: smtp, DNS_SERVER: dns.address }
  const room = await openSettingsRoom({ ...sender, ...env })
  const look = async (): Promise<Deliverability> => (await room.owner.get('/api/owner/deliverability')).json()
  const find = async (wanted: string) => (await look()).findings.find(({ record }) => record === wanted)
  return { ...room, dns, look, find }
}

test('all three as they should be are good', async () => {
  const { look } = await open(
    {
      'author.example': ['some-site-verification=1', 'v=spf1 a -all'],
      [dkimName]: [record],
      '_dmarc.author.example': ['v=DMARC1; p=quarantine; rua=mailto:post@author.example'],
    },
    signs,
  )
  const { domain, findings } = await look()
  expect([domain, findings.map(({ record, verdict, paste }) => [record, verdict, paste])]).toEqual([
    'author.example',
    [
      ['spf', 'good', null],
      ['dkim', 'good', null],
      ['dmarc', 'good', null],
    ],
  ])
})

test('where there is nothing yet, each is shown with the name and the content to paste', async () => {
  const { look } = await open({ 'author.example': [] }, signs)
  expect((await look()).findings).toMatchObject([
    { verdict: 'wrong', paste: { name: 'author.example', content: 'v=spf1 a ~all' } },
    { verdict: 'wrong', paste: { name: dkimName, content: record } },
    { verdict: 'wrong', paste: { name: '_dmarc.author.example', content: 'v=DMARC1; p=none' } },
  ])
})

test.each(['broken', 'silence'] as const)(
  'a name server that is %s makes nothing wrong: it is not known',
  async (how) => {
    const { look } = await open({ 'author.example': how, [dkimName]: how, '_dmarc.author.example': how }, signs)
    expect((await look()).findings.map(({ verdict }) => verdict)).toEqual(['unknown', 'unknown', 'unknown'])
  },
)

const postmark = { SMTP_URL: 'smtp://smtp.postmarkapp.com:587' }
const gmail = { SMTP_URL: 'smtp://smtp.gmail.com:587' }

test.each<[string, string[], Record<string, string>, string, string | null]>([
  ['two of them', ['v=spf1 -all', 'v=spf1 ~all'], {}, 'wrong', null],
  ['one that lets everybody in', ['v=spf1 a +all'], {}, 'wrong', null],
  ['one for a service that is not named', ['v=spf1 mx -all'], gmail, 'wrong', 'v=spf1 mx include:_spf.google.com -all'],
  ['one without an end', ['v=spf1 mx'], gmail, 'wrong', 'v=spf1 mx include:_spf.google.com'],
  ['one for a service with its own envelope', ['v=spf1 mx'], postmark, 'unknown', 'v=spf1 mx include:spf.mtasv.net'],
  ['one that names her service', ['v=spf1 include:spf.mtasv.net ~all'], postmark, 'good', null],
  ['one of which nobody can tell', ['v=spf1 include:_spf.host.example ~all'], {}, 'unknown', null],
  ['something that only looks like it', ['v=spf10 -all'], {}, 'wrong', 'v=spf1 a ~all'],
])('SPF: %s', async (_what, texts, env, verdict, content) => {
  const { find } = await open({ 'author.example': texts }, env)
  const found = await find('spf')
  expect([found?.verdict, found?.paste?.content ?? null]).toEqual([verdict, content])
})

test('DMARC may stand at the domain above, says nothing without a policy, and counts once', async () => {
  const { dns, find } = await open({}, { MAIL_FROM: 'ines@letters.author.example' })
  expect(await find('dmarc')).toMatchObject({ verdict: 'wrong', paste: { name: '_dmarc.letters.author.example' } })
  dns.texts['_dmarc.author.example'] = ['v=DMARC1; p=reject']
  expect((await find('dmarc'))?.verdict).toBe('good')
  dns.texts['_dmarc.author.example'] = ['v=DMARC1; rua=mailto:post@author.example']
  expect(await find('dmarc')).toMatchObject({ verdict: 'wrong', paste: { content: 'v=DMARC1; p=none' } })
  dns.texts['_dmarc.author.example'] = ['v=DMARC1; p=none', 'v=DMARC1; p=reject']
  expect((await find('dmarc'))?.verdict).toBe('wrong')
})

test('an address of a mail company has no records of hers, and is not asked about', async () => {
  const { dns, look } = await open({}, { MAIL_FROM: 'ines@gmail.com' })
  const { isHers, findings } = await look()
  expect([isHers, findings.length]).toEqual([false, 3])
  for (const finding of findings)
    expect(finding).toMatchObject({
      verdict: 'wrong',
      paste: null,
      words: expect.stringContaining('domain of your own'),
    })
  expect(dns.asked).toEqual([])
})

test('a key is made with one button: its private half is never seen, its public half is what to paste', async () => {
  const { app, dns, find, put, save, read } = await open()
  expect(await find('dkim')).toMatchObject({ verdict: 'unknown', paste: null })
  expect((await put({ dkim: 'make' })).status).toBe(400)
  expect(await save({ dkim: 'make' })).toMatchObject({ dkimKey: 'kept' })
  const made = await find('dkim')
  expect(made).toMatchObject({ verdict: 'wrong', paste: { name: 'site20260115._domainkey.author.example' } })
  const { name = '', content = '' } = made?.paste ?? {}
  dns.texts[name] = [content]
  expect((await find('dkim'))?.verdict).toBe('good')
  dns.texts[name] = ['v=DKIM1; k=rsa; p=AAAA']
  expect((await find('dkim'))?.verdict).toBe('wrong')
  const everything = JSON.stringify([
    await read(),
    await app.db.selectFrom('settings').selectAll().execute(),
    app.logged,
  ])
  expect(everything).not.toContain('PRIVATE KEY')
  expect(everything).not.toContain(app.env.dkim?.key.split('\n')[1])
  expect(await save({ dkim: 'forget' })).toMatchObject({ dkimKey: 'none' })
  expect(await find('dkim')).toMatchObject({ verdict: 'unknown' })
})

test('the next letter is signed with it, and so is a test; whoever looks the record up can verify that', async () => {
  const mail = await startSmtp()
  const { app, find, save, sendTest } = await open({}, { SMTP_URL: mail.url })
  await save({ dkim: 'make' })
  await app.post('/api/contact', { name: 'Ada', email: 'ada@home.example', message: 'Are you well, out there?' })
  await app.work()
  await sendTest()
  const [, spki = ''] = (await find('dkim'))?.paste?.content.split('p=') ?? []
  const key = createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' })
  expect(mail.received).toHaveLength(2)
  for (const { raw } of mail.received) {
    const { isValid, tags } = verifyDkim(raw, key)
    expect([isValid, tags.get('d'), tags.get('s')]).toEqual([true, 'author.example', 'site20260115'])
  }
})

test('a key for the domain she has left is said to be for another', async () => {
  const { find } = await open({}, { ...signs, MAIL_FROM: 'ines@elsewhere.example' })
  expect(await find('dkim')).toMatchObject({
    verdict: 'wrong',
    paste: null,
    words: expect.stringContaining('elsewhere.example'),
  })
})

test('a stranger is told nothing', async () => {
  const { app } = await open()
  expect((await app.request('/api/owner/deliverability')).status).toBe(401)
})
