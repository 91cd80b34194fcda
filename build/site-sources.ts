import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Plugin } from 'vite'

/** What readers' pages are made of: everything the site's entry and its pages import, however far away. */
function siteFilesOf(root: string): string[] {
  const files = new Set<string>()
  function add(file: string) {
    if (files.has(file)) return
    files.add(file)
    const code = readFileSync(join(root, file), 'utf8')
    for (const [, imported = ''] of code.matchAll(/^(?!import type ).*?\b(?:from |import\()'([#.][^']+\.tsx?)'/gm)) {
      add(imported.startsWith('#') ? imported.replace('#', 'src/') : join(dirname(file), imported))
    }
  }
  const pages = readdirSync(join(root, 'src/features'), { recursive: true, encoding: 'utf8' })
  for (const page of pages) if (/[/\\](?!admin-)[^/\\]+-page\.tsx$/.test(page)) add(join('src/features', page))
  add('src/app/entry-site.tsx')
  add('src/app/error-page.server.ts')
  return [...files]
}

/** Has Tailwind look for classes in those files alone. In development it looks everywhere, and sees a new file at once. */
export function siteSources(root: string): Plugin {
  return {
    name: 'site-sources',
    enforce: 'pre',
    apply: 'build',
    transform(code, id) {
      if (!id.endsWith('/src/app/site.css')) return
      const sources = siteFilesOf(root).map((file) => `@source "${relative('src/app', file)}";`)
      return { code: [code.replace('source("..")', 'source(none)'), ...sources].join('\n'), map: null }
    },
  }
}
