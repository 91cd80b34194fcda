// `npm run test:breaks`: takes each defence of docs/security.md away, in a copy, and looks whether the tests that are named
// for it fail. `-- A1 C` takes some lines or groups; `--quick` leaves out the run that shows that all of them pass unbroken.

import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ensurePostgres, openPostgres } from './postgres.mjs'
import { ensureDependencies, root } from './prepare.mjs'
import { readBreaks, readRegister } from './security-register.mjs'

// None ends by itself that waits for what cannot come any more.
const longestRun = 20 * 60_000
const words = process.argv.slice(2)
const isQuick = words.includes('--quick')
const asked = words.filter((word) => !word.startsWith('--'))
const isAsked = (line) => asked.length === 0 || asked.some((name) => line === name || line.replace(/\d+/, '') === name)

await ensureDependencies()
const register = readRegister().filter(({ line }) => isAsked(line))
const breaks = (await readBreaks()).filter(({ line }) => isAsked(line))
const copy = makeCopy()
process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130))
const projects = findProjects()
let postgres

const failsAnyway = isQuick ? [] : await listFailingUnbroken()
const seen = new Map()
for (const each of breaks) seen.set(each, await listThatNotice(each))

const lines = register.map(({ line, tests }) => {
  const ofLine = breaks.filter((each) => each.line === line)
  const shown = ofLine.flatMap((each) => seen.get(each))
  const faults = [
    ...(ofLine.length === 0 ? ['has no break'] : []),
    ...ofLine.filter((each) => seen.get(each).length === 0).map(({ file }) => `a break of ${file} is not noticed`),
    ...tests.filter((test) => !shown.includes(test)).map((test) => `not seen to fail: ${nameOf(test)}`),
    ...tests.filter((test) => failsAnyway.includes(test)).map((test) => `does not pass unbroken: ${nameOf(test)}`),
  ]
  return { line, faults, count: ofLine.length }
})
const failed = lines.filter(({ faults }) => faults.length > 0)
console.log('')
for (const { line, faults, count } of lines)
  console.log(`${line.padEnd(4)} ${String(count).padStart(2)} broken  ${faults.join('; ') || 'seen to fail'}`)
console.log(`\n${lines.length - failed.length} passed, ${failed.length} failed`)
process.exit(failed.length === 0 ? 0 : 1)

function makeCopy() {
  const folder = mkdtempSync(join(tmpdir(), 'frontispiece-broken-'))
  const left = /^(node_modules|\.git|dist|data|release|test-results|\.screenshots)$/
  cpSync(root, folder, { recursive: true, filter: (file) => !left.test(relative(root, file)) })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** A test that fails whatever is broken shows nothing, and one that is not there even less. */
async function listFailingUnbroken() {
  console.log('Unbroken, all of them pass:')
  const tests = register.flatMap((row) => row.tests)
  const onPostgres = breaks.filter(({ isOnPostgres }) => isOnPostgres).map(({ line }) => line)
  const ofPostgres = register.filter(({ line }) => onPostgres.includes(line)).flatMap((row) => row.tests)
  const outcomes = [...(await run(tests, false)), ...(ofPostgres.length > 0 ? await run(ofPostgres, true) : [])]
  for (const { name, says } of outcomes.filter(({ status }) => status === 'failed'))
    console.log(`  ${name}\n    ${says}`)
  const isGood = (test) => {
    const found = outcomes.filter((outcome) => isOf(outcome, test))
    return found.some(({ status }) => status === 'passed') && found.every(({ status }) => status !== 'failed')
  }
  const bad = tests.filter((test) => !isGood(test))
  for (const test of bad) console.log(`  not so: ${nameOf(test)}`)
  return bad
}

/** Breaks it, and answers which of the named tests of its line fail. */
async function listThatNotice({ line, test: part, isOnPostgres = false, also = [], ...first }) {
  console.log(`\n${line} ${first.file}: ${first.from.trim().split('\n')[0]}`)
  const changes = [first, ...also].map(({ file, from, to }) => {
    const place = join(copy, file)
    return { place, from, to, whole: readFileSync(place, 'utf8') }
  })
  if (changes.some(({ whole, from }) => whole.split(from).length !== 2)) {
    console.log('  what is to be broken does not stand there once')
    return []
  }
  const named = register.find((row) => row.line === line)?.tests ?? []
  const tests = part ? named.filter((test) => nameOf(test).includes(part)) : named
  for (const { place, from, to, whole } of changes)
    writeFileSync(
      place,
      whole.replace(from, () => to),
    )
  try {
    const outcomes = await run(tests, isOnPostgres)
    return tests.filter((test) => {
      const found = outcomes.filter((outcome) => isOf(outcome, test))
      const failure = found.find(({ status }) => status === 'failed')
      const verdict = failure ? 'fails' : found.some(({ status }) => status === 'passed') ? 'PASSES' : 'DID NOT RUN'
      console.log(`  ${verdict}: ${nameOf(test)}${failure ? `\n    ${failure.says}` : ''}`)
      return failure
    })
  } finally {
    for (const { place, whole } of changes) writeFileSync(place, whole)
  }
}

function nameOf({ file, words }) {
  return words ? `${file} “${words}”` : file
}

/** What a runner calls a test: its titles in a row, with their gaps filled in. */
function patternOf({ words }) {
  return words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/%\w|\\\$\w+/g, '.*')
}

function isOf(outcome, test) {
  return outcome.file === test.file && new RegExp(patternOf(test)).test(outcome.name)
}

/** What became of each test that ran: its file, its titles, `passed` or `failed`, and the first line of its complaint. */
async function run(tests, isOnPostgres) {
  const isSpec = ({ file }) => /\.spec\.ts$/.test(file)
  const [specs, units] = [tests.filter(isSpec), tests.filter((test) => !isSpec(test))]
  const database = isOnPostgres ? await databaseUrl() : ''
  // Apart: where no words are named, all of a file is meant.
  const runs = [units.filter(({ words }) => words), units.filter(({ words }) => !words)]
  const outcomes = runs.filter((some) => some.length > 0).flatMap((some) => runVitest(some, database))
  if (specs.length === 0) return outcomes
  // Not by its command, which installs what package.json asks for, be it broken: the packages are not the copy's own.
  const built = node(['-e', "import('./scripts/prepare.mjs').then(({ build }) => build())"], {})
  if (built.status !== 0) {
    console.log(`  the site could not be built:\n${`${built.stdout}${built.stderr}`.slice(-3_000)}`)
    return outcomes
  }
  for (const project of new Set(projects.values())) {
    const some = specs.filter(({ file }) => projects.get(file) === project)
    if (some.length > 0) outcomes.push(...runPlaywright(project, some, await databaseUrl()))
  }
  return outcomes
}

function runVitest(tests, database) {
  const report = join(copy, 'test-results/broken-unit.json')
  rmSync(report, { force: true })
  const chosen = [...new Set(tests.map(({ file }) => file)), '-t', tests.map(patternOf).join('|')]
  const told = ['--maxWorkers=2', '--reporter=json', `--outputFile=${report}`]
  const ended = node([join(copy, 'node_modules/vitest/vitest.mjs'), 'run', ...told, ...chosen], {
    TEST_DATABASE_URL: database,
  })
  const files = readReport(report, ended)?.testResults ?? []
  for (const { message, assertionResults } of files) if (assertionResults.length === 0) console.log(`  ${message}`)
  return files.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status, failureMessages }) => ({
      file: relative(copy, name),
      name: fullName,
      status,
      says: firstLine(failureMessages?.[0]),
    })),
  )
}

function runPlaywright(project, tests, database) {
  const report = join(copy, 'test-results/broken-spec.json')
  rmSync(report, { force: true })
  const chosen = [...new Set(tests.map(({ file }) => file)), '-g', tests.map(patternOf).join('|')]
  const ended = playwright([`--project=${project}`, ...chosen], { E2E_REPORT: report, TEST_DATABASE_URL: database })
  return listSpecs(readReport(report, ended)).map(({ file, name, tests }) => {
    const results = tests.flatMap((test) => test.results)
    const [failed] = results.filter(({ status }) => status === 'failed' || status === 'timedOut')
    const status = failed ? 'failed' : (results[0]?.status ?? 'skipped')
    return { file, name, status, says: firstLine(failed?.error?.message) }
  })
}

/** In which of its projects Playwright runs each spec that is named. */
function findProjects() {
  const specs = register
    .flatMap(({ tests }) => tests.map(({ file }) => file))
    .filter((file) => file.endsWith('.spec.ts'))
  if (specs.length === 0) return new Map()
  const { stdout } = playwright(['--list', '--reporter=json', ...new Set(specs)], {})
  const listed = listSpecs(JSON.parse(stdout)).flatMap(({ file, tests }) =>
    tests.map((test) => [file, test.projectName]),
  )
  return new Map(listed.filter(([, project]) => ['browser', 'kills'].includes(project)))
}

function playwright(args, env) {
  return node([join(copy, 'node_modules/@playwright/test/cli.js'), 'test', ...args], env)
}

/** Playwright's suites lie in each other; the outermost is named as its file, which stands in the configured folder. */
function listSpecs(report) {
  const rootDir = report?.config.rootDir ?? copy
  const listIn = (suite, titles) => [
    ...(suite.specs ?? []).map(({ file, title, tests }) => ({
      file: relative(copy, join(rootDir, file)),
      name: [...titles, title].join(' '),
      tests,
    })),
    ...(suite.suites ?? []).flatMap((inner) => listIn(inner, [...titles, inner.title])),
  ]
  return (report?.suites ?? []).flatMap((suite) => listIn(suite, []))
}

function node(args, env) {
  return spawnSync(process.execPath, args, {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, TEST_LONG: '', TEST_NAMED: 'on', ...env },
    maxBuffer: 1024 ** 3,
    timeout: longestRun,
  })
}

function readReport(file, { stdout, stderr }) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    console.log(`  it came to no end:\n${`${stdout}${stderr}`.slice(-3_000)}`)
  }
}

function firstLine(message = '') {
  const colours = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g')
  return message.replace(colours, '').split('\n')[0]?.slice(0, 160) ?? ''
}

async function databaseUrl() {
  if (!postgres) ensurePostgres()
  postgres ??= await openPostgres()
  return postgres.url
}
