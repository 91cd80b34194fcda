import { describe, expect, test } from 'vitest'
import { publishNote } from '#features/writing/publishing.ts'
import { featuredNote, planOf } from './form-words.ts'

const now = new Date('2026-01-15T17:00:00.000Z')

test('a tick with a date to come is a plan for later, and the form says so beside the tick', () => {
  expect(planOf('2027-01-15T14:00:00.000Z', true, now)).toBe('later')
  expect(planOf('2025-01-15T14:00:00.000Z', true, now)).toBe('now')
  expect(planOf(null, true, now)).toBe('now')
  expect(planOf('2027-01-15T14:00:00.000Z', false, now)).toBe('draft')
  expect(publishNote('later', false)).toContain('by itself on the date above')
  expect(publishNote('draft', true)).toContain('draft again')
})

describe('beside Featured', () => {
  const first = { id: '1', title: 'The Well', isFeatured: true, state: 'published' } as const
  const planned = { id: '2', title: 'Snow', isFeatured: true, state: 'scheduled' } as const
  const told = (id: string | null, isFeatured: boolean, plan: 'draft' | 'now' | 'later', posts = [planned, first]) =>
    featuredNote(posts, { id, isFeatured, plan })

  test('stands which post is first now, and who gives up that place', () => {
    expect(told(null, false, 'draft')).toBe('One post stands first and large on the blog. Now that is “The Well”.')
    expect(told('1', false, 'now')).toBe('It gives up the first place on the blog when you save.')
    expect(told(null, true, 'now')).toBe('Takes the first place on the blog from “The Well” when you save.')
    expect(told('1', true, 'now')).toBe('Stands first and large on the blog.')
  })

  test('stands who keeps the place until readers see it', () => {
    expect(told('2', true, 'later')).toBe(
      'Stands first and large on the blog once readers see it. Until then “The Well” does.',
    )
    expect(told(null, true, 'draft', [])).toBe('Stands first and large on the blog once readers see it.')
  })
})
