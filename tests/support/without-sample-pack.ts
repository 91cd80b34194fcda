import type { Plugin } from 'vite'

/**
 * The sample pack's folder as if it were not there: nothing but the pack's own tests may need it. Whoever imports from it
 * by name fails, unless it only reads the source; whoever looks for it finds nothing.
 */
export function withoutSamplePack(): Plugin {
  return {
    name: 'without-sample-pack',
    enforce: 'pre',
    load: (id) => {
      if (/\/src\/sample-pack\/[^?]*$/.test(id)) throw new Error(`${id} is not there without the sample pack`)
    },
    transform: (code) =>
      code.includes('/src/sample-pack/')
        ? code.replace(/import\.meta\.glob(<.+>)?\('\/src\/sample-pack\/[^)]*\)/g, '({})')
        : null,
  }
}
