import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plenty, runs } from '#tests/support/long-run.ts'
import { BackupFault, seal, unseal } from './envelope.ts'
import { gather } from './records.ts'

const passphrase = 'the heron stands in the reeds'

async function* inParts(bytes: Buffer, size: number) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

const sealAll = (plain: Buffer, by: string | null = null) => gather(seal(inParts(plain, 10_000), by))
const unsealAll = (sealed: Buffer, by: string | null = null) => gather(unseal(inParts(sealed, 30_000), by))

test('what was sealed comes back as it was, whatever its length and however it arrives', async () => {
  const edges = [0, 1, 65_535, 65_536, 65_537, 131_072, 200_000].map((length) => fc.constant(length))
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(...edges, fc.nat(300_000)),
      fc.integer({ min: 1, max: 200_000 }),
      fc.integer({ min: 1, max: 200_000 }),
      async (length, written, read) => {
        const plain = randomBytes(length)
        const sealed = await gather(seal(inParts(plain, Math.max(written, 50)), null))
        const back = await gather(unseal(inParts(sealed, Math.max(read, 50)), null))
        expect(back.equals(plain)).toBe(true)
      },
    ),
    { numRuns: runs.call },
  )
})

describe('what is not as it was written is refused', () => {
  const plain = randomBytes(300_000)

  test('a bit that is flipped, at hundreds of places', async () => {
    const sealed = await sealAll(plain)
    // Of the first bytes, which say how to read the rest, every one.
    const places = Array.from({ length: plenty(20_000, 300) }, (_, number) =>
      number < 100 ? number : Math.floor(Math.random() * sealed.length),
    )
    for (const place of places) {
      const flipped = Buffer.from(sealed)
      flipped.writeUInt8(flipped.readUInt8(place) ^ (1 << (place % 8)), place)
      await expect(unsealAll(flipped), `byte ${place}`).rejects.toThrow(BackupFault)
    }
  })

  test('a file that is cut, between two pieces too, and one to which something was added', async () => {
    const sealed = await sealAll(plain)
    const opening = sealed.indexOf('}\n') + 2
    const betweenPieces = Array.from({ length: 5 }, (_, piece) => opening + piece * 65_552)
    const anywhere = Array.from({ length: 100 }, () => Math.floor(Math.random() * sealed.length))
    for (const length of [...betweenPieces, ...anywhere, 0, sealed.length - 1]) {
      await expect(unsealAll(sealed.subarray(0, length)), `${length} bytes`).rejects.toThrow(BackupFault)
    }
    await expect(unsealAll(Buffer.concat([sealed, Buffer.of(0)]))).rejects.toThrow(BackupFault)
  })

  test('two pieces that have changed places', async () => {
    const sealed = await sealAll(plain)
    const opening = sealed.indexOf('}\n') + 2
    const piece = (number: number) => sealed.subarray(opening + number * 65_552, opening + (number + 1) * 65_552)
    const rest = sealed.subarray(opening + 2 * 65_552)
    const swapped = Buffer.concat([sealed.subarray(0, opening), piece(1), piece(0), rest])
    await expect(unsealAll(swapped)).rejects.toThrow(BackupFault)
  })
})

describe('a passphrase', () => {
  test('opens what it has sealed, and no other does', async () => {
    const plain = Buffer.from('a key and a thousand addresses')
    const sealed = await sealAll(plain, passphrase)
    expect(await unsealAll(sealed, passphrase)).toEqual(plain)
    await expect(unsealAll(sealed, 'the heron stands in the reed')).rejects.toThrow('The passphrase is not the one')
    await expect(unsealAll(sealed)).rejects.toThrow('Set BACKUP_PASSPHRASE')
    expect(sealed.includes(plain)).toBe(false)
  })

  test('is the same however its letters were typed', async () => {
    const sealed = await sealAll(Buffer.from('words'), 'un café très long')
    expect((await unsealAll(sealed, 'un café très long'.normalize('NFD'))).toString()).toBe('words')
  })

  test('seals the same words differently each time', async () => {
    const [one, other] = [
      await sealAll(Buffer.from('words'), passphrase),
      await sealAll(Buffer.from('words'), passphrase),
    ]
    expect(one.equals(other)).toBe(false)
  })

  test('costs whoever opens a strange file no more than one of ours', async () => {
    const sealed = await sealAll(Buffer.from('words'), passphrase)
    const dear = Buffer.from(sealed.toString('latin1').replace('"memoryCost":65536', '"memoryCost":9999999'), 'latin1')
    await expect(unsealAll(dear, passphrase)).rejects.toThrow('damaged')
  })
})

test('what is no backup at all is told so', async () => {
  await expect(unsealAll(Buffer.from('PK and the rest of a book'))).rejects.toThrow(
    'This is no backup of Frontispiece.',
  )
})
