import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Locked = { version?: string; optionalDependencies?: Record<string, string> }

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> }

/** Where Node looks for a package: beside whoever asks, then in each folder above. */
function locate(name: string, from: string): Locked | undefined {
  const folders = [from]
  for (let at = from; at !== ''; ) {
    at = at.includes('/node_modules/') ? at.slice(0, at.lastIndexOf('/node_modules/')) : ''
    folders.push(at)
  }
  return folders.map((folder) => packages[`${folder}${folder && '/'}node_modules/${name}`]).find(Boolean)
}

test('npm ci finds every package of every platform in the lock', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !locate(name, path))
      .map((name) => `${path} wants ${name}`),
  )
  expect(missing).toEqual([])
})

test('the lock names no host of a registry', () => {
  expect(readFileSync('package-lock.json', 'utf8')).not.toContain('"resolved"')
})
