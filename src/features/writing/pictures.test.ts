import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { keepHouse } from '#app/housekeeping.server.ts'
import { openDesk } from '#tests/support/content.ts'
import { createTestApp } from '#tests/support/test-app.ts'

const day = 86_400_000

/** A picture as an upload leaves it, without its files, which are another test's business. */
async function open() {
  const app = await createTestApp()
  const desk = await openDesk(app)
  const bring = async () => {
    // With both of the signs that mean something elsewhere.
    const id = `_${randomBytes(12).toString('base64url')}-`
    const created_at = app.deps.now().toISOString()
    await app.db.insertInto('images').values({ id, width: 4, height: 3, created_at, unused_since: null }).execute()
    return `/images/${id}`
  }
  const isThere = async (url: string) => {
    const row = app.db.selectFrom('images').select('id').where('id', '=', url.replace('/images/', ''))
    return (await row.executeTakeFirst()) !== undefined
  }
  /** Both rounds of the house that make up a month, and one more day. */
  const passMonth = async () => {
    await keepHouse(app.deps)
    app.passTime(31 * day)
    await keepHouse(app.deps)
  }
  return { app, ...desk, bring, isThere, passMonth }
}

type House = Awaited<ReturnType<typeof open>>
type Item = { id: string }

const kinds = {
  post: { name: 'blog', add: ({ addPost }: House) => addPost, set: ({ setPost }: House) => setPost },
  story: { name: 'short-stories', add: ({ addStory }: House) => addStory, set: ({ setStory }: House) => setStory },
}

/** Where a picture may be named, and how that comes to an end. */
const places = (['post', 'story'] as const).flatMap((kind) => {
  const { name, add, set } = kinds[kind]
  const owner = async ({ app }: House) => app.asOwner()
  // Also what a save replaced is kept for a while, and names it.
  const forgetVersions = async ({ app }: House) => void (await app.db.deleteFrom('versions').execute())
  const rewrite = async (house: House, { id }: Item) => {
    // Her session has ended meanwhile.
    await set({ ...house, ...(await openDesk(house.app)) })(id, { content: 'Nothing to see.' })
    await forgetVersions(house)
  }
  return [
    {
      place: `the cover of a ${kind}`,
      name: (house: House, url: string) => add(house)({ coverImage: url }),
      end: rewrite,
    },
    {
      place: `the prose of a ${kind}`,
      name: (house: House, url: string) => add(house)({ content: `Look:\n\n![A door](${url} "Ajar")` }),
      end: rewrite,
    },
    {
      place: `the prose of a ${kind}, written with a backslash`,
      name: (house: House, url: string) => add(house)({ content: `![A door](${url.replace('_', '\\_')})` }),
      end: rewrite,
    },
    {
      place: `a version of a ${kind}`,
      name: async (house: House, url: string) => {
        const item = await add(house)({ content: `![A door](${url})` })
        await set(house)(item.id, { content: 'Without it.' })
        return item
      },
      end: forgetVersions,
    },
    {
      place: `unsaved words of a ${kind}`,
      name: async (house: House, url: string) => {
        const fields = { content: `![A door](${url})` }
        await house.owner.put(`/api/owner/drafts/${kind}/new`, { fields, baseVersion: 0, writer: 'here' })
        return { id: 'new' }
      },
      end: async (house: House) => void (await (await owner(house)).delete(`/api/owner/drafts/${kind}/new`)),
    },
    {
      place: `a ${kind}, the last month of it in the bin`,
      name: (house: House, url: string) => add(house)({ content: `![A door](${url})` }),
      end: async (house: House, { id }: Item) => {
        await forgetVersions(house)
        await (await owner(house)).delete(`/api/${name}/${id}`)
        await keepHouse(house.app.deps)
        house.app.passTime(29 * day)
        await (await owner(house)).delete(`/api/owner/bin/${kind}/${id}`)
      },
    },
  ]
})

test.each(places)('a picture named only in $place stays, and goes a month after', async ({ name, end }) => {
  const house = await open()
  const [url, unused] = [await house.bring(), await house.bring()]
  const item = await name(house, url)
  await house.passMonth()
  expect([await house.isThere(url), await house.isThere(unused)]).toEqual([true, false])

  await end(house, item)
  await keepHouse(house.app.deps)
  house.app.passTime(29 * day)
  await keepHouse(house.app.deps)
  expect(await house.isThere(url)).toBe(true)
  house.app.passTime(2 * day)
  await keepHouse(house.app.deps)
  expect(await house.isThere(url)).toBe(false)
})
