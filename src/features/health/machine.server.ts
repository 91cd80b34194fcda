import { randomBytes } from 'node:crypto'
import { existsSync, type Stats } from 'node:fs'
import { readdir, realpath, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { formatDate } from '#lib/dates.ts'
import { isRestoreUnfinished } from '#server/backup/restore.ts'
import { databaseFile } from '#server/data-folder.ts'
import { commandLine, installation } from '#server/installation.ts'
import type { Finding } from './contract.ts'
import { postgresVersion } from './data.server.ts'
import { bytesInWords, counted, look, well, wrong } from './findings.server.ts'
import type { Sight } from './sight.server.ts'

/** From here on uploads and backups fail one after the other. */
const fullBelow = 50_000_000
/** What a night's backup, a book and the log of a busy day take, and then some. */
const roomForWork = 500_000_000
const fewestInodes = 1_000

const stillServed = 'Readers still see every page, and what is kept is safe.'

/** The folder itself, or before the first start where it is going to be. */
function placeOf(folder: string): string {
  return existsSync(folder) ? folder : placeOf(dirname(folder))
}

/** What is left where the data lies, against what a backup and a restore of it take. */
export async function lookAtDisk({ env: { dataDir }, house }: Sight): Promise<Finding> {
  const { bavail, bsize, files, ffree } = await statfs(placeOf(dataDir))
  const room = bavail * bsize
  const database = await stat(databaseFile(dataDir)).then(
    ({ size }) => size,
    () => 0,
  )
  // A restore builds the site a second time beside the first.
  const needed = roomForWork + 2 * database
  const there = `${bytesInWords(room)} are free on the disk that holds ${dataDir}`
  const isMet = 'health' in house && house.health.has('full')
  if (isMet || room < fullBelow) {
    return wrong(
      isMet ? 'The database finds no more room on its disk.' : `The disk is full: ${there}.`,
      `${stillServed} Nothing new can be kept until there is room: delete what is not needed on the server, or give it a larger disk.`,
    )
  }
  // Some file systems make them as they are needed, and say 0 of 0.
  if (files > 0 && ffree < fewestInodes) {
    return wrong(
      `The disk has room for only ${counted(ffree, 'more file')}, however small.`,
      `${stillServed} Delete what is not needed on the server; folders with very many small files are what to look for.`,
    )
  }
  if (room < needed) {
    return look(
      `${there}, and ${bytesInWords(needed)} should be: backups, uploads and a restore need them.`,
      'Nothing is lost. Make room on the server before it is needed, or give it a larger disk.',
    )
  }
  return well(`${there}.`)
}

/** Whether it can be written to, and whose it is. */
export async function lookAtFolder({ env: { dataDir } }: Sight): Promise<Finding> {
  const found = await stat(dataDir).catch(() => null)
  if (!found) {
    return look(
      `There is no folder ${dataDir} yet; the first start makes it.`,
      'If there has been a site, DATA_DIR names another folder than it did: nothing was deleted, look for the old one.',
    )
  }
  if (!found.isDirectory()) {
    return wrong(`${dataDir} is a file, and should be a folder.`, 'Set DATA_DIR to a folder; nothing was changed.')
  }
  if (isRestoreUnfinished(dataDir)) {
    return wrong(
      `A restore into ${dataDir} was cut short.`,
      `Nothing that was there before is lost: it lies beside it, under names that begin with before-restore. Do the restore once more: ${commandLine} restore FILE --force.`,
    )
  }
  const fault = await tryWriting(dataDir)
  // A full one has a line of its own.
  if (fault && fault !== 'ENOSPC') {
    return wrong(
      `The site may not write to ${dataDir} (${fault}).`,
      `${stillServed} Give the folder to the user the site runs as, or make the disk writable again.`,
    )
  }
  const me = process.geteuid?.()
  const others = me === undefined || me === 0 ? [] : await ownedByOthers(dataDir, me)
  if (others.length > 0) {
    return wrong(
      `In ${dataDir} there is something that belongs to another user: ${others.join(', ')}.`,
      `${stillServed} A command was run as another user. Give everything in the folder back to the user the site runs as.`,
    )
  }
  return well(`${dataDir} can be written to${found.mode & 0o077 ? '' : ', and is closed to others'}.`)
}

/** Null, or what the system called the refusal. */
async function tryWriting(folder: string): Promise<string | null> {
  const file = join(folder, `health-${randomBytes(6).toString('hex')}`)
  try {
    await writeFile(file, 'written to see whether it can be', { flag: 'wx', mode: 0o600 })
    return null
  } catch (error) {
    return codeOf(error)
  } finally {
    await rm(file, { force: true }).catch(() => {})
  }
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'no reason given'
}

async function ownedByOthers(folder: string, me: number): Promise<string[]> {
  const names = await readdir(folder)
  const owners = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => null)))
  return names.filter((_, at) => owners[at] && owners[at].uid !== me).slice(0, 3)
}

/** Who else on this machine could read what opens everything. */
export async function lookAtSecrets({ env, keyFor, house }: Sight): Promise<Finding> {
  const { dataDir, secretKey, secretFiles } = env
  if (!keyFor && 'db' in house) {
    return wrong(
      `There is no usable key in ${dataDir}, and SECRET_KEY is not set.`,
      'Nothing is deleted, but links in old letters and kept passwords need the key that was there: bring the file secret back from a backup, or set SECRET_KEY as it was.',
    )
  }
  const names = [
    // Beside SECRET_KEY too: what a former key has signed still opens.
    join(dataDir, 'secret'),
    join(dataDir, 'secret.old'),
    // Those of a container lie open in a place nobody else has.
    ...secretFiles.filter((file) => !file.startsWith('/run/secrets/')),
    // Where the settings of a program that was unpacked or cloned stand.
    join(installation, '.env'),
  ]
  const areOpen = await Promise.all(names.map(isOpenToOthers))
  const open = names.filter((_, at) => areOpen[at])
  if (open.length > 0) {
    return look(
      `Other users of this machine may read ${inWords.format(open)}.`,
      'Nobody on the internet can. If others have an account on this machine, close it to them: chmod 600 on the file.',
    )
  }
  return well(
    secretKey
      ? 'The key comes from SECRET_KEY, and no file with a secret is open to others.'
      : 'The key and the settings are closed to other users of this machine.',
  )
}

const inWords = new Intl.ListFormat('en-GB')

/** A file in a folder that is closed is closed, too. Settings may be a link to where those of a machine lie. */
async function isOpenToOthers(file: string): Promise<boolean> {
  const real = await realpath(file).catch(() => file)
  const [found, folder] = await Promise.all([real, dirname(real)].map((name) => stat(name).catch(() => null)))
  return Boolean(found && folder && forOthers(found) & 0o044 && forOthers(folder) & 0o011)
}

/** What others may do. Where something is somebody else's and our group may read it, the group is how it was given to us. */
function forOthers({ mode, uid, gid }: Stats): number {
  const isGiven = uid !== process.geteuid?.() && gid === process.getegid?.()
  return mode & (isGiven ? 0o007 : 0o077)
}

/** When each line gets its last mends, by those who make it: nodejs.org/about/previous-releases, postgresql.org/support/versioning. */
const lastMends: Record<'Node' | 'PostgreSQL', Record<number, string>> = {
  Node: {
    20: '2026-04-30',
    21: '2024-06-01',
    22: '2027-04-30',
    23: '2025-06-01',
    24: '2028-04-30',
    25: '2026-06-01',
    26: '2029-04-30',
  },
  PostgreSQL: {
    13: '2025-11-13',
    14: '2026-11-12',
    15: '2027-11-11',
    16: '2028-11-09',
    17: '2029-11-08',
    18: '2030-11-14',
  },
}
const soon = 60 * 86_400_000

/** What is known of a line: over, soon over, or null where it is well or newer than this table. */
export function judgeLine(program: keyof typeof lastMends, version: string, now: Date): string | null {
  const major = Number.parseInt(version, 10)
  const known = lastMends[program]
  const oldest = Math.min(...Object.keys(known).map(Number))
  const end = known[major] ?? (major < oldest ? '' : null)
  if (end === null) return null
  if (end === '') return `${program} ${major} has had no security fixes for a long time.`
  const left = Date.parse(end) - now.getTime()
  if (left < 0) return `${program} ${major} has had no security fixes since ${formatDate(end)}.`
  return left < soon ? `${program} ${major} gets security fixes until ${formatDate(end)}, and none after that.` : null
}

export async function lookAtVersions({ version, now, house }: Sight): Promise<Finding> {
  const node = process.versions.node
  const server = 'db' in house && house.engine === 'postgres' ? await postgresVersion(house.db) : null
  const here = `Frontispiece ${version} on Node ${node}${server ? ` and PostgreSQL ${server}` : ''}.`
  const ends = [judgeLine('Node', node, now()), server && judgeLine('PostgreSQL', server, now())].filter(Boolean)
  if (ends.length === 0) return well(here)
  return look(
    `${here} ${ends.join(' ')}`,
    'Everything works. Move to a newer line when it suits you; make a backup first.',
  )
}
