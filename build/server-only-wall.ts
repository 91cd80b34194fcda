import type { Plugin } from 'vite'

const isServerCode = (id: string) => /\.server\.tsx?$/.test(id) || /\/src\/(server\/|main\.ts|dev\.ts)/.test(id)

/**
 * The wall: a browser bundle that imports server code as a value does not build, and the message names the culprit.
 * `import type` leaves nothing behind, so it passes.
 */
export function serverOnlyWall(): Plugin {
  return {
    name: 'server-only-wall',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    async resolveId(source, importer, options) {
      if (!importer || source.startsWith('\0')) return
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
      if (resolved && isServerCode(resolved.id)) {
        this.error(`${importer} runs in the browser and must not import ${source}, which is server code`)
      }
      return resolved
    },
  }
}
