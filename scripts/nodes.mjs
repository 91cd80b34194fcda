// The Nodes that a release is compiled for and tried on. From npm's registry: its package `node` would be empty, since nothing
// that is installed here runs scripts of its own, but the packages it would fetch from are there.
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './prepare.mjs'

export const nodeMajors = [20, 22, 24]

/**
 * Where its program is. Of the version that runs this it is the one that runs this.
 * @param {number} major
 */
export function ensureNode(major) {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath
  const program = join(root, `node_modules/.node-${major}`)
  if (existsSync(program)) return program
  console.log(`Fetching Node ${major}…`)
  const sentence = `Node ${major} could not be fetched. Is the network there?`
  const scratch = mkdtempSync(`${program}-`)
  const name = `node-${process.platform}-${process.arch}@${major}`
  run('npm', ['pack', name, '--silent', '--pack-destination', scratch], sentence)
  const [archive = ''] = readdirSync(scratch)
  run('tar', ['-xzf', join(scratch, archive), '-C', scratch, 'package/bin/node'], sentence)
  renameSync(join(scratch, 'package/bin/node'), program)
  rmSync(scratch, { recursive: true })
  return program
}

// `node scripts/nodes.mjs` fetches them all.
if (process.argv[1] === import.meta.filename) nodeMajors.forEach(ensureNode)
