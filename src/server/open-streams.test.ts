import { expect, onTestFinished, test, vi } from 'vitest'
import { createOpenStreams } from './open-streams.ts'

const reader = { client: 'a', link: 'b', mostPerLink: 1 }
const piece = new Uint8Array(65_536)

function endless(onCancel = () => {}) {
  return async () => new ReadableStream<Uint8Array>({ pull: (line) => line.enqueue(piece), cancel: onCancel })
}

test('a stream of which a minute takes less than the slowest line could is ended, and its place is free', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const streams = createOpenStreams({ most: 1, mostPerClient: 1, mostByOneLink: 1 })
  const ends: string[] = []
  const taken = (
    await streams.open(
      reader,
      endless(() => ends.push('source')),
      () => ends.push('line'),
    )
  ).getReader()
  const sip = async (pieces: number) => {
    for (let count = 0; count < pieces; count++) await taken.read()
  }
  // 256 kB a minute are slow and no reason to stop.
  for (let minute = 0; minute < 10; minute++) {
    await sip(4)
    vi.advanceTimersByTime(60_000)
    expect(ends).toEqual([])
  }
  await sip(3)
  await expect(streams.open(reader, endless(), () => {})).rejects.toThrow('several times at once')
  vi.advanceTimersByTime(60_000)
  expect(ends).toEqual(['line', 'source'])
  await (await streams.open(reader, endless(), () => {})).cancel()
  await (await streams.open(reader, endless(), () => {})).cancel()
  expect(vi.getTimerCount()).toBe(0)
})

test('one that is too slow and cannot be closed either is ended all the same', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const streams = createOpenStreams({ most: 1, mostPerClient: 1, mostByOneLink: 1 })
  const faults: unknown[] = []
  const note = (fault: unknown) => faults.push(fault)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  const broken = endless(() => {
    throw new Error('the disk is gone')
  })
  await streams.open(reader, broken, () => {})
  vi.advanceTimersByTime(60_000)
  vi.useRealTimers()
  await new Promise(setImmediate)
  expect(faults).toEqual([])
  streams.insistOnRoom(reader)
})
