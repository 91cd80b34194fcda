// `npm run release`: all that a server needs and nothing else, for each processor, into release/. Nothing is built or fetched
// there. `-- --here` makes only the one for this machine and this Node; `-- --into FOLDER` puts it elsewhere.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureNode, nodeMajors } from './nodes.mjs'
import { ensureBuild, ensureDependencies, fail, root, run } from './prepare.mjs'
import { billOfMaterials, inOrder, licenseList, packagesBeside, packagesInside } from './release-packages.mjs'

const { values: asked } = parseArgs({
  options: { here: { type: 'boolean', default: false }, into: { type: 'string', default: 'release' } },
})
const into = resolve(root, asked.into)
const project = readJson('package.json')
/** What its folder is called, whichever version: one unpacked over another is an update, and the data in it stays. */
const name = 'frontispiece'
const mostBytes = 45_000_000
/** What an ELF file says of the processor it is for. */
const machines = { x64: 62, arm64: 183 }
/** Of packages: what they are compiled with, their sources, types and descriptions. Nothing reads them once they run. */
const needless =
  /\/(node-addon-api|tslib|\.bin)\/|\/sqlite\/(src|scripts)\/|\/sharp\/(src|install)\/|\/glib-2\.0\/|\.map$|\.d\.[cm]?ts$|\.gyp$|\/(README|CHANGELOG|SECURITY)\.md$|\/\.package-lock\.json$/
const papers = [
  ...['LICENSE', 'CHANGELOG.md', 'SECURITY.md', '.env.example', 'docs/hosting.md'],
  ...readdirSync(join(root, 'docs/guide')).map((page) => `docs/guide/${page}`),
  ...['deploy/Caddyfile', 'deploy/nginx.conf', 'deploy/frontispiece.service'],
]

await ensureDependencies()
await ensureBuild()
if (!asked.here) compileForAllNodes()
rmSync(into, { recursive: true, force: true })
for (const processor of asked.here ? [process.arch] : Object.keys(machines)) makeRelease(processor)
writeSums()

/** Each version of Node takes what it has compiled itself; on another the first half second of a start goes into that. */
function compileForAllNodes() {
  for (const node of nodeMajors.map(ensureNode)) {
    const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()
    if (existsSync(join(root, `dist/server/site.cjs.${process.arch}-${version}`))) continue
    run(node, ['build/compile.mjs'], `The site could not be compiled for Node ${version}.`)
  }
}

function makeRelease(processor) {
  if (!machines[processor]) fail(`There is no release for ${processor}: native packages would be missing.`)
  const title = `${name}-${project.version}-linux-${processor}`
  console.log(`${title}…`)
  const scratch = join(into, '.scratch')
  const folder = join(scratch, name)
  mkdirSync(folder, { recursive: true })
  copyBuild(folder, processor)
  const packages = inOrder([...packagesInside(), ...copyPackages(folder, join(scratch, 'npm'), processor)])
  for (const paper of papers) copy(paper, join(folder, paper))
  copy('deploy/README.md', join(folder, 'README.md'))
  copy('deploy/frontispiece', join(folder, 'frontispiece'))
  chmodSync(join(folder, 'frontispiece'), 0o755)
  const { version, description, license, type, engines, dependencies } = project
  const described = {
    name,
    version,
    description,
    license,
    type,
    engines,
    os: ['linux'],
    cpu: [processor],
    dependencies,
  }
  writeJson(join(folder, 'package.json'), described)
  const heading = `What is in ${title} beside Frontispiece itself, and under which licence.`
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES'), licenseList(heading, packages))
  copyFileSync(join(folder, 'THIRD-PARTY-LICENSES'), join(into, `${title}.licenses.txt`))
  writeJson(join(into, `${title}.cdx.json`), billOfMaterials(project, madeAt(), packages))
  insistOnProcessor(folder, processor)
  pack(join(into, `${title}.tar.gz`), scratch)
  rmSync(scratch, { recursive: true })
}

function copyBuild(folder, processor) {
  const isShipped = (file) => !file.endsWith('.map') && (!/\.cjs\./.test(file) || file.includes(`.cjs.${processor}-`))
  for (const part of ['client', 'drawn', 'server'])
    cpSync(join(root, 'dist', part), join(folder, 'dist', part), { recursive: true, filter: isShipped })
  // Unpacked over an older one it must not meet what was compiled from that: V8 compares little but the length.
  const [server, program] = [join(folder, 'dist/server'), `site-${project.version}.cjs`]
  for (const file of readdirSync(server).filter((one) => one.startsWith('site.cjs')))
    renameSync(join(server, file), join(server, file.replace('site.cjs', program)))
  const launcher = readFileSync(join(server, 'main.js'), 'utf8')
  writeFileSync(join(server, 'main.js'), launcher.replace("'site.cjs'", `'${program}'`))
}

/** The native packages, exactly as our lock has them, for that processor. */
function copyPackages(folder, scratch, processor) {
  mkdirSync(scratch)
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) copy(file, join(scratch, file))
  const target = ['--os=linux', `--cpu=${processor}`, '--libc=glibc']
  run(
    'npm',
    ['ci', '--omit=dev', ...target, '--prefix', scratch, '--prefer-offline', '--silent'],
    'The native packages could not be fetched. Is the network there?',
  )
  const isElsewhere = (file) => /\/prebuilds\/./.test(file) && !file.includes(`/linux-${processor}`)
  const isShipped = (file) => !needless.test(file) && !isElsewhere(file) && !file.endsWith('.musl.node')
  const from = join(scratch, 'node_modules')
  cpSync(from, join(folder, 'node_modules'), {
    recursive: true,
    filter: (file) => isShipped(`/${relative(from, file)}${statSync(file).isDirectory() ? '/' : ''}`),
  })
  return packagesBeside(scratch, (path) => isShipped(`/${path}/`))
}

function insistOnProcessor(folder, processor) {
  for (const file of readdirSync(folder, { recursive: true })) {
    if (!/\.node$|\.so(\.|$)/.test(file)) continue
    const start = Buffer.alloc(20)
    const opened = openSync(join(folder, file))
    readSync(opened, start)
    closeSync(opened)
    const isRight = start.toString('latin1', 1, 4) === 'ELF' && start.readUInt16LE(18) === machines[processor]
    if (!isRight) fail(`${file} is not for ${processor}.`)
  }
}

/** The same files make the same archive, whoever packs them, and when. */
function pack(archive, folder) {
  const same = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--format=ustar', '--mode=u=rwX,go=rX']
  const date = `--mtime=@${madeAt().getTime() / 1_000}`
  const args = ['--create', '--file', archive, '--use-compress-program=gzip -n', ...same, date, '-C', folder, name]
  run('tar', args, 'The release could not be packed; GNU tar and gzip do that.')
  const bytes = statSync(archive).size
  console.log(`${basename(archive)}: ${(bytes / 1e6).toFixed(1)} MB`)
  if (bytes > mostBytes) fail(`That is more than ${mostBytes / 1e6} MB.`)
}

/** When what is in it was last changed. */
function madeAt() {
  const { stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' })
  return new Date(Number(process.env.SOURCE_DATE_EPOCH || stdout || 0) * 1_000)
}

function writeSums() {
  const sums = readdirSync(into).map((file) => {
    const sum = createHash('sha256').update(readFileSync(join(into, file)))
    return `${sum.digest('hex')}  ${file}\n`
  })
  writeFileSync(join(into, 'SHA256SUMS'), sums.join(''))
  console.log(`The release is in ${into}.`)
}

function copy(file, to) {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(join(root, file), to)
}

function readJson(file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8'))
}

function writeJson(file, value) {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}
