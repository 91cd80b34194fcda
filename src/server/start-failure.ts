import { BackupFault } from './backup/envelope.ts'
import { CannotStart } from './cannot-start.ts'
import { EnvError } from './env.ts'
import { thisUser } from './folder-rights.ts'
import { commandLine } from './installation.ts'
import { isDamaged, isDiskFull, isUnwritable } from './sqlite-driver.ts'
import { StorageFault } from './storage-health.ts'

/** What Node and PostgreSQL say about a failure beside its message. */
type Details = { code?: string; syscall?: string; path?: string; port?: number; address?: string; hostname?: string }

/** One sentence for the person at the terminal; only a fault nobody foresaw shows where it happened. */
export function explainStartFailure(error: unknown, dataDir = 'DATA_DIR'): string {
  if (error instanceof EnvError) return `The configuration has a fault:\n${error.message}`
  if (error instanceof CannotStart || error instanceof BackupFault) return error.message
  if (!(error instanceof Error)) return String(error)
  const cause = error instanceof StorageFault && error.cause instanceof Error ? error.cause : error
  const isAway = error instanceof StorageFault && error.ailment === 'away'
  return (
    explainFolder(cause, dataDir) ??
    (isAway ? explainPostgres(cause) : (explainListening(cause) ?? explainRights(cause))) ??
    cause.stack ??
    cause.message
  )
}

function explainFolder(cause: Error & Details, dataDir: string): string | undefined {
  const { code = '', syscall, path } = cause
  if (isDiskFull(cause)) {
    return `The disk that holds ${dataDir} is full. Make room, then start again; the file reserve in that folder may be deleted for it.`
  }
  if (isDamaged(cause)) {
    return `The database in ${dataDir} is damaged. Bring back the newest file in ${dataDir}/backups: ${commandLine} restore FILE --force. The damaged one is put aside, not deleted.`
  }
  if (['EEXIST', 'ENOTDIR'].includes(code) && syscall === 'mkdir') {
    return `${path} cannot be the data folder: there is a file in its place. Set DATA_DIR to another.`
  }
  if (isUnwritable(cause) && (!syscall || path)) {
    const place = path?.replace(/\.[0-9a-f]{12}\.part$/, '') ?? dataDir
    // A folder above it may be what is lacking. Whatever lies elsewhere was named on the command line.
    const isOurs = `${place}/`.startsWith(`${dataDir}/`) || dataDir.startsWith(`${place}/`)
    return `${thisUser()} may not write to ${place}. Give it the right to, or ${isOurs ? 'set DATA_DIR to another folder' : 'name another place'}.`
  }
  return undefined
}

function explainListening({ code, syscall, port, address, hostname }: Error & Details): string | undefined {
  if (code === 'EADDRINUSE') return `Port ${port} is taken. Stop what runs there, or choose another with PORT.`
  if (code === 'EACCES' && syscall === 'listen') {
    return `Port ${port} needs more rights than this user has. Choose one above 1024 with PORT.`
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `There is no network address ${address ?? hostname} here. Mend HOST.`
  }
  return undefined
}

/** SQLSTATE, or what the network says. */
const postgresWords: Record<string, string> = {
  '28P01': 'PostgreSQL refuses the user or the password. Mend them in DATABASE_URL.',
  '28000': 'PostgreSQL refuses the user. Mend it in DATABASE_URL.',
  '3D000': 'PostgreSQL has no database of that name. Create it, or mend the name in DATABASE_URL.',
  '53300': 'PostgreSQL takes no more connections. Close some, or allow it more.',
  ENOTFOUND: 'There is no host of the name in DATABASE_URL. Mend it.',
}

function explainPostgres({ code = '' }: Error & Details): string {
  return postgresWords[code] ?? 'The database does not answer. Is it running, and is DATABASE_URL right?'
}

const insufficientPrivilege = '42501'

function explainRights({ code }: Error & Details): string | undefined {
  if (code !== insufficientPrivilege) return undefined
  return 'The user in DATABASE_URL may not create tables. Make it the owner of the database.'
}
