import { describe, expect, test } from 'vitest'
import { fill, openPeople } from '#tests/support/people.ts'

describe('the export', () => {
  test('is a file any spreadsheet opens, with the ledger in its last column', async () => {
    const { app, owner, join } = await openPeople()
    await join('ada@home.example', { name: 'Ada "the Reader", PhD' })
    const response = await owner.request('/api/owner/subscribers.csv')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="subscribers-2026-01-15.csv"',
      'cache-control': 'no-store',
    })
    expect(await app.db.selectFrom('owner_events').select('what').execute()).toEqual([{ what: 'subscribers.exported' }])
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(new TextDecoder().decode(bytes)).toBe(
      'email,name,state,source,joined,confirmed,left,asked for advance copy,tags,consent\r\n' +
        'ada@home.example,"Ada ""the Reader"", PhD",active,signup_page,2026-01-15T12:00:00.000Z,,,no,,' +
        '"Agreed to get the newsletter: 2026-01-15T12:00:00.000Z, signup-2026-01-15, Sign-up page (/signup), By sending the form"\r\n',
    )
  })

  test('holds what was searched for, and all of it', async () => {
    const { app, csv, askForArc } = await openPeople()
    await fill(app, 4_321)
    await askForArc('ben@home.example')
    const lines = async (search: string) => (await csv(search)).split('\r\n').length - 2
    expect(await lines('')).toBe(4_322)
    expect(await lines('?state=left')).toBe(864)
    expect(await lines('?state=arc_only')).toBe(1)
    expect(await lines('?q=reader12&source=footer&state=active')).toBe(33)
  })

  test('no name is a formula, whatever a stranger calls herself', async () => {
    const { csv, join } = await openPeople()
    await join('ada@home.example', { name: '=HYPERLINK("https://evil.example")' })
    await join('+1@home.example', { name: '@SUM(1;=2)' })
    const text = await csv()
    expect(text).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
    expect(text).toContain(`'+1@home.example,'@SUM(1;'=2)`)
  })
})
