import { desk } from '#art/desk.ts'
import type { PackArt } from '#art/pack-art.ts'
import { storyArt } from '#art/story-art.ts'
import { cover } from './art/cover.ts'
import { portrait } from './art/portrait.ts'
import { books } from './books.ts'
import { profile } from './profile.ts'
import { sampleStories } from './stories.ts'

const covered = books.books.map(({ slug, title, series = null, seriesOrder = null }) => ({
  ...{ slug, title, series, seriesOrder },
}))
const told = sampleStories.map(({ slug, genre }) => ({ slug, genre }))

/** The sample's own pictures: they travel with a release, so that the very first page is whole. */
export const art: PackArt = {
  covers: covered.map((book) => ({ name: book.slug, draw: (outline) => cover(book, profile.name, outline) })),
  pictures: [
    { name: 'portrait', widths: [400, 800], draw: portrait },
    { name: 'desk', widths: [400, 800, 1200], draw: desk },
  ],
  stories: told.map(({ slug, genre }) => ({ name: slug, draw: () => storyArt(slug, genre) })),
  words: [profile.name, covered, told],
}
