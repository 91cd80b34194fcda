import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readMailServer, readSiteAddress, toSmtpUrl } from './addresses.ts'

describe('a mail server', () => {
  test.each([
    ['mail.example.com', { host: 'mail.example.com' }],
    ['  Mail.Example.COM ', { host: 'mail.example.com' }],
    ['mail.example.com:2525', { host: 'mail.example.com', port: 2525 }],
    ['localhost:1025', { host: 'localhost', port: 1025 }],
    ['[::1]:25', { host: '[::1]', port: 25 }],
    ['gmail', { host: 'smtp.gmail.com', port: 587, security: 'starttls' }],
    ['Fastmail', { host: 'smtp.fastmail.com', port: 465, security: 'tls' }],
    ['smtp://mail.example.com', { host: 'mail.example.com', security: 'starttls' }],
    [
      'smtps://odile%40example.com:a%3Ab@mail.example.com:465/',
      { host: 'mail.example.com', port: 465, security: 'tls', user: 'odile@example.com', password: 'a:b' },
    ],
    [
      'smtp://me:it@s:me@mail.example.com:587',
      { host: 'mail.example.com', port: 587, security: 'starttls', user: 'me', password: 'it@s:me' },
    ],
    // Another way to write this machine's own address.
    ['0x7f.1', { host: '127.0.0.1' }],
    ['bücher.example', { host: 'xn--bcher-kva.example' }],
  ])('%j is understood', (typed, server) => expect(readMailServer(typed)).toEqual(server))

  test.each([
    ['me@gmail.com', 'e-mail address'],
    ['https://mail.example.com', 'smtp://'],
    ['imap://mail.example.com', 'smtp://'],
    ['mail example com', 'no name of a server'],
    ['-mail.example.com', 'no name of a server'],
    ['mail..example', 'no name of a server'],
    ['mail.example.com/inbox', 'no name of a server'],
    ['who:ever@mail.example.com', 'no name of a server'],
    ['mail.example.com:0', 'from 1 to 65535'],
    ['mail.example.com:70000', 'from 1 to 65535'],
    ['smtp://', 'no name of a server'],
    [`${'a'.repeat(64)}.example`, 'no name of a server'],
  ])('%j is refused with a sentence', (typed, words) => {
    expect(readMailServer(typed)).toEqual({ fault: expect.stringContaining(words) })
  })

  test('any user name and password come out of the one address as they went in', () => {
    const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(word, word, (user, password) => {
        const server = { host: 'mail.example.com', port: 465, security: 'tls', user, password } as const
        expect(readMailServer(toSmtpUrl(server))).toEqual(server)
        expect(URL.canParse(toSmtpUrl(server))).toBe(true)
      }),
    )
  })
})

describe('a site’s address', () => {
  test.each([
    ['yourname.com', 'https://yourname.com'],
    ['  HTTPS://YourName.com/ ', 'https://yourname.com'],
    ['http://192.168.1.20:3000', 'http://192.168.1.20:3000'],
    ['https://yourname.com:443', 'https://yourname.com'],
    ['localhost:3000', 'https://localhost:3000'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ])('%j is understood', (typed, url) => expect(readSiteAddress(typed)).toEqual({ url }))

  test.each([
    ['ftp://yourname.com', 'https://'],
    ['javascript://yourname.com', 'https://'],
    ['me@yourname.com', 'e-mail address'],
    ['https://yourname.com/blog', 'nothing after the name: https://yourname.com'],
    ['https://yourname.com?x', 'nothing after'],
    ['https://yourname.com#x', 'nothing after'],
    ['https://me:it@yourname.com', 'nothing after'],
    ['your name.com', 'no address'],
    ['https://', 'no address'],
    ['https://-.com', 'no address'],
  ])('%j is refused with a sentence', (typed, words) => {
    expect(readSiteAddress(typed)).toEqual({ fault: expect.stringContaining(words) })
  })

  test('nothing that is typed makes an address that is more than an origin', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl({ withFragments: true, withQueryParameters: true })), (typed) => {
        const read = readSiteAddress(typed)
        if ('url' in read) expect(new URL(read.url).origin).toBe(read.url)
      }),
    )
  })
})
