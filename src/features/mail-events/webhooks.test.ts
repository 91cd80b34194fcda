import { describe, expect, test } from 'vitest'
import { findSuppression } from '#server/suppressions.ts'
import {
  openServices,
  recorded,
  secrets,
  signedByAmazon,
  signedByMailgun,
  startAmazon,
} from '#tests/support/mail-services.ts'
import { people } from '#tests/support/newsletter.ts'
import { filename } from '#tests/support/shop.ts'
import { startSmtp } from '#tests/support/smtp.ts'
import { createTestApp } from '#tests/support/test-app.ts'

const ada = 'ada@home.example'
const services = ['postmark', 'mailgun', 'ses', 'brevo'] as const

/** A site that knows its mail services; Ada is on its list and has her welcome. */
async function open(env: Record<string, string> = secrets) {
  const smtp = await startSmtp()
  const app = await createTestApp({ env: { SMTP_URL: smtp.url, DOUBLE_OPT_IN: 'off', ...env } })
  await app.post('/api/newsletter/signup', { email: ada, name: 'Ada', source: 'home' })
  await app.work()
  const [welcome] = await app.letters()
  if (!welcome) throw new Error('no letter went out')
  const amazon = await startAmazon()
  const told = openServices(app)
  return {
    app,
    amazon,
    smtp,
    post: told.post,
    /** posts what was recorded, and lets the site do what comes of it */
    tell: async (service: (typeof services)[number], file: string, about = { reader: ada, letter: welcome.id }) => {
      const response = await told[service](recorded(`${service}-${file}.json`, about))
      await app.work()
      return response
    },
    welcome: async () => (await app.letters())[0],
    person: async () => (await people(app)).at(0),
    withdrawn: () => app.db.selectFrom('consents').selectAll().where('act', '=', 'withdrawn').execute(),
    reason: async (email = ada) => (await findSuppression(app.db, app.deps.keyFor, email))?.reason ?? null,
  }
}

describe.each(services)('%s tells', (service) => {
  test('that nobody is there: nothing goes there again, and the letter says why', async () => {
    const { tell, reason, person, welcome, withdrawn } = await open()
    expect((await tell(service, 'hard-bounce')).status).toBe(200)
    expect([await reason(), (await person())?.state]).toEqual(['bounced', 'left'])
    expect(await withdrawn()).toEqual([])
    expect(await welcome()).toMatchObject({
      state: 'bounced',
      error: expect.stringMatching(/^came back for good .*550?|5\.1\.1/),
    })
  })

  test('that a letter did not arrive this time: that is noted at the letter, and changes nobody', async () => {
    const { tell, reason, person, welcome } = await open()
    expect((await tell(service, 'soft-bounce')).status).toBe(200)
    expect([await reason(), (await person())?.state]).toEqual([null, 'active'])
    expect(await welcome()).toMatchObject({ state: 'sent', error: expect.stringContaining('did not arrive this time') })
  })

  test('that she called it junk: she has left for good, by her own act', async () => {
    const { tell, reason, person, welcome, withdrawn } = await open()
    expect((await tell(service, 'complaint')).status).toBe(200)
    expect([await reason(), (await person())?.state]).toEqual(['complained', 'left'])
    expect(await withdrawn()).toMatchObject([{ email: ada, purpose: 'newsletter', method: 'provider' }])
    expect(await welcome()).toMatchObject({ state: 'complained', error: expect.stringContaining('called junk') })
  })

  test('the same twice, or of a stranger: nothing changes twice, and of a stranger stays a hash', async () => {
    const { app, tell, reason, withdrawn } = await open()
    for (let time = 0; time < 2; time++) expect((await tell(service, 'complaint')).status).toBe(200)
    expect(await withdrawn()).toHaveLength(1)
    expect((await tell(service, 'hard-bounce', { reader: 'stranger@home.example', letter: 'none' })).status).toBe(200)
    expect(await reason('stranger@home.example')).toBe('bounced')
    for (const table of ['people', 'memberships', 'consents', 'letters', 'jobs'] as const)
      expect(JSON.stringify(await app.db.selectFrom(table).selectAll().execute())).not.toContain('stranger')
  })
})

test.each(['postmark', 'mailgun', 'brevo'] as const)(
  '%s tells that she wants no more: she has left',
  async (service) => {
    const { tell, reason, withdrawn, welcome } = await open()
    expect((await tell(service, 'unsubscribe')).status).toBe(200)
    expect(await reason()).toBe('left')
    expect(await withdrawn()).toHaveLength(1)
    expect(await welcome()).toMatchObject({ state: 'sent' })
  },
)

test('a letter of a campaign is found by its id, in the outcome and in the file', async () => {
  const { app, tell } = await open()
  const owner = await app.asOwner()
  const readers = ['bea@home.example', 'cleo@home.example', 'dora@home.example']
  await owner.post('/api/voracious-readers-subscribers', { subscribers: readers, basis: 'Asked at a reading' })
  const { campaignId } = await (
    await owner.post('/api/send-bulk-download-emails', { subscribers: readers, filename })
  ).json()
  const sent = (await app.letters()).filter(({ mailing_id }) => mailing_id)
  const [bea, cleo] = sent.map(({ id, to_email }) => ({ reader: to_email, letter: id }))
  await tell('mailgun', 'hard-bounce', bea)
  await tell('brevo', 'complaint', cleo)
  const campaign = await (await owner.request(`/api/owner/campaigns/${campaignId}`)).json()
  expect(campaign).toMatchObject({ total: 3, sent: 1, bounced: 1, complained: 1, pending: 0 })
  const { deliveries } = await (
    await owner.request(`/api/owner/campaigns/${campaignId}/deliveries?state=bounced`)
  ).json()
  expect(deliveries).toMatchObject([{ email: 'bea@home.example', error: expect.stringContaining('5.1.1') }])
  const file = await (await owner.request(`/api/owner/campaigns/${campaignId}/outcome.csv`)).text()
  expect(file).toMatch(/cleo@home\.example,complained,/)
})

test('her own address is never silenced by what a service says', async () => {
  const { app, tell, reason } = await open({ ...secrets, OWNER_EMAIL: 'owner@home.example' })
  await app.asOwner()
  await tell('postmark', 'hard-bounce', { reader: 'owner@home.example', letter: 'none' })
  expect(await reason('owner@home.example')).toBeNull()
})

describe('what is not from the service is refused, in words, and changes nothing', () => {
  const bounce = (service: string) => recorded(`${service}-hard-bounce.json`, { reader: ada })
  const at = new Date('2026-01-15T12:00:00Z')
  const sns = (fields: Record<string, string>) =>
    signedByAmazon('sns-notification.json', { Message: bounce('ses'), ...fields })
  const basic = (login: string) => ({ authorization: `Basic ${Buffer.from(login).toString('base64')}` })

  test.each<[string, string, string, Record<string, string>, number, RegExp]>([
    ['no secret', 'postmark', bounce('postmark'), {}, 403, /does not carry the secret/],
    ['a wrong secret', 'postmark', bounce('postmark'), basic('author:wrong'), 403, /does not carry the secret/],
    ['the secret as the name', 'brevo', bounce('brevo'), basic(`${secrets.MAIL_EVENTS_SECRET}:`), 403, /secret/],
    ['a wrong bearer', 'brevo', bounce('brevo'), { authorization: 'Bearer wrong' }, 403, /Brevo was given/],
    ['another key', 'mailgun', signedByMailgun(bounce('mailgun'), at, 'another'), {}, 403, /not signed by Mailgun/],
    ['no signature', 'mailgun', '{"event-data":{"event":"complained"}}', {}, 403, /not signed by Mailgun/],
    ['two days old', 'mailgun', signedByMailgun(bounce('mailgun'), new Date(+at - 2 * 86_400_000)), {}, 403, /day old/],
    ['another topic', 'ses', sns({ TopicArn: 'arn:aws:sns:us-east-1:666:Mine' }), {}, 403, /another topic/],
    ['changed after signing', 'ses', sns({}).replaceAll('5.1.1', '5.1.2'), {}, 403, /not signed by Amazon/],
    ['two days old', 'ses', sns({ Timestamp: '2026-01-13T11:00:00.000Z' }), {}, 403, /day old/],
    ['no date at all', 'ses', sns({ Timestamp: 'soon' }), {}, 403, /day old/],
    ['no JSON', 'ses', 'Type=Notification', {}, 400, /not JSON/],
    ['too much', 'mailgun', ' '.repeat(1_100_000), {}, 413, /more than/],
    ['an unknown service', 'sparrow', '{}', {}, 404, /nothing at this address/],
  ])('%s, for %s', async (_what, service, body, headers, status, words) => {
    const { app, post, reason, person } = await open()
    const response = await post(service, body, headers)
    const { message } = await response.json()
    expect([response.status, message]).toEqual([status, expect.stringMatching(words)])
    await app.work()
    expect([await reason(), (await person())?.state]).toEqual([null, 'active'])
  })

  test.each([
    'http://sns.us-east-1.amazonaws.com/cert.pem',
    'https://sns.us-east-1.amazonaws.com.mallory.example/cert.pem',
    'https://mallory.example/sns.us-east-1.amazonaws.com/cert.pem',
    'https://sns.us-east-1.amazonaws.com@mallory.example/cert.pem',
    'https://sns.us-east-1.amazonaws.com:8443/cert.pem',
    'https://s3.amazonaws.com/mallory/cert.pem',
    'nowhere',
  ])('a certificate at %s is not fetched', async (SigningCertURL) => {
    const { post, amazon, reason } = await open()
    const response = await post('ses', sns({ SigningCertURL }))
    expect([response.status, (await response.json()).message]).toEqual([403, 'The certificate is not at Amazon.'])
    expect([amazon, await reason()]).toEqual([[], null])
  })

  test.each(services)('%s, where nothing is set for it', async (service) => {
    const { tell, reason } = await open({})
    const response = await tell(service, 'hard-bounce')
    expect([response.status, (await response.json()).message]).toEqual([
      403,
      expect.stringMatching(/^Nothing is taken/),
    ])
    expect(await reason()).toBeNull()
  })

  test('a message that was kept and comes again is known, whatever it would do', async () => {
    const { app, post, reason } = await open()
    const body = signedByMailgun(recorded('mailgun-soft-bounce.json', { reader: ada }), app.deps.now())
    expect((await post('mailgun', body)).status).toBe(200)
    // The signature is of time and token alone: whoever has one could put anything beside it.
    const changed = body.replace('temporary', 'permanent').replace('generic', 'bounce')
    app.passTime(23 * 3_600_000)
    for (const again of [body, changed]) {
      const response = await post('mailgun', again)
      expect([response.status, (await response.json()).message]).toEqual([409, expect.stringContaining('heard before')])
    }
    const message = sns({
      Message: recorded('ses-soft-bounce.json', { reader: ada }),
      Timestamp: app.deps.now().toISOString(),
    })
    expect([(await post('ses', message)).status, (await post('ses', message)).status]).toEqual([200, 409])
    await app.work()
    expect(await reason()).toBeNull()
  })

  test('whoever keeps guessing is told to wait, and the service is still heard', async () => {
    const { post, tell } = await open()
    const guesses = Array.from({ length: 31 }, () => post('postmark', bounce('postmark'), basic('author:guess')))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect([
      statuses.filter((status) => status === 403).length,
      statuses.filter((status) => status === 429).length,
    ]).toEqual([30, 1])
    expect((await tell('postmark', 'hard-bounce')).status).toBe(200)
  })

  test('no secret is in any log line', async () => {
    const { app, post, tell } = await open()
    for (const service of services) await tell(service, 'hard-bounce')
    await post('postmark', bounce('postmark'), basic('author:guess'))
    for (const secret of [...Object.values(secrets), ada]) expect(app.logged.join('\n')).not.toContain(secret)
  })
})

describe('Amazon asks first whether its messages are wanted', () => {
  const subscription = (fields: Record<string, string> = {}) => signedByAmazon('sns-subscription.json', fields)

  test('and is answered where the topic is the one that is named', async () => {
    const { post, amazon } = await open()
    expect((await post('ses', subscription())).status).toBe(200)
    expect(amazon).toEqual([expect.stringContaining('.pem'), expect.stringContaining('Action=ConfirmSubscription')])
    expect((await post('ses', subscription({ MessageId: 'another', SignatureVersion: '2' }))).status).toBe(200)
  })

  test('and is not answered anywhere else', async () => {
    const { post, amazon } = await open()
    const response = await post(
      'ses',
      subscription({ SubscribeURL: 'https://mallory.example/?Action=ConfirmSubscription' }),
    )
    expect([response.status, (await response.json()).message]).toEqual([403, 'The confirmation is not at Amazon.'])
    expect(amazon).toEqual([expect.stringContaining('.pem')])
  })
})
