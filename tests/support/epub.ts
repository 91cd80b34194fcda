/** The smallest thing that is an EPUB by its first and last bytes, padded to the size that is asked for. */
export function makeEpub(size = 2_000): Uint8Array<ArrayBuffer> {
  const name = Buffer.from('mimetype')
  const content = Buffer.from('application/epub+zip')
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt32LE(content.length, 18)
  header.writeUInt32LE(content.length, 22)
  header.writeUInt16LE(name.length, 26)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  const used = header.length + name.length + content.length + end.length
  return new Uint8Array(Buffer.concat([header, name, content, Buffer.alloc(Math.max(0, size - used), 'words '), end]))
}
