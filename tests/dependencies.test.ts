import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('every dependency has its reason in docs/dependencies.md, and nothing else has one', () => {
  const { dependencies, devDependencies, overrides } = JSON.parse(readFileSync('package.json', 'utf8'))
  const cells = readFileSync('docs/dependencies.md', 'utf8').match(/^\| `[^|]+/gm) ?? []
  const explained = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name))
  expect(explained.sort()).toEqual(Object.keys({ ...dependencies, ...devDependencies, ...overrides }).sort())
})

test('only what holds native code is installed where the site runs: everything else is bundled', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(Object.keys(dependencies).sort()).toEqual([
    '@node-rs/argon2',
    '@photostructure/sqlite',
    '@resvg/resvg-js',
    'sharp',
  ])
})

test('every version is an exact one', () => {
  const { dependencies, devDependencies, overrides } = JSON.parse(readFileSync('package.json', 'utf8'))
  const versions: string[] = Object.values({ ...dependencies, ...devDependencies, ...overrides })
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
})

// What is bundled is fixed at the build. Each of these is fetched for a server's own processor, and runs as its maker left it.
test('at most fifteen packages are needed at run time', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(Object.keys(dependencies).length).toBeLessThanOrEqual(15)
})
