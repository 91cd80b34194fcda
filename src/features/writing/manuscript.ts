import type { WorkKind, WorkState } from './contract.ts'
import type { Fields, WrittenFields } from './unsaved.ts'

/** Anything written at the desk and saved, as its owner reads it. */
export type Saved = {
  id: string
  title: string
  slug: string
  /** counts its saves */
  version: number
  updatedAt: string
  state: WorkState
}

/** What is wrong, by field. */
export type Faults = Record<string, string>

/** A kind of thing that is written at the desk: what it consists of, and where it goes. */
export type Manuscript<Item extends Saved, F extends WrittenFields> = {
  words: {
    noun: WorkKind
    new: string
    edit: string
    create: string
    update: string
    created: string
    updated: string
    notCreated: string
    notUpdated: string
  }
  /** saved by POST here, and by PUT under its id */
  path: string
  /** read here by its owner: all of them, and each under its id */
  ownerPath: string
  /** unsaved words are kept here, under its id or `new` */
  unsavedPath: string
  labels: Record<keyof F, string>
  /** the fields that are folded away */
  details: readonly (keyof F & string)[]
  blank: F
  /** what saving these fields does, in a sentence for the author */
  outcome: (fields: F, item: Item | null) => string
  fieldsOf: (item: Item) => F
  /** since when readers see it, or from when they will, in words */
  publicOn: (item: Item) => string
  /** exactly what is sent; `item` is what is being changed */
  payloadOf: (fields: F, item: Item | null) => Record<string, unknown>
  check: (payload: Record<string, unknown>) => Faults
}

export function isSame(one: Fields, other: Fields): boolean {
  return Object.keys({ ...one, ...other }).every((name) => one[name] === other[name])
}

type Schema = {
  safeParse: (input: unknown) => { success: boolean; error?: { issues: { path: PropertyKey[]; message: string }[] } }
}

/** The rules of the contract, the same the server goes by: the first fault of each field. */
export function faultsBy(schema: Schema, payload: unknown): Faults {
  const faults: Faults = {}
  for (const { path, message } of schema.safeParse(payload).error?.issues ?? []) faults[String(path[0])] ??= message
  return faults
}
