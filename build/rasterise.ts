import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { renderAsync } from '@resvg/resvg-js'
import sharp, { type Sharp } from 'sharp'

export type Raster = { name: string; svg: string; widths: readonly number[] }

// Twice the size and scaled down: hairlines keep an even grey where one pass of antialiasing would make them flicker.
const oversample = 2

/** An opened picture, `width` pixels wide. */
async function render(svg: string, width: number): Promise<Sharp> {
  const image = await renderAsync(svg, { fitTo: { mode: 'width', value: width }, font: { loadSystemFonts: false } })
  return sharp(image.pixels, { raw: { width: image.width, height: image.height, channels: 4 } })
}

/** The best quality that fits, tried from the top. The last one is taken whatever it weighs. */
async function fitting(limit: number, qualities: readonly number[], encode: (quality: number) => Promise<Buffer>) {
  let file = await encode(qualities[0] ?? 50)
  for (const quality of qualities.slice(1)) {
    if (file.length <= limit) return file
    file = await encode(quality)
  }
  return file
}

/** Writes one picture in every width, as AVIF, WebP and PNG. */
export async function rasterise({ name, svg, widths }: Raster, folder: string): Promise<void> {
  const master = (await render(svg, Math.max(...widths) * oversample)).removeAlpha()
  for (const width of widths) {
    const pixels = await master.clone().resize(width).png({ compressionLevel: 1 }).toBuffer({ resolveWithObject: true })
    const area = width * pixels.info.height
    const path = join(folder, `${name}-${width}`)
    // Effort 4 would take five times as long to save one byte in thirty.
    const avif = await fitting(area * 0.1, [52, 44, 36, 28], (quality) =>
      sharp(pixels.data).avif({ quality, effort: 2 }).toBuffer(),
    )
    const webp = await fitting(area * 0.16, [74, 62, 50, 38], (quality) =>
      sharp(pixels.data).webp({ quality, effort: 4 }).toBuffer(),
    )
    const png = await fitting(area * 0.2, [80, 60, 40, 20], (quality) => palettePng(pixels.data, quality))
    await Promise.all([writeFile(`${path}.avif`, avif), writeFile(`${path}.webp`, webp), writeFile(`${path}.png`, png)])
  }
}

// A little dither hides the steps in a scrim; more of it would cost as much as the drawing.
function palettePng(pixels: Buffer, quality: number): Promise<Buffer> {
  return sharp(pixels).png({ palette: true, quality, dither: 0.35, effort: 7 }).toBuffer()
}

/** A share card: PNG because every crawler reads it, and light because some give up on heavy ones. */
export async function rasteriseCard(svg: string, file: string): Promise<void> {
  const card = await render(svg, 1200 * oversample)
  const pixels = await card.removeAlpha().resize(1200).png({ compressionLevel: 1 }).toBuffer()
  const png = await fitting(118_000, [90, 76, 66, 57, 48, 40, 30, 20, 8], (quality) => palettePng(pixels, quality))
  await writeFile(file, png)
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
