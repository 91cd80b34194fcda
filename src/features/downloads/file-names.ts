import { addressWith } from '#desk/address.ts'
import { someBook } from './content.ts'
import type { BookFile } from './contract.ts'

/** As she knows it, until it has a title. */
export function nameOf({ called, name }: BookFile): string {
  return called === someBook.title ? name : called
}

/** A room of giving away, opened for this file. */
export function roomOf(path: string, { name, isFree }: BookFile): string {
  return addressWith(path, { file: isFree ? null : name })
}
