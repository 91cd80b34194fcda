import fc from 'fast-check'
import { expect, test } from 'vitest'
import { replyLink } from './reply.ts'

test('a reply goes to the reader, with her words quoted line by line', () => {
  const link = new URL(
    replyLink({ name: 'Ada', email: 'ada@home.example', message: 'One.\n\nTwo & three?' }, 'Ines Calder'),
  )
  expect(link.pathname).toBe('ada@home.example')
  expect(link.searchParams.get('subject')).toMatch(/^Re: Your message to /)
  expect(link.searchParams.get('body')).toBe('\r\n\r\nAda wrote:\r\n> One.\r\n> \r\n> Two & three?')
})

test('nothing in a message or an address can add a recipient, and no link is longer than mail programs take', () => {
  const local = fc.stringMatching(/^[\w.!#$%&'*+/=?^`{|}~-]{1,64}$/)
  fc.assert(
    fc.property(
      local,
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'binary', maxLength: 6_000 }),
      (name, who, message) => {
        const link = replyLink({ name: who.slice(0, 100), email: `${name}@home.example`, message }, 'Ines Calder')
        expect(link.length).toBeLessThanOrEqual(2_000)
        const url = new URL(link)
        expect(decodeURIComponent(url.pathname)).toBe(`${name}@home.example`)
        expect([...url.searchParams.keys()]).toEqual(['subject', 'body'])
        expect(url.hash).toBe('')
      },
    ),
  )
})
