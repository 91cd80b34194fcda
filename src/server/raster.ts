import { renderAsync } from '@resvg/resvg-js'
import sharp, { type Sharp } from 'sharp'
import { type PictureFormat, pictureFormats } from './picture-formats.ts'

// Twice the size and scaled down: hairlines keep an even grey where one pass of antialiasing would make them flicker.
const oversample = 2

/** An opened picture, `width` pixels wide. */
export async function render(svg: string, width: number): Promise<Sharp> {
  const image = await renderAsync(svg, { fitTo: { mode: 'width', value: width }, font: { loadSystemFonts: false } })
  return sharp(image.pixels, { raw: { width: image.width, height: image.height, channels: 4 } })
}

/** The best quality that fits, tried from the top. The last one is taken whatever it weighs. */
async function fitting(
  limit: number,
  qualities: readonly number[],
  encode: (quality: number) => Promise<Buffer>,
): Promise<Buffer> {
  let file = await encode(qualities[0] ?? 50)
  for (const quality of qualities.slice(1)) {
    if (file.length <= limit) return file
    file = await encode(quality)
  }
  return file
}

// A little dither hides the steps in a scrim; more of it would cost as much as the drawing.
function palettePng(pixels: Buffer, quality: number): Promise<Buffer> {
  return sharp(pixels).png({ palette: true, quality, dither: 0.35, effort: 7 }).toBuffer()
}

type Encoded = { width: number; format: PictureFormat; bytes: Buffer }

// What a new line carries before anything is known to have arrived: ten packets, less the headers. A phone's first covers
// are to come in it.
const firstFlight = { area: 384 * 576, bytes: 14_000 }

/** Qualities to try, and how many bytes a pixel may cost. */
const encoders: Record<PictureFormat, (pixels: Buffer, area: number) => Promise<Buffer>> = {
  // Effort 2 would take half as long again to save one byte in seventy, and 4 five times as long.
  avif: (pixels, area) => {
    const limit = area > firstFlight.area ? area * 0.1 : Math.min(area * 0.1, firstFlight.bytes)
    return fitting(limit, [52, 44, 36, 28], (quality) => sharp(pixels).avif({ quality, effort: 1 }).toBuffer())
  },
  webp: (pixels, area) =>
    fitting(area * 0.16, [74, 62, 50, 38], (quality) => sharp(pixels).webp({ quality, effort: 4 }).toBuffer()),
  png: (pixels, area) => fitting(area * 0.2, [80, 60, 40, 20], (quality) => palettePng(pixels, quality)),
}

/** One picture in every width and every format, one file at a time so that memory holds few. */
export async function* encodePicture(svg: string, widths: readonly number[]): AsyncGenerator<Encoded> {
  const master = (await render(svg, Math.max(...widths) * oversample)).removeAlpha()
  for (const width of widths) {
    const pixels = await master.clone().resize(width).png({ compressionLevel: 1 }).toBuffer({ resolveWithObject: true })
    const area = width * pixels.info.height
    for (const format of pictureFormats) yield { width, format, bytes: await encoders[format](pixels.data, area) }
  }
}

/** A share card: PNG because every crawler reads it, and light because some give up on heavy ones. */
export async function cardPng(svg: string): Promise<Buffer> {
  const card = await render(svg, 1200 * oversample)
  const pixels = await card.removeAlpha().resize(1200).png({ compressionLevel: 1 }).toBuffer()
  return fitting(118_000, [90, 76, 66, 57, 48, 40, 30, 20, 8], (quality) => palettePng(pixels, quality))
}

export async function iconPng(svg: string, size: number): Promise<Buffer> {
  return (await render(svg, size)).png({ compressionLevel: 9 }).toBuffer()
}

/** An ICO is a directory of pictures, and a PNG may be one of them. */
export async function icoOf(svg: string): Promise<Buffer> {
  const png = await iconPng(svg, 32)
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
