import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

// Beside the packages: that is where a program finds the native ones from.
const workshop = resolve('node_modules/.draw-program')

/** Where workers put the program that draws, as long as tests run. */
export function setup() {
  mkdirSync(workshop, { recursive: true })
  process.env.TEST_DRAW_FOLDER ??= mkdtempSync(join(workshop, 'run-'))
}

export function teardown() {
  if (process.env.TEST_DRAW_FOLDER) rmSync(process.env.TEST_DRAW_FOLDER, { recursive: true, force: true })
}
