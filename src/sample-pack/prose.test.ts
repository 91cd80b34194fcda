import { expect, test } from 'vitest'
import { readText } from '#features/writing/prose.ts'
import { samplePosts } from './posts.ts'
import { sampleStories } from './stories.ts'

test('the samples are prose, and read as the plain texts they were', () => {
  for (const { title, content } of [...samplePosts, ...sampleStories]) {
    const plain = readText(content, 'plain').map((block) => (block.type === 'break' ? { type: 'break' } : block))
    expect(readText(content, 'prose'), title).toEqual(plain)
  }
})
