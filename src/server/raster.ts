import { renderAsync } from '@resvg/resvg-js'
import sharp, { type Sharp } from 'sharp'

// Twice the size and scaled down: hairlines keep an even grey where one pass of antialiasing would make them flicker.
export const oversample = 2

/** An opened picture, `width` pixels wide. */
export async function render(svg: string, width: number): Promise<Sharp> {
  const image = await renderAsync(svg, { fitTo: { mode: 'width', value: width }, font: { loadSystemFonts: false } })
  return sharp(image.pixels, { raw: { width: image.width, height: image.height, channels: 4 } })
}

/** The best quality that fits, tried from the top. The last one is taken whatever it weighs. */
export async function fitting(
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
export function palettePng(pixels: Buffer, quality: number): Promise<Buffer> {
  return sharp(pixels).png({ palette: true, quality, dither: 0.35, effort: 7 }).toBuffer()
}

/** A share card: PNG because every crawler reads it, and light because some give up on heavy ones. */
export async function cardPng(svg: string): Promise<Buffer> {
  const card = await render(svg, 1200 * oversample)
  const pixels = await card.removeAlpha().resize(1200).png({ compressionLevel: 1 }).toBuffer()
  return fitting(118_000, [90, 76, 66, 57, 48, 40, 30, 20, 8], (quality) => palettePng(pixels, quality))
}
