import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { encodePicture } from '#server/raster.ts'

export type Raster = { name: string; svg: string; widths: readonly number[] }

/** Writes one picture in every width, as AVIF, WebP and JPEG, and tidies up after itself. */
export async function rasterise({ name, svg, widths }: Raster, folder: string, tidy: () => void): Promise<void> {
  for await (const { width, format, bytes } of encodePicture(svg, widths)) {
    await writeFile(join(folder, `${name}-${width}.${format}`), bytes)
  }
  tidy()
}

export async function greyTile(bytes: Uint8Array, size: number): Promise<Buffer> {
  const raw = { width: size, height: size, channels: 1 as const }
  return sharp(bytes, { raw }).png({ palette: true, colours: 4, dither: 0, effort: 10 }).toBuffer()
}
