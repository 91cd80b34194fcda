import { expect, test } from 'vitest'
import { letterInput, mostTags, wholeNewsletter } from './contract.ts'
import { blankTexts, letterOf } from './fields.ts'

const tags = Array.from({ length: mostTags + 1 }, (_, number) => `tag ${number}`)

test('an audience is sent as it stands in the form, or refused: never another in its place', () => {
  const refusedAt = (audience: unknown) => {
    const texts = { ...blankTexts, audience: typeof audience === 'string' ? audience : JSON.stringify(audience) }
    const result = letterInput.safeParse(letterOf(texts))
    return result.success
      ? result.data.audience
      : result.error.issues.map(({ path, message }) => [path.join('.'), message])
  }
  expect(refusedAt(wholeNewsletter)).toEqual(wholeNewsletter)
  expect(refusedAt({ ...wholeNewsletter, tags })).toEqual([['audience.tags', 'At most 20 tags']])
  const unreadable = [['audience', 'Whom it is for cannot be read. Choose it again.']]
  for (const audience of ['', 'no JSON', 'null', '[]', { onlyFriends: true }])
    expect(refusedAt(audience)).toEqual(unreadable)
})
