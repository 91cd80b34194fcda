import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { cardPng, encodePicture, render } from '#server/raster.ts'

export type Raster = { name: string; svg: string; widths: readonly number[] }

/** Writes one picture in every width, as AVIF, WebP and PNG. */
export async function rasterise({ name, svg, widths }: Raster, folder: string): Promise<void> {
  for await (const { width, format, bytes } of encodePicture(svg, widths)) {
    await writeFile(join(folder, `${name}-${width}.${format}`), bytes)
  }
}

export async function rasteriseCard(svg: string, file: string): Promise<void> {
  await writeFile(file, await cardPng(svg))
}

export async function rasteriseIcon(svg: string, size: number, file: string): Promise<void> {
  const image = await render(svg, size)
  await writeFile(file, await image.png({ compressionLevel: 9 }).toBuffer())
}

/** An ICO is a directory of pictures, and a PNG may be one of them. */
export async function icoOf(svg: string): Promise<Buffer> {
  const png = await (await render(svg, 32)).png({ compressionLevel: 9 }).toBuffer()
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(32, 6)
  header.writeUInt8(32, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}

export async function greyTile(bytes: Uint8Array, size: number): Promise<Buffer> {
  const raw = { width: size, height: size, channels: 1 as const }
  return sharp(bytes, { raw }).png({ palette: true, colours: 4, dither: 0, effort: 10 }).toBuffer()
}
