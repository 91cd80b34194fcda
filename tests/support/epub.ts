import { crc32 } from 'node:zlib'

type Entry = { name: string; bytes: Buffer; method?: number; unpacked?: number }

/** A ZIP of these entries, one after the other; what its table of contents says of an entry may be a lie. */
export function makeZip(entries: readonly Entry[]): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = []
  const contents: Buffer[] = []
  let offset = 0
  for (const { name, bytes, method = 0, unpacked = bytes.length } of entries) {
    const nameBytes = Buffer.from(name)
    const sums = Buffer.alloc(16)
    sums.writeUInt32LE(0x00210000, 0)
    sums.writeUInt32LE(crc32(bytes), 4)
    sums.writeUInt32LE(bytes.length, 8)
    sums.writeUInt32LE(unpacked, 12)
    const header = Buffer.alloc(30)
    header.writeUInt32LE(0x04034b50, 0)
    header.writeUInt16LE(20, 4)
    header.writeUInt16LE(method, 8)
    sums.copy(header, 10)
    header.writeUInt16LE(nameBytes.length, 26)
    const line = Buffer.alloc(46)
    line.writeUInt32LE(0x02014b50, 0)
    line.writeUInt16LE(20, 6)
    line.writeUInt16LE(method, 10)
    sums.copy(line, 12)
    line.writeUInt16LE(nameBytes.length, 28)
    line.writeUInt32LE(offset, 42)
    parts.push(header, nameBytes, bytes)
    contents.push(line, nameBytes)
    offset += header.length + nameBytes.length + bytes.length
  }
  const table = Buffer.concat(contents)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(table.length, 12)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...parts, table, end]))
}

export const mimetype: Entry = { name: 'mimetype', bytes: Buffer.from('application/epub+zip') }

export const container: Entry = {
  name: 'META-INF/container.xml',
  bytes: Buffer.from('<container><rootfiles><rootfile full-path="book/all.opf"/></rootfiles></container>'),
}

export const packageOf = (metadata: string, spine = '<itemref idref="one"/>'): Entry => ({
  name: 'book/all.opf',
  bytes: Buffer.from(
    `<package xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>${metadata}</metadata><manifest><item id="one" href="one.xhtml" media-type="application/xhtml+xml"/></manifest><spine>${spine}</spine></package>`,
  ),
})

export const chapter: Entry = { name: 'book/one.xhtml', bytes: Buffer.from('<html><body><p>Once.</p></body></html>') }

/** A book of one line, padded to the size that is asked for. */
export function makeEpub(size = 2_000, { title = 'Lanterns', author = 'Ines Calder' } = {}) {
  const words = packageOf(`<dc:title>${title}</dc:title><dc:creator>${author}</dc:creator>`)
  const book = (padding: number) =>
    makeZip([mimetype, container, words, chapter, { name: 'words', bytes: Buffer.alloc(padding, 'words ') }])
  const least = book(0)
  return size <= least.length ? least : book(size - least.length)
}
