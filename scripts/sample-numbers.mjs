// A year of plausible numbers for pictures of the owner's page: the sums alone, straight into a data folder.
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'

const days = 420
const pages = ['/', '/books', '/voss-trials', '/short-stories', '/about', '/blog', '/contact', '/signup']
const sites = [
  'direct',
  'goodreads.example',
  'search.example',
  'social.example',
  'bookshop.example',
  'reading-group.example',
]

/** @param {string} dataDir @param {string} today */
export function seedNumbers(dataDir, today) {
  const db = new DatabaseSync(join(dataDir, 'frontispiece.db'), { timeout: 5_000 })
  const insert = db.prepare(
    'insert into daily_counts (kind, day, audience, name, views, visitors) values (?, ?, ?, ?, ?, ?)',
  )
  const slugs = (table, path) =>
    db
      .prepare(`select slug from ${table}`)
      .all()
      .map(({ slug }) => `${path}/${slug}`)
  const stories = slugs('short_stories', '/short-stories')
  const all = [
    pages[0],
    ...stories.slice(0, 3),
    ...slugs('posts', '/blog').slice(0, 2),
    ...pages.slice(1),
    ...stories.slice(3),
  ]
  const chance = createChance()
  db.exec('begin')
  for (let back = days - 1; back >= 0; back--) {
    const day = new Date(Date.parse(today) - back * 86_400_000).toISOString().slice(0, 10)
    const put = (kind, name, views, visitors, audience = 'reader') => {
      if (views > 0 || visitors > 0) insert.run(kind, day, audience, name, Math.round(views), Math.round(visitors))
    }
    // Slowly more of them, and every two months a day somebody wrote about her.
    const rush = [0.7, 1.8, 3.4][(back % 61) - 10] ?? 0
    const visitors = Math.round((30 + (days - back) / 9 + chance() * 30) * (1 + rush) * (back === 0 ? 0.4 : 1))
    const views = Math.round(visitors * (2 + chance()))
    put('all', '', views, visitors)
    put('all', '', chance() * 8, 0, 'own')
    put('all', '', 60 + chance() * 9, 0, 'bot')
    const spread = (kind, names) =>
      names.forEach((name, rank) => {
        const share = (0.7 + chance() * 0.6) / (rank + 1.3) / 2.2
        put(kind, name, views * share, visitors * share)
      })
    spread('page', all)
    spread('referrer', sites)
    spread('device', ['phone', 'computer', 'tablet'])
    stories.slice(0, 5).forEach((story, rank) => {
      for (const quarter of [25, 50, 75, 100])
        put('read', `${story}#${quarter}`, 0, (visitors * (1 - quarter / 160)) / 5 / (rank + 1))
    })
    const joined = Math.round(visitors * 0.03 + chance())
    const events = {
      signup: 1,
      confirmed: 0.8,
      download: 0.6,
      arc_request: 0.3,
      purchase_link: 1.6,
      story_opened: 12,
      story_read: 27,
    }
    for (const [name, share] of Object.entries(events)) put('event', name, joined * share, 0)
    put('joined-from', sites[Math.floor(chance() * 4)], joined, joined)
    put('brought', stories[Math.floor(chance() * 3)], joined, joined)
  }
  db.exec('commit')
  db.close()
}

/** The same every time, so that a new picture shows what has changed in the page. */
function createChance() {
  let seed = 7
  return () => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed / 2_147_483_647
  }
}
