import { expect } from '@playwright/test'
import sharp from 'sharp'
import { suggestDesign } from '#art/cover-design.ts'
import type { Book } from '#features/books/contract.ts'
import { testAuthor } from '../support/author.ts'
import { covers, library, libraryPosts, libraryStories, libraryWords } from '../support/library.ts'
import { ownerAt } from './owner.ts'

type Owner = Awaited<ReturnType<typeof ownerAt>>

/** A shore: a picture with an edge in it, as a photograph has. */
function picture(width: number, height: number, sky: string, water: string): Promise<Buffer> {
  const horizon = Math.round(height * 0.6)
  const band = { create: { width, height: height - horizon, channels: 3, background: water } } as const
  return sharp({ create: { width, height, channels: 3, background: sky } })
    .composite([{ input: band, left: 0, top: horizon }])
    .jpeg()
    .toBuffer()
}

async function upload(owner: Owner, bytes: Buffer): Promise<string> {
  const { url } = await owner('POST', '/api/owner/images', bytes)
  return url
}

/** The tests' own author moves into an empty site, by the calls her desk makes. */
export async function furnish(site: { port: number }): Promise<void> {
  const owner = await ownerAt(site)
  const [upright, wide] = [
    await upload(owner, await picture(800, 1_200, '#c9d3d6', '#3b4a52')),
    await upload(owner, await picture(1_200, 800, '#e6ddcf', '#6a5744')),
  ]
  const { version } = await owner('GET', '/api/owner/site')
  await owner('PUT', '/api/owner/site', {
    ...testAuthor,
    photograph: { url: upright, focal: 'top', alt: 'Ines Calder on a quay' },
    deskPicture: { url: wide, alt: 'A desk before a white wall' },
    version,
  })
  await shelve(owner, upright)
  for (const story of libraryStories) await owner('POST', '/api/short-stories', { ...story, isPublished: true })
  for (const [at, post] of libraryPosts.entries())
    await owner('POST', '/api/blog', { ...post, isPublished: true, ...(at === 0 ? { coverImage: wide } : {}) })
  for (const [name, values] of Object.entries(libraryWords))
    await owner('PUT', `/api/owner/pages/${name}`, { values, version: 0 })
  await expectDrawn(site)
}

async function shelve(owner: Owner, uploaded: string) {
  const coverOf = ({ slug, title }: { slug: string; title: string }) => {
    const kind = covers[slug]
    if (kind === 'image') return { kind, url: uploaded }
    return kind ? { kind, ...suggestDesign(title, []) } : null
  }
  const ids = new Map<string, string>()
  for (const book of library.books) {
    const { id } = await owner('POST', '/api/owner/books', { ...book, cover: coverOf(book) })
    ids.set(book.slug, id)
  }
  for (const { name, pitch } of library.series)
    await owner('PUT', '/api/owner/shelves/series', { series: name, name, pitch })
  const { advance, free } = library.roles
  await owner('PUT', '/api/owner/shelves/roles', { advance: ids.get(advance), free: ids.get(free) })
}

/** A cover that is drawn while a test looks would change the page under it. */
async function expectDrawn({ port }: { port: number }) {
  const undrawn = async () => {
    const books: Book[] = await (await fetch(`http://127.0.0.1:${port}/api/books`)).json()
    return books.filter(({ cover }) => cover?.kind === 'drawn' && !cover.files).map(({ title }) => title)
  }
  await expect.poll(undrawn, { timeout: 600_000 }).toEqual([])
}
