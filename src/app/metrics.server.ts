import { readdir } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { findLastBackups } from '#features/backups/service.server.ts'
import { type Db, pingDatabase } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { countJobs } from '#server/jobs.ts'
import { countAllLetters, countMailings } from '#server/mailing-counts.ts'
import { type Metric, metricsType, type Sample, writeMetrics } from '#server/metrics-text.ts'
import { isWatcher, metricsPath } from '#server/request-limits.ts'
import type { AppContext, Route } from '#server/route-table.ts'
import { stateOf } from '#server/storage-health.ts'
import { workerName } from '#server/workers.ts'
import { version } from './backup.server.ts'

/** The figures of the site, for whoever watches it; for everybody else nothing is here. */
export function metricsRoutes(deps: Deps, answerMissing: (c: AppContext) => Promise<Response>): Route[] {
  if (!deps.env.metricsToken) return []
  const delays = monitorEventLoopDelay({ resolution: 10 })
  delays.enable()
  const handle = async (c: AppContext) => {
    if (!isWatcher(deps.env, c)) return answerMissing(c)
    const metrics = [...(await deps.tally.metrics()), ...aboutProcess(deps, delays), ...(await aboutData(deps))]
    const text = writeMetrics([...metrics, ...(await openFiles())], workerName())
    return c.body(text, 200, { 'content-type': metricsType, 'cache-control': 'no-store' })
  }
  return [{ method: 'GET', path: metricsPath, access: 'public', handle }]
}

const gauge = (name: string, help: string, ...samples: Sample[]): Metric => ({ name, help, type: 'gauge', samples })
const counter = (name: string, help: string, value: number): Metric => ({
  name,
  help,
  type: 'counter',
  samples: [{ value }],
})
const seconds = (nanoseconds: number) => nanoseconds / 1e9

function aboutProcess({ engine }: Deps, delays: ReturnType<typeof monitorEventLoopDelay>): Metric[] {
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  const began = Date.now() / 1_000 - process.uptime()
  const waits = [50, 99, 100].map((share) => ({
    labels: { quantile: String(share / 100) },
    value: delays.count > 0 ? seconds(delays.percentile(share)) : 0,
  }))
  delays.reset()
  return [
    gauge('frontispiece_info', 'What is running.', { labels: { version, node: process.version, engine }, value: 1 }),
    gauge('frontispiece_event_loop_delay_seconds', 'How late the event loop was, since this was last asked.', ...waits),
    gauge('process_start_time_seconds', 'When the process began, in seconds since 1970.', { value: began }),
    counter('process_cpu_seconds_total', 'CPU time used.', (user + system) / 1e6),
    gauge('process_resident_memory_bytes', 'Memory of the process.', { value: rss }),
    gauge('nodejs_heap_size_used_bytes', 'Memory that holds JavaScript objects.', { value: heapUsed }),
  ]
}

/** Linux only. */
async function openFiles(): Promise<Metric[]> {
  const files = await readdir('/proc/self/fd').catch(() => null)
  return files ? [gauge('process_open_fds', 'Open files and sockets.', { value: files.length })] : []
}

async function aboutData({ db, health }: Deps): Promise<Metric[]> {
  const began = performance.now()
  const isUp = await pingDatabase(db).then(
    () => true,
    () => false,
  )
  const ailments = Object.keys(stateOf).map((ailment) => ({
    labels: { ailment },
    value: health.has(ailment as keyof typeof stateOf) ? 1 : 0,
  }))
  return [
    gauge('frontispiece_database_up', 'Whether the database answers.', { value: Number(isUp) }),
    gauge('frontispiece_database_ping_seconds', 'How long it took to answer the smallest question.', {
      value: (performance.now() - began) / 1_000,
    }),
    gauge('frontispiece_storage_ailment', 'What keeps data from being read or written.', ...ailments),
    // A database that goes away in this very moment is no reason to tell nothing.
    ...(isUp ? await aboutRows(db).catch(() => []) : []),
  ]
}

async function aboutRows(db: Db): Promise<Metric[]> {
  const [jobs, letters, mailings, backups] = await Promise.all([
    countJobs(db),
    countAllLetters(db),
    countMailings(db),
    findLastBackups(db),
  ])
  const byState = (counts: Record<string, number>): Sample[] =>
    Object.entries(counts).map(([state, value]) => ({ labels: { state }, value }))
  const at = (moment: string | null | undefined): Sample[] => (moment ? [{ value: Date.parse(moment) / 1_000 }] : [])
  return [
    gauge('frontispiece_jobs', 'Jobs by state; those that are done are gone.', ...byState(jobs)),
    gauge('frontispiece_letters', 'Letters that are kept, by state.', ...byState(letters)),
    gauge('frontispiece_mailings_under_way', 'Letters to many, by state.', ...byState(mailings)),
    gauge('frontispiece_backup_made_time_seconds', 'When the last backup was made.', ...at(backups.madeAt)),
    gauge('frontispiece_backup_verified_time_seconds', 'When one last came back whole.', ...at(backups.verifiedAt)),
  ]
}
