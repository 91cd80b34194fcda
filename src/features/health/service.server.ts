import { StorageFault, stateOf } from '#server/storage-health.ts'
import { lookAtClock } from './clock.server.ts'
import { type CheckName, checkNames, type Finding, type Health, type HealthLine } from './contract.ts'
import { lookAtBackups, lookAtDatabase, lookAtJobs, lookAtNodes, lookAtSamples, lookAtStore } from './data.server.ts'
import { look } from './findings.server.ts'
import { lookAtDisk, lookAtFolder, lookAtSecrets, lookAtVersions } from './machine.server.ts'
import { lookAtLetters, lookAtMail, lookAtSender } from './post.server.ts'
import type { Look, Sight } from './sight.server.ts'
import { lookAtAddress, lookAtCertificate, lookAtProxy } from './web.server.ts'

/** All there is to look at, for the command and for the desk. */
const looks: Record<CheckName, Look> = {
  disk: lookAtDisk,
  folder: lookAtFolder,
  secrets: lookAtSecrets,
  database: lookAtDatabase,
  clock: lookAtClock,
  versions: lookAtVersions,
  address: lookAtAddress,
  certificate: lookAtCertificate,
  proxy: lookAtProxy,
  mail: lookAtMail,
  letters: lookAtLetters,
  sender: lookAtSender,
  store: lookAtStore,
  backups: lookAtBackups,
  nodes: lookAtNodes,
  jobs: lookAtJobs,
  samples: lookAtSamples,
}

/** These ask others, who may take their time. */
const slow: readonly CheckName[] = ['clock', 'address', 'certificate', 'proxy', 'mail', 'sender', 'store', 'backups']

/** What of it answers at once; the rest is asked for one by one. */
export async function readHealth(sight: Sight): Promise<Health> {
  const line = async (name: CheckName): Promise<HealthLine> =>
    slow.includes(name) ? { name, finding: null } : lookAt(sight, name)
  return { lines: await Promise.all(checkNames.map(line)) }
}

export async function readAllHealth(sight: Sight): Promise<Health> {
  return { lines: await Promise.all(checkNames.map((name) => lookAt(sight, name))) }
}

/** More than any of them waits for anybody. */
const longestLook = 20_000

/** One line. Whatever goes wrong with looking is told in it, and keeps no other from being looked at. */
export async function lookAt(sight: Sight, name: CheckName, longest = longestLook): Promise<HealthLine> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Finding>((resolve) => {
    timer = setTimeout(() => resolve(tooLate), longest)
  })
  const finding = await Promise.race([looks[name](sight).catch(explain), late])
  clearTimeout(timer)
  return { name, finding }
}

const tooLate = look(
  'Nobody answered for too long, so nothing is known of it.',
  'Nothing was changed. Try again in a minute.',
)

/** No words but ours: what an error says may hold anything. */
function explain(error: unknown): Finding {
  const why =
    error instanceof StorageFault ? stateOf[error.ailment] : error instanceof Error ? nameOf(error) : 'no reason given'
  return look(`It could not be looked at: ${why}.`, 'Nothing was changed. Try again in a minute.')
}

const nameOf = (error: Error & { code?: unknown }) => (typeof error.code === 'string' ? error.code : error.name)
