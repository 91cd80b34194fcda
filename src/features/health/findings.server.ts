import type { Finding } from './contract.ts'

type Room = Finding['room']

export const well = (words: string): Finding => ({ state: 'well', words, advice: null, room: null })

export const look = (words: string, advice: string, room: Room = null): Finding => ({
  state: 'look',
  words,
  advice,
  room,
})

export const wrong = (words: string, advice: string, room: Room = null): Finding => ({
  state: 'wrong',
  words,
  advice,
  room,
})

export const counted = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en-CA')} ${count === 1 ? one : many}`

/** Of room on a disk nobody needs to know the last byte. */
export function bytesInWords(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1_000)} kB`
  return bytes < 10_000_000_000 ? mostly(bytes / 1_000_000, 'MB') : mostly(bytes / 1_000_000_000, 'GB')
}

const mostly = (amount: number, unit: string) => `${Math.floor(amount).toLocaleString('en-CA')} ${unit}`
