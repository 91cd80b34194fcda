import type { Server } from 'node:http'
import type { Metric, Sample } from './metrics-text.ts'

/** What kind of door a question came to: few, whatever strangers ask for. */
const doors = ['page', 'call', 'desk', 'file', 'report', 'machine', 'missing'] as const
export type Door = (typeof doors)[number]

const classes = 5
const place = Object.fromEntries(doors.map((door, index) => [door, index * classes - 1])) as Record<Door, number>

/** Upper ends, in milliseconds. */
const ends = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000]

export type RequestTally = ReturnType<typeof createRequestTally>

/** Counts answers while the process lives. A held page is out in 20 µs: for it one number is raised, and nothing is made. */
export function createRequestTally() {
  const held = new Float64Array(doors.length * classes)
  const made = new Float64Array(doors.length * classes)
  const durations = new Float64Array(ends.length + 1)
  let total = 0
  let server: Server | undefined

  return {
    /** an answer that was there already */
    countHeld(door: Door, status: number): void {
      raise(held, place[door] + Math.trunc(status / 100))
    },

    /** one that had to be made, and how long that took */
    countMade(door: Door, status: number, milliseconds: number): void {
      raise(made, place[door] + Math.trunc(status / 100))
      const bucket = ends.findIndex((end) => milliseconds <= end)
      raise(durations, bucket < 0 ? ends.length : bucket)
      total += milliseconds
    },

    /** whose connections are counted */
    watch(watched: Server): void {
      server = watched
    },

    async metrics(): Promise<Metric[]> {
      const answers: Sample[] = [...samplesOf(held, 'held'), ...samplesOf(made, 'made')]
      const open = await new Promise<number>((resolve) =>
        server ? server.getConnections((_error, count) => resolve(count ?? 0)) : resolve(0),
      )
      return [
        {
          name: 'frontispiece_answers_total',
          help: 'Answers by kind of door and class of status; held: ready in memory, made: worked out for this question.',
          type: 'counter',
          samples: answers,
        },
        {
          name: 'frontispiece_made_answer_seconds',
          help: 'From a question to the head of its answer, for answers that were made.',
          type: 'histogram',
          samples: histogram(),
        },
        {
          name: 'frontispiece_connections',
          help: 'Open connections.',
          type: 'gauge',
          samples: [{ value: open }],
        },
      ]
    },
  }

  function histogram(): Sample[] {
    let below = 0
    const buckets = [...durations].map((count, index) => {
      below += count
      const end = ends[index]
      return { suffix: '_bucket', labels: { le: end === undefined ? '+Inf' : String(end / 1_000) }, value: below }
    })
    return [...buckets, { suffix: '_sum', value: total / 1_000 }, { suffix: '_count', value: below }]
  }
}

function raise(counts: Float64Array, at: number) {
  counts[at] = (counts[at] ?? 0) + 1
}

function samplesOf(counts: Float64Array, from: 'held' | 'made'): Sample[] {
  return doors.flatMap((door) =>
    Array.from({ length: classes }, (_, index) => ({
      labels: { door, status: `${index + 1}xx`, from },
      value: counts[place[door] + 1 + index] ?? 0,
    })).filter(({ value }) => value > 0),
  )
}
