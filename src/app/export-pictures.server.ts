import type { Files } from '#server/files.ts'

const picturesFolder = 'pictures'

/** How pictures are called in an export, by their ids. */
export type PictureNames = ReadonlyMap<string, string>

/** A picture's file in an export. The first of its sizes is the one to look at. */
export function picturePath(name: string, { width, ending }: { width: number; ending: string }, isFirst: boolean) {
  return isFirst ? `${picturesFolder}/${name}.${ending}` : `${picturesFolder}/sizes/${name}-${width}.${ending}`
}

/** Called after what names them first; what nothing names is numbered. */
export async function namePictures(
  ids: readonly string[],
  texts: AsyncIterable<{ slug: string; text: string }>,
): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  const taken = new Set<string>()
  const call = (id: string, plain: string) => {
    let name = plain
    for (let number = 2; taken.has(name); number++) name = `${plain}-${number}`
    taken.add(name)
    names.set(id, name)
  }
  const known = new Set(ids)
  for await (const { slug, text } of texts) {
    for (const [, id = ''] of text.matchAll(/\/images\/([\w-]+)/g)) if (known.has(id) && !names.has(id)) call(id, slug)
  }
  for (const id of ids) if (!names.has(id)) call(id, 'picture')
  return names
}

// Where prose says where a picture is, and where a whole value is that.
const inProse = /(?<=\]\()\/images\/([\w-]+)(?=[\s)])/g
const asValue = /^\/images\/([\w-]+)$/

/** `depth`: how many folders above the text the pictures are. */
export function withPaths(text: string, names: PictureNames, depth: number): string {
  return text.replace(inProse, (address, id) => pathFor(address, names.get(id), depth))
}

export function pathOf(value: unknown, names: PictureNames, depth: number): unknown {
  return deeply(value, (text) => text.replace(asValue, (address, id) => pathFor(address, names.get(id), depth)))
}

const pathFor = (address: string, name: string | undefined, depth: number) =>
  name ? `${'../'.repeat(depth)}${picturesFolder}/${name}.jpg` : address

const pathInProse = /(?<=\]\()(?:\.\.\/){1,2}pictures\/([\w-]+)\.jpg(?=[\s)])/g
const pathAsValue = /^(?:\.\.\/){1,2}pictures\/([\w-]+)\.jpg$/

/** The contrary; `ids` by name. */
export function withAddresses(text: string, ids: PictureNames): string {
  return text.replace(pathInProse, (path, name) => addressFor(path, ids.get(name)))
}

export function addressOf(value: unknown, ids: PictureNames): unknown {
  return deeply(value, (text) => text.replace(pathAsValue, (path, name) => addressFor(path, ids.get(name))))
}

const addressFor = (path: string, id: string | undefined) => (id ? `/images/${id}` : path)

function deeply(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((one) => deeply(one, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, deeply(one, change)]))
}

/** All of these files, or null where one is not there. */
export async function sizesIn(files: Files, keys: readonly string[]): Promise<number[] | null> {
  const found: number[] = []
  for (const key of keys) {
    const file = await files.read(key)
    if (!file) return null
    found.push(file.size)
  }
  return found
}
