import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Writes down the folders of all packages that went into each part of the build: a release says what it is made of. */
export function bundledPackages(root: string): Plugin {
  return {
    name: 'bundled-packages',
    apply: 'build',
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []))
      const folders = modules.flatMap((id) => {
        const [, folder = []] = id.match(/\/(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)/) ?? []
        return folder
      })
      mkdirSync(join(root, 'dist/packages'), { recursive: true })
      const file = join(root, `dist/packages/${this.environment.name}.json`)
      writeFileSync(file, JSON.stringify([...new Set(folders)].sort()))
    },
  }
}
