import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSources } from '#tests/support/sources.ts'

type Import = { from: string; to: string; isType: boolean }

const sources = readSources()

const imports = [...sources].flatMap(([from, code]): Import[] => {
  const statements = code.matchAll(/^(import|export)\s+(type\s)?[^;'"]*?from\s+'([^']+)'/gm)
  return [...statements].map(([, , type, to = '']) => ({
    from,
    to: to.startsWith('#') ? to.replace('#', 'src/') : to.startsWith('./') ? join(from, '..', to) : to,
    isType: type !== undefined,
  }))
})

const room = (path: string) => path.split('/')[1] ?? ''
const feature = (path: string) => (room(path) === 'features' ? path.split('/')[2] : undefined)
const isOurs = (path: string) => path.startsWith('src/')
const isServer = (path: string) => /\.server\.tsx?$/.test(path) || /^src\/(server\/|main\.ts|dev\.ts)/.test(path)
const told = ({ from, to }: Import) => `${from} → ${to}`

const mayImport: Record<string, string[]> = {
  'main.ts': ['app', 'server', 'lib'],
  'dev.ts': ['app', 'server', 'lib'],
  app: ['app', 'features', 'desk', 'ui', 'server', 'art', 'lib'],
  features: ['features', 'desk', 'ui', 'server', 'art', 'lib'],
  // Nobody imports it: the house looks whether it is there.
  'sample-pack': ['sample-pack', 'features', 'art', 'lib'],
  desk: ['desk', 'ui', 'lib'],
  ui: ['ui', 'lib'],
  server: ['server', 'lib'],
  art: ['art'],
  lib: ['lib'],
}

/** What one feature may use of another; docs/decisions/001 says why each of these edges exists. */
const publicFiles = ['contract.ts', 'queries.ts', 'content.ts', 'structured-data.ts', 'service.server.ts']
/** What a feature lends to another by name: parts of a screen, and what every kind of work is made with. */
const lentParts = [
  ...['works.server.ts', 'work-kind.server.ts', 'work-routes.server.ts', 'reading-links.server.ts'],
  ...['post-article.tsx', 'reader.tsx'],
  'backups-section.tsx',
  'settings-sections.tsx',
  'deliverability-section.tsx',
  'trials.server.ts',
  'samples-section.tsx',
  'first-steps.tsx',
  ...[
    'begun-before.tsx',
    'bin-link.tsx',
    'unsaved-places.ts',
    'content-field.tsx',
    'cover-field.tsx',
    'for-page.ts',
    'manuscript-view.tsx',
    'manuscript.ts',
    'picture-file.tsx',
    'picture-upload.tsx',
    'preview.tsx',
    'letter-text.ts',
    'pasted-document.ts',
    'pasted-html.ts',
    'prose-text.ts',
    'prose-html.ts',
    'prose-editor.tsx',
    'prose-source.ts',
    'prose-view.tsx',
    'prose.ts',
    'publishing.ts',
    'samples-notice.tsx',
    'share.tsx',
    'title-fields.tsx',
    'versions.tsx',
    'writing-room.tsx',
    'writing.ts',
  ],
  ...['autosave.server.ts', 'form-foot.tsx', 'kept-form.ts', 'letter.server.ts'],
  'bring-readers.tsx',
  'file-choice.tsx',
  'owner-queries.ts',
  'reader-list.tsx',
  'shared-link.tsx',
  'provider-panel.tsx',
  'story-card.tsx',
  'publication.ts',
  'body.server.ts',
  ...['consents.server.ts', 'leaving.server.ts', 'audience.server.ts', 'growth.server.ts', 'people-text.ts'],
  'links.server.ts',
  ...['outcome.server.ts', 'outcome.tsx', 'campaign-view.tsx', 'progress.ts'],
]
const foreignEdges = [
  'words → writing',
  'profile → writing',
  'help → writing',
  'writing → images',
  'blog → words',
  'contact → words',
  'contact → writing',
  'newsletter → words',
  'newsletter → writing',
  'site → words',
  'site → writing',
  'stories → words',
  'books → words',
  'campaigns → words',
  'downloads → words',
  'downloads → writing',
  'downloads → books',
  'downloads → images',
  'previews → words',
  'previews → blog',
  'previews → stories',
  'previews → writing',
  'blog → writing',
  'books → writing',
  'books → images',
  'stories → writing',
  'site → books',
  'site → stories',
  'site → blog',
  'newsletter → books',
  'samples → books',
  'owner → backups',
  'owner → settings',
  'owner → samples',
  'blog → first-steps',
  'imports → blog',
  'imports → images',
  'imports → writing',
  'people → owner',
  'newsletter → people',
  'samples → profile',
  ...['writing', 'words', 'people', 'newsletter', 'campaigns', 'downloads', 'blog', 'stories'].map(
    (known) => `letters → ${known}`,
  ),
  'letters → deliverability',
  'letters → owner',
  'campaigns → downloads',
  'campaigns → people',
  'campaigns → mailing-provider',
  'campaigns → owner',
  'downloads → people',
  'downloads → owner',
  'mailing-provider → people',
  'mail-events → people',
  'settings → deliverability',
  'settings → mail-events',
  'health → backups',
  'health → deliverability',
  'health → settings',
  'analytics → blog',
  'analytics → stories',
  'analytics → books',
  'analytics → owner',
  'analytics → backups',
  'analytics → people',
  'analytics → letters',
]

describe('the import law', () => {
  test('finds the imports it judges', () => {
    expect(imports.length).toBeGreaterThan(100)
  })

  test('a room imports only the rooms below it', () => {
    const broken = imports.filter(({ from, to }) => isOurs(to) && !mayImport[room(from)]?.includes(room(to)))
    expect(broken.map(told)).toEqual([])
  })

  test('code that runs in a browser imports server code only as a type', () => {
    const broken = imports.filter(({ from, to, isType }) => !isServer(from) && isServer(to) && !isType)
    expect(broken.map(told)).toEqual([])
  })

  test('a feature uses only the public files of the features it may know', () => {
    const foreign = imports.filter(({ from, to }) => feature(from) && feature(to) && feature(from) !== feature(to))
    const open = [...publicFiles, ...lentParts]
    expect(foreign.filter(({ to }) => !open.includes(basename(to))).map(told)).toEqual([])
    const edges = new Set(foreign.map(({ from, to }) => `${feature(from)} → ${feature(to)}`))
    expect([...edges].filter((edge) => !foreignEdges.includes(edge))).toEqual([])
  })

  test('no page of the site reaches the desk', () => {
    const pages = [...sources.keys()].filter((file) => /-page\.tsx$/.test(file) && !/\/admin-/.test(file))
    const reached = new Map([...pages, 'src/app/entry-site.tsx', 'src/app/routes.tsx'].map((page) => [page, page]))
    for (const [file, by] of reached) {
      for (const { from, to, isType } of imports) {
        if (from === file && !isType && isOurs(to) && !reached.has(to)) reached.set(to, `${by} → ${to}`)
      }
    }
    expect(reached.size).toBeGreaterThan(pages.length)
    expect([...reached].filter(([file]) => room(file) === 'desk').map(([, by]) => by)).toEqual([])
  })

  test('folders are crossed by #room paths, never by climbing', () => {
    expect(imports.filter(({ to }) => to.startsWith('..')).map(told)).toEqual([])
  })

  test('every import of our own names its file with its ending', () => {
    expect(imports.filter(({ to }) => isOurs(to) && !/\.(tsx?|css)$/.test(to)).map(told)).toEqual([])
  })
})

describe('the house rules', () => {
  const filesWith = (words: RegExp) => [...sources].filter(([, code]) => words.test(code)).map(([file]) => file)

  test('only env.ts reads the environment', () => {
    expect(filesWith(/process\.(env|loadEnvFile)/)).toEqual(['src/server/env.ts'])
  })

  test('HTML is written raw in two places only: data blocks and the first script', () => {
    expect(filesWith(/dangerouslySetInnerHTML/).sort()).toEqual(['src/app/document.tsx', 'src/ui/json-block.tsx'])
  })
})

describe('the table law', () => {
  const home = (path: string) => feature(path) ?? room(path)
  const owners = new Map(
    [...sources].flatMap(([file, text]) => {
      const [, rows = ''] = text.match(/interface Tables \{([^}]+)\}/) ?? []
      return [...rows.matchAll(/^\s+(\w+):/gm)].map(([, table = '']) => [table, home(file)] as const)
    }),
  )
  const asked =
    /\b(?:selectFrom|insertInto|updateTable|deleteFrom|innerJoin|leftJoin)\(\s*\[?\s*'(\w+)|\b(?:from|into|update|join) (\w+)/g

  test('finds the tables it judges', () => {
    expect(owners.size).toBeGreaterThan(25)
  })

  test('a table is read and written by the room that declares it', () => {
    const foreign = [...sources].flatMap(([file, text]) => {
      const tables = [...text.matchAll(asked)].map(([, built, plain]) => built ?? plain ?? '')
      return [...new Set(tables)]
        .filter((table) => owners.has(table) && owners.get(table) !== home(file))
        .map((table) => `${file}: ${table}`)
    })
    expect(foreign).toEqual([])
  })
})
