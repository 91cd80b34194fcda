import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  areVisitsLong,
  authorSign,
  markAsAuthor,
  markAsRegularUser,
  rememberPage,
  rememberSession,
  sessionId,
} from './visits.ts'

const publicHost = 'calder.example'

function aStorage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

beforeEach(() => {
  vi.stubGlobal('localStorage', aStorage())
  vi.stubGlobal('sessionStorage', aStorage())
})

describe('a session', () => {
  test('has an id of time and chance, and keeps it', () => {
    const id = sessionId()
    expect(id).toMatch(/^session_\d{13}_[a-z0-9]{4,9}$/)
    expect(sessionId()).toBe(id)
    expect(sessionStorage.getItem('visitor_session_id')).toBe(id)
  })

  test('has an id also where the browser refuses to keep one', () => {
    vi.stubGlobal('sessionStorage', undefined)
    expect(sessionId()).toMatch(/^session_/)
  })
})

describe('the history', () => {
  test('holds the last fifty pages', () => {
    for (let page = 1; page <= 60; page++) rememberPage(`/page-${page}`)
    const kept = JSON.parse(localStorage.getItem('page_history') ?? '')
    expect(kept).toHaveLength(50)
    expect([kept[0], kept[49]]).toEqual(['/page-11', '/page-60'])
  })

  test.each(['', '{', '"words"', '{"a":1}', 'null'])('holding %j is begun anew', (nonsense) => {
    localStorage.setItem('page_history', nonsense)
    rememberPage('/books')
    expect(JSON.parse(localStorage.getItem('page_history') ?? '')).toEqual(['/books'])
  })
})

describe('the author', () => {
  test('is nobody without a sign', () => {
    rememberPage('/books')
    expect(authorSign(publicHost)).toBeNull()
  })

  test.each(['localhost', '127.0.0.1', '[::1]'])('is whoever reads at %s', (host) => {
    expect(authorSign(host)).toBe('host')
  })

  test.each(['/admin', '/admin/downloads', '/analytics', '/edit', '/dashboard', '/settings'])(
    'is whoever has been at %s',
    (path) => {
      rememberPage(path)
      rememberPage('/books')
      expect(authorSign(publicHost)).toBe('history')
    },
  )

  test.each(['/administration', '/blog/settings', '/editors', '/'])('is not whoever has been at %s', (path) => {
    rememberPage(path)
    expect(authorSign(publicHost)).toBeNull()
  })

  test('can say so, and take it back', () => {
    markAsAuthor()
    expect(localStorage.getItem('author_mode')).toBe('true')
    expect(authorSign(publicHost)).toBe('flag')
    markAsRegularUser()
    expect(localStorage.getItem('author_mode')).toBeNull()
    expect(authorSign(publicHost)).toBeNull()
  })

  test.each(['false', '1', 'TRUE', ''])('is not meant by an author_mode of %j', (value) => {
    localStorage.setItem('author_mode', value)
    expect(authorSign(publicHost)).toBeNull()
  })

  test('is not recognised by long visits, though they are known', () => {
    for (const time of [300_000, 300_001]) rememberSession(time)
    expect(areVisitsLong()).toBe(true)
    expect(authorSign(publicHost)).toBeNull()
  })
})

test('visits of five minutes on average are not long, nor are none', () => {
  expect(areVisitsLong()).toBe(false)
  for (const time of [200_000, 400_000]) rememberSession(time)
  expect(areVisitsLong()).toBe(false)
  expect(JSON.parse(localStorage.getItem('session_times') ?? '')).toEqual([200_000, 400_000])
})

test('a browser that keeps nothing is a reader’s, and nobody notices', () => {
  vi.stubGlobal('localStorage', undefined)
  rememberPage('/admin')
  rememberSession(1)
  markAsAuthor()
  markAsRegularUser()
  expect(areVisitsLong()).toBe(false)
  expect(authorSign(publicHost)).toBeNull()
})
