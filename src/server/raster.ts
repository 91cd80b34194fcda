import { renderAsync } from '@resvg/resvg-js'
import sharp, { type Sharp } from 'sharp'
import { type PictureFormat, pictureFormats } from './picture-formats.ts'

// Twice the size and scaled down: hairlines keep an even grey where one pass of antialiasing would make them flicker.
const oversample = 2

/** An opened picture, `width` pixels wide, anew at each call: a clone of Sharp's would copy every pixel. */
async function render(svg: string, width: number): Promise<() => Sharp> {
  const image = await renderAsync(svg, { fitTo: { mode: 'width', value: width }, font: { loadSystemFonts: false } })
  const raw = { width: image.width, height: image.height, channels: 4 } as const
  const { pixels } = image
  return () => sharp(pixels, { raw })
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

type Encoded = { width: number; format: PictureFormat; bytes: Buffer }

// What a new line carries before anything is known to have arrived: ten packets, less the headers. A phone's first covers
// are to come in it; larger ones, up to a book's own page, may take as much a pixel.
const firstFlight = { area: 384 * 576, bytes: 14_000 }
const onPhones = 480 * 720

/** Qualities to try, and how many bytes a pixel may cost. */
const encoders: Record<PictureFormat, (pixels: Buffer, area: number) => Promise<Buffer>> = {
  // Effort 2 would take half as long again to save one byte in seventy, and 4 five times as long.
  avif: (pixels, area) => {
    const share = Math.max(1, area / firstFlight.area)
    const limit = area > onPhones ? area * 0.1 : Math.min(area * 0.1, firstFlight.bytes * share)
    return fitting(limit, [52, 44, 36, 28], (quality) => sharp(pixels).avif({ quality, effort: 1 }).toBuffer())
  },
  webp: (pixels, area) =>
    fitting(area * 0.16, [74, 62, 50, 38], (quality) => sharp(pixels).webp({ quality, effort: 4 }).toBuffer()),
  // For browsers of before 2020, and other sites. A PNG of few colours took a third of all this, to look worse.
  jpg: (pixels, area) => fitting(area * 0.2, [80, 70, 60, 50], (quality) => sharp(pixels).jpeg({ quality }).toBuffer()),
}

/** One picture in every width and every format, one file at a time so that memory holds few. */
export async function* encodePicture(svg: string, widths: readonly number[]): AsyncGenerator<Encoded> {
  const open = await render(svg, Math.max(...widths) * oversample)
  for (const width of widths) {
    const made = open().removeAlpha().resize(width).png({ compressionLevel: 1 })
    const pixels = await made.toBuffer({ resolveWithObject: true })
    const area = width * pixels.info.height
    for (const format of pictureFormats) yield { width, format, bytes: await encoders[format](pixels.data, area) }
  }
}

/** A share card: PNG because every crawler reads it, and light because some give up on heavy ones. */
export async function cardPng(svg: string): Promise<Buffer> {
  const open = await render(svg, 1200 * oversample)
  const pixels = await open().removeAlpha().resize(1200).png({ compressionLevel: 1 }).toBuffer()
  // A little dither hides the steps in a scrim; more of it would cost as much as the drawing.
  const colours = { palette: true, dither: 0.35, effort: 7 }
  const qualities = [90, 76, 66, 57, 48, 40, 30, 20, 8]
  return fitting(118_000, qualities, (quality) =>
    sharp(pixels)
      .png({ ...colours, quality })
      .toBuffer(),
  )
}

export async function iconPng(svg: string, size: number): Promise<Buffer> {
  const open = await render(svg, size)
  return open().png({ compressionLevel: 9 }).toBuffer()
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
