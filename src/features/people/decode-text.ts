import { mostText } from './import-contract.ts'

type Read = { text: string; fault: null } | { text: null; fault: string }

const faults = {
  empty: 'The file is empty. Export the list once more, and choose that file.',
  large: 'The file is over 50 MB. Bring the people in several files.',
  binary:
    'This is not a text. If it is a spreadsheet, open it, save the table as CSV (UTF-8), and choose that file. If it is a packed folder (ZIP), unpack it first.',
  unread: 'The file could not be read: it was moved or changed since. Choose it once more.',
} as const

const faulty = (fault: keyof typeof faults): Read => ({ text: null, fault: faults[fault] })

/** The words in a table from anywhere: each service and each spreadsheet writes its letters another way. */
export async function readText(file: Blob): Promise<Read> {
  if (file.size > mostText) return faulty('large')
  try {
    const text = decode(new Uint8Array(await file.arrayBuffer()))
    if (text.includes('\0')) return faulty('binary')
    return text.trim() === '' ? faulty('empty') : { text, fault: null }
  } catch {
    return faulty('unread')
  }
}

function decode(bytes: Uint8Array): string {
  const begins = (...mark: number[]) => mark.every((byte, place) => bytes[place] === byte)
  const as = (encoding: string) => new TextDecoder(encoding).decode(bytes)
  // A zero is in no text. What is packed has some anyway, and the first of them might look like UTF-16.
  if (begins(0x50, 0x4b, 3, 4)) return '\0'
  if (begins(0xff, 0xfe)) return as('utf-16le')
  if (begins(0xfe, 0xff)) return as('utf-16be')
  const [even, odd] = zerosIn(bytes)
  // Of two bytes for each letter one is zero, wherever it is a letter of ours, a digit, a comma or an @.
  if (odd > 0.25 && even < odd / 4) return as('utf-16le')
  if (even > 0.25 && odd < even / 4) return as('utf-16be')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return as('windows-1252')
  }
}

const sampled = 4_000

/** How many of the bytes at even places are zero, and of those at odd ones: as shares. */
function zerosIn(bytes: Uint8Array): [number, number] {
  const sample = bytes.subarray(0, sampled)
  const count = (parity: number) => sample.filter((byte, place) => byte === 0 && place % 2 === parity).length
  const pairs = Math.max(1, sample.length / 2)
  return [count(0) / pairs, count(1) / pairs]
}
