import { expect, test } from 'vitest'
import { explainStartFailure } from './start-failure.ts'
import { StorageFault } from './storage-health.ts'

const failure = (details: Record<string, unknown>, message = 'no') => Object.assign(new Error(message), details)
const away = (details: Record<string, unknown>) => new StorageFault('away', failure(details))

test.each([
  [failure({ code: 'EACCES', syscall: 'mkdir', path: '/srv/data' }), 'This user may not write to /srv/data.'],
  [
    failure({ code: 'EROFS', syscall: 'open', path: '/srv/data/secret' }),
    'This user may not write to /srv/data/secret.',
  ],
  [
    failure({ code: 'EACCES', syscall: 'open', path: '/mnt/stick/everything.zip.0123456789ab.part' }),
    'This user may not write to /mnt/stick/everything.zip. Give it the right to, or name another place.',
  ],
  [failure({ errcode: 14 }, 'unable to open database file'), 'This user may not write to /srv/data.'],
  [failure({ errcode: 8 }, 'attempt to write a readonly database'), 'This user may not write to /srv/data.'],
  [failure({ errcode: 13 }, 'database or disk is full'), 'The disk that holds /srv/data is full.'],
  [new StorageFault('full', failure({ code: 'ENOSPC' })), 'The disk that holds /srv/data is full.'],
  [failure({ code: 'ENOSPC', syscall: 'write' }), 'The disk that holds /srv/data is full.'],
  [failure({ code: 'EACCES', syscall: 'listen', port: 80 }), 'Port 80 needs more rights than this user has.'],
  [failure({ code: 'EADDRINUSE', syscall: 'listen', port: 3000 }), 'Port 3000 is taken.'],
  [failure({ code: 'EADDRNOTAVAIL', address: '203.0.113.7' }), 'There is no network address 203.0.113.7 here.'],
  [failure({ code: 'ENOTFOUND', hostname: 'nowhere' }), 'There is no network address nowhere here.'],
  [away({ code: '28P01' }), 'PostgreSQL refuses the user or the password.'],
  [away({ code: '28000' }), 'PostgreSQL refuses the user.'],
  [away({ code: '3D000' }), 'PostgreSQL has no database of that name.'],
  [away({ code: 'ENOTFOUND', hostname: 'nowhere' }), 'There is no host of the name in DATABASE_URL.'],
  [away({ code: 'ECONNREFUSED' }), 'The database does not answer.'],
  [failure({ code: '42501' }), 'The user in DATABASE_URL may not create tables.'],
])('%o is told in one sentence, with what to do', (error, words) => {
  const told = explainStartFailure(error, '/srv/data')
  expect(told.startsWith(words), told).toBe(true)
  expect(told.length).toBeGreaterThanOrEqual(words.length)
  expect(told).not.toMatch(/\n| {4}at /)
})

test('what nobody foresaw says where it happened', () => {
  expect(explainStartFailure(new TypeError('no such thing'))).toContain('start-failure.test.ts')
})
