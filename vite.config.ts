import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { bundledPackages } from './build/bundled-packages.ts'
import { serverOnlyWall } from './build/server-only-wall.ts'
import { drawnFiles, siteFiles } from './build/site-files.ts'
import { siteSources } from './build/site-sources.ts'
import { withoutSamplePack } from './tests/support/without-sample-pack.ts'

// What several pages share travels in few files: a phone on a slow line pays for each request, not for each kilobyte.
// Six of them: what the entry needs too, what only pages need, what pages with lists need, what sends a form, what sets
// prose and passes it on, and what a post is shown with.
const ofPages =
  /\/ui\/(seo|author-thing|page-heading|art-picture|cover|words)\.|\/lib\/(excerpt|share-urls)\.|\/blog\/reading-time\.|\/books\/publication\./
const ofLists =
  /\/query-core\/.+\/queryObserver|\/react-query\/.+\/(useBaseQuery|useQuery|suspense|errorBoundaryUtils|IsRestoringProvider)\.|\/ui\/skeleton\./
// Only where a story is read, be it out or not.
const ofReader = /\/ui\/reading-/
const ofForms = /\/lib\/(send-json|email)\.|\/ui\/(dialog|top-layer|area-field)\./
// What only the owner's desk and a few forms use must not travel with every page, however often it is shared there.
const ofDesk =
  /\/src\/desk\/|\/lib\/desk-|\/lib\/(accents|author|csv|dead-links|fields|in-turn|isbn|oklch|sign-in-first|site-pages|slug|url|word-count|word-set)\.|\/ui\/(copy-button|check-field)\.|\/(zod|react-hook-form|@hookform|uqr|prosemirror-[a-z]+|markdown-it|linkify-it|mdurl|punycode\.js|uc\.micro|entities|mammoth|orderedmap|rope-sequence|w3c-keyname)\/|\/infiniteQueryObserver|\/(useInfiniteQuery|infiniteQueryOptions)\./
const isShared = (id: string) =>
  /node_modules|\/src\/(app|ui|lib)\/|\/words\/queries\.|\/writing\/for-page\./.test(id) &&
  ![ofPages, ofLists, ofReader, ofForms, ofDesk].some((others) => others.test(id))
const sharedParts = [
  { name: 'parts', test: isShared, minShareCount: 2, priority: 1 },
  { name: 'page-parts', test: ofPages, minShareCount: 2, includeDependenciesRecursively: false },
  { name: 'list-parts', test: ofLists, minShareCount: 2, includeDependenciesRecursively: false },
  { name: 'form-parts', test: ofForms, minShareCount: 2, includeDependenciesRecursively: false },
  { name: 'book-parts', test: /\/books\/(books-text|structured-data)\./, includeDependenciesRecursively: false },
  { name: 'prose-parts', test: /\/writing\/(prose-view|prose-text|share)\./, includeDependenciesRecursively: false },
  {
    name: 'post-parts',
    test: /\/blog\/(post-parts|blog-text|structured-data)\.|\/art\/(noise|post-page)\./,
    includeDependenciesRecursively: false,
  },
  // One file for counting, which comes to everybody, with nothing else in it; the pages tell it what happens.
  {
    name: 'tracker',
    test: /\/analytics\/(tracker|visits)\.|\/lib\/(track|key-addresses)\./,
    includeDependenciesRecursively: false,
    priority: 2,
  },
]

const sheets = ['src/app/site.css', 'src/app/desk.css']
// Each on its own: of five a site has at most one.
const frontSheets = ['hand', 'door', 'nobody', 'photograph', 'cover'].map((front) => `src/app/fronts/${front}.css`)

// Native libraries cannot be bundled.
const native = ['@photostructure/sqlite', '@node-rs/argon2', 'sharp', '@resvg/resvg-js']

/**
 * A program in one file that needs no other but native libraries: Node takes three times as long over a tree of modules.
 * In Node's older format, whose compiled code can be kept (build/launcher.mjs). In development Node loads what it needs.
 */
const program = (name: string, input: string, isBuild: boolean) => ({
  build: {
    outDir: 'dist/server',
    emptyOutDir: name === 'site',
    copyPublicDir: false,
    rolldownOptions: {
      input: { [name]: input },
      // Modules that need each other begin in the order they were written for.
      output: {
        format: 'cjs',
        entryFileNames: '[name].cjs',
        codeSplitting: false,
        strictExecutionOrder: true,
        dynamicImportInCjs: false,
      } as const,
    },
  },
  resolve: isBuild ? { noExternal: true as const, external: native } : {},
  define: isBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
})

const root = fileURLToPath(new URL('.', import.meta.url))

// Tests meet React as readers do. The one for development notes where each element was made, a fifth of the time.
if (process.env.VITEST) process.env.NODE_ENV = 'production'

export default defineConfig(({ command }) => {
  const isBuild = command === 'build'
  return {
    plugins: [
      serverOnlyWall(),
      drawnFiles(root),
      siteSources(root),
      react(),
      tailwindcss(),
      siteFiles(root),
      bundledPackages(root),
    ],
    // The router brings a stand-in along for what React has had since version 18.
    resolve: {
      alias: { underscore: 'underscore/underscore-umd.js', 'use-sync-external-store/shim/index.js': 'react' },
    },
    builder: {},
    build: { assetsInlineLimit: 0, emptyOutDir: true },
    environments: {
      client: {
        // What reads Word files looks for `require`, and for a library in two formats: the helpers for both would travel
        // with every page.
        define: { 'typeof require': '"undefined"' },
        build: {
          outDir: 'dist/client',
          manifest: true,
          rolldownOptions: {
            input: [
              ...['src/app/entry-site.tsx', 'src/app/entry-desk.tsx', 'src/app/entry-tracker.ts'],
              ...sheets,
              ...frontSheets,
            ],
            output: { codeSplitting: { groups: sharedParts } },
          },
        },
      },
      ssr: program('site', 'src/main.ts', isBuild),
      draw: program('draw', 'src/app/draw-process.server.ts', isBuild),
      mail: program('mail-thread', 'src/server/mail-thread.ts', isBuild),
    },
    test: {
      environment: 'node',
      setupFiles: ['tests/support/setup.ts'],
      globalSetup: ['tests/support/postgres-template.ts', 'tests/support/draw-folder.ts'],
      // One set of modules for all files of a worker: loading them anew for each took half of the time.
      isolate: false,
      // Where the author of the samples lives, and nobody's machine: five hours behind UTC in winter, four in summer.
      env: { TZ: 'America/Toronto' },
      // Left alone, Vitest keeps one core free, which is one of two.
      maxWorkers: '100%',
      // Nothing here measures speed; a busy machine may take its time.
      testTimeout: process.env.TEST_LONG === 'on' ? 0 : 120_000,
      hookTimeout: 60_000,
      expect: { poll: { timeout: 100_000, interval: 5 } },
      projects: [
        {
          extends: true,
          plugins: [withoutSamplePack()],
          test: {
            name: 'house',
            include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts', 'tests/*.test.{ts,tsx}'],
            exclude: ['src/sample-pack/**'],
          },
        },
        { extends: true, test: { name: 'sample pack', include: ['src/sample-pack/**/*.test.ts'] } },
      ],
    },
  }
})
