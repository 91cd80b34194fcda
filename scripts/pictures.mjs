// Where a screenshot goes: those that README shows stand in docs/screenshots, all others are for looking at only.
import { existsSync, mkdirSync } from 'node:fs'

const shown = 'docs/screenshots'
const others = '.screenshots'
mkdirSync(others, { recursive: true })

/** @param {string} file */
export function placeFor(file) {
  return `${existsSync(`${shown}/${file}`) ? shown : others}/${file}`
}
