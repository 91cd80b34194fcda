// Whose work is in a release, and under which licence: from the packages' own words.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, root } from './prepare.mjs'

/** What goes into the build by another way than an import: cut down, compiled, or written by the bundler itself. */
const alsoInside = [
  ...['imbue', 'literata', 'instrument-sans'].map((face) => `@fontsource-variable/${face}`),
  ...['tailwindcss', 'vite', 'rolldown'],
].map((name) => `node_modules/${name}`)

/** What lies beside the build, by npm's own list of what it installed into a folder; what was left out is left out here. */
export function packagesBeside(folder, isShipped) {
  const installed = readJson(join(folder, 'node_modules/.package-lock.json')).packages
  return Object.keys(installed)
    .filter(isShipped)
    .map((path) => readPackage(folder, path))
}

/** What went into the build, by its own list (build/bundled-packages.ts). */
export function packagesInside() {
  const lists = readdirSync(join(root, 'dist/packages')).map((name) => readJson(join(root, 'dist/packages', name)))
  return [...new Set([...lists.flat(), ...alsoInside])].map((path) => readPackage(root, path))
}

function readPackage(folder, path) {
  const { name, version, license, homepage } = readJson(join(folder, path, 'package.json'))
  const papers = readdirSync(join(folder, path)).filter((file) => /^(licen[cs]e|copying|notice|ofl)/i.test(file))
  const versions = join(folder, path, 'versions.json')
  // Where others' libraries are linked into one file, its description names their licences.
  const libraries = existsSync(versions) ? readJson(versions) : null
  if (libraries) papers.push('README.md')
  const texts = papers.sort().map((file) => readFileSync(join(folder, path, file), 'utf8').trim())
  return { path, name, version, license, homepage, libraries, texts }
}

/** By name, each version once. */
export function inOrder(packages) {
  const each = new Map(packages.map((one) => [called(one), one]))
  return [...each.keys()].sort().map((name) => each.get(name))
}

/** Every licence once, with the packages it is given for. */
export function licenseList(title, packages) {
  const groups = new Map()
  for (const one of packages) {
    const text = [...new Set([...(hasLicense(one) ? [] : [standInFor(one, packages)]), ...one.texts])].join('\n\n')
    groups.set(text, [...(groups.get(text) ?? []), one])
  }
  const width = Math.max(...packages.map((one) => called(one).length))
  const lines = packages.map((one) => `${called(one).padEnd(width)}  ${one.license}`)
  const parts = [...groups].map(([text, ones]) =>
    [
      '-'.repeat(80),
      ...ones.map((one) => `${called(one)}, ${one.license}${one.homepage ? `, ${one.homepage}` : ''}`),
      '',
      text,
    ].join('\n'),
  )
  return `${[title, '', ...lines, '', ...parts].join('\n')}\n`
}

const called = ({ name, version }) => `${name} ${version}`
const hasLicense = ({ libraries, texts }) => texts.length > (libraries ? 1 : 0)

/** A part of a larger whole has its text there; whoever brings none has chosen one that everybody words alike. */
function standInFor({ name, license }, packages) {
  const [scope] = name.split('/')
  const whole = packages.find(
    (other) => other.license === license && hasLicense(other) && other.name.startsWith(`${scope}/`),
  )
  if (whole) return whole.texts.join('\n\n')
  const file = join(root, `scripts/licenses/${license}.txt`)
  if (!existsSync(file)) fail(`${name} brings no licence text, and scripts/licenses has none for ${license}.`)
  return readFileSync(file, 'utf8').trim()
}

/** A software bill of materials as CycloneDX 1.6 has it. */
export function billOfMaterials({ name, version, license }, madeAt, packages) {
  const lock = readJson(join(root, 'package-lock.json')).packages
  const components = packages.map((one) => ({
    type: 'library',
    'bom-ref': urlOf(one),
    name: one.name,
    version: one.version,
    ...sumOf(lock[one.path]),
    licenses: [licenseOf(one.license)],
    purl: urlOf(one),
    ...(one.libraries ? { components: librariesIn(one) } : {}),
  }))
  const whole = { type: 'application', 'bom-ref': name, name, version, licenses: [licenseOf(license)] }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { timestamp: madeAt.toISOString(), component: whole },
    components,
    dependencies: [{ ref: name, dependsOn: components.map((one) => one['bom-ref']) }],
  }
}

const urlOf = ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`

/** `BSD` is a word of before there were names for licences. */
function licenseOf(license) {
  if (/\s/.test(license)) return { expression: license }
  return { license: license === 'BSD' ? { name: license } : { id: license } }
}

function sumOf({ integrity = '' } = {}) {
  const [, sum] = /^sha512-(.+)$/.exec(integrity) ?? []
  return sum ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(sum, 'base64').toString('hex') }] } : {}
}

function librariesIn({ name, libraries }) {
  return Object.entries(libraries).map(([library, version]) => ({
    type: 'library',
    'bom-ref': `${name}/${library}`,
    name: library,
    version,
  }))
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
