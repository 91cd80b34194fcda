import { DatabaseLost, DataFolderBusy } from './db.ts'
import { EnvError } from './env.ts'

/** One sentence for the person at the terminal; only a fault nobody foresaw shows where it happened. */
export function explainStartFailure(error: unknown): string {
  if (error instanceof EnvError) return `The configuration has a fault:\n${error.message}`
  if (error instanceof DataFolderBusy || error instanceof DatabaseLost) return error.message
  if (!(error instanceof Error)) return String(error)
  const { code, port, address } = { code: '', port: '', address: '', ...error }
  if (code === 'EADDRINUSE') return `Port ${port} is taken. Stop what runs there, or choose another with PORT.`
  if (code === 'EACCES') return `Port ${port} needs more rights than this user has. Choose one above 1024 with PORT.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `There is no network address ${address} here. Mend HOST.`
  if (code === 'ECONNREFUSED') return 'The database does not answer. Is it running, and is DATABASE_URL right?'
  return error.stack ?? error.message
}
