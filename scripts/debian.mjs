// What the tests need beside npm's packages, from Debian, where nobody has to be asked for that.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

let isUpToDate = false

/** Says whether all of it is there now. */
export function installFromDebian(...names) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  // Run level 1: Debian then starts none of the services it installs.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  if (!isUpToDate) spawnSync('apt-get', ['update'], { stdio: 'ignore', env })
  isUpToDate = true
  return (
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...names], { stdio: 'inherit', env }).status === 0
  )
}
