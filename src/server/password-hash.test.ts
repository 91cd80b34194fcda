import { expect, test } from 'vitest'
import { createPasswordHasher } from './password-hash.ts'

test('a password is kept as argon2id with 19 MiB, two rounds and one lane', async () => {
  const { hash, verify } = createPasswordHasher()
  const kept = await hash('a long walk to the well')
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verify(kept, 'a long walk to the well')).toBe(true)
  expect(await verify(kept, 'a long walk to the wall')).toBe(false)
})

test('the same letters typed on another machine are the same password', async () => {
  const { hash, verify } = createPasswordHasher()
  expect(await verify(await hash('caf\u00e9 at the corner'), 'cafe\u0301 at the corner')).toBe(true)
})

test('with nothing to compare, the work is done and the answer is no', async () => {
  const { verify } = createPasswordHasher({ atOnce: 1, mostWaiting: 0 })
  const asked = verify(null, 'anything')
  // It has taken a turn, as any comparison does: there is none left meanwhile.
  await expect(verify(null, 'anything')).rejects.toMatchObject({ code: 'busy' })
  expect(await asked).toBe(false)
})

test('two hash, eight wait, and everybody after them is sent away at once', async () => {
  const { hash } = createPasswordHasher()
  const asked = await Promise.allSettled(Array.from({ length: 30 }, () => hash('a long walk to the well')))
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  for (const answer of asked) {
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'busy', status: 503 })
  }
  // The turns came back.
  await expect(Promise.all(Array.from({ length: 10 }, () => hash('a long walk')))).resolves.toHaveLength(10)
})

test('a hash that cannot be read gives its turn back', async () => {
  const { hash, verify } = createPasswordHasher({ atOnce: 1, mostWaiting: 0 })
  await expect(verify('not a hash', 'anything')).rejects.toThrow()
  await expect(hash('a long walk to the well')).resolves.toContain('argon2id')
})
