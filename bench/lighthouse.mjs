// What Lighthouse says of six pages, as it sees a phone: the four scores, when the largest words are there, for how long
// the page is busy, and whether anything moves; of each the middle of five. It is no dependency of ours, being half as
// large as all of them together: LIGHTHOUSE_PATH names its folder where it is installed.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromiumLaunch, chromiumPath } from '../scripts/chromium.mjs'
import { ensureBuild, ensureDependencies } from '../scripts/prepare.mjs'
import { startSite } from '../scripts/site-process.mjs'
import { row } from './report.mjs'
import { median } from './statistics.mjs'
import { visited } from './visited.mjs'

await ensureDependencies()
await ensureBuild()

const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const port = '4194'
const scores = ['performance', 'accessibility', 'best-practices', 'seo']

const tools = await findTools()
if (tools) await lookAtAll(tools)
else row('Lighthouse', 'not installed; LIGHTHOUSE_PATH names its folder')

async function findTools() {
  try {
    const require = createRequire(join(process.env.LIGHTHOUSE_PATH ?? process.cwd(), 'package.json'))
    const [lighthouse, launcher] = ['lighthouse', 'chrome-launcher'].map((name) => pathToFileURL(require.resolve(name)))
    const { default: look } = await import(lighthouse)
    return { look, ...(await import(launcher)) }
  } catch (error) {
    if (error.code === 'MODULE_NOT_FOUND') return null
    throw error
  }
}

async function lookAtAll({ look, launch }) {
  // Its own address stands in a page, and is compared.
  const site = await startSite({ PORT: port, SITE_URL: `http://localhost:${port}` })
  try {
    for (const [name, path] of Object.entries({ ...visited, 'sign-up': '/signup' })) {
      const seen = []
      for (let round = 0; round < rounds; round++) seen.push(await lookAt(look, launch, site.address + path))
      report(name, seen)
    }
  } finally {
    await site.stop()
  }
}

/** A browser of its own each time, which has kept nothing. */
async function lookAt(look, launch, url) {
  const chromeFlags = ['--headless=new', ...chromiumLaunch.args.filter((flag) => flag === '--no-sandbox')]
  const browser = await launch({ chromePath: chromiumPath, chromeFlags })
  try {
    return (await look(url, { port: browser.port, logLevel: 'error' })).lhr
  } finally {
    await browser.kill()
  }
}

function report(name, seen) {
  const four = scores.map((key) => median(seen.map(({ categories }) => Math.round(categories[key].score * 100))))
  row(`${name}: scores`, { measured: Math.min(...four), said: four.join(' / ') }, { atLeast: 100 })
  const middle = (key) => median(seen.map(({ audits }) => audits[key].numericValue))
  row(`${name}: LCP`, { measured: middle('largest-contentful-paint') / 1_000, unit: 's' }, { atMost: 1.4 })
  row(`${name}: TBT`, { measured: middle('total-blocking-time'), unit: 'ms' }, { atMost: 20 })
  // To the thousandth, as Lighthouse shows it.
  const moved = Math.round(middle('cumulative-layout-shift') * 1_000) / 1_000
  row(`${name}: CLS`, { measured: moved }, { atMost: 0 })
}
