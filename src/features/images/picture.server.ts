import type { Sharp } from 'sharp'
import { AppError } from '#server/errors.ts'
import { mostPixels, pictureWidths } from './contract.ts'

/** What a picture is by its first bytes, whatever it is called. Only these ever reach a decoder. */
const signatures: Record<string, RegExp> = {
  jpeg: /^\xff\xd8\xff/,
  png: /^\x89PNG\r\n/,
  webp: /^RIFF.{4}WEBP/s,
  gif: /^GIF8[79]a/,
  heif: /^.{4}ftypavi[fs]/s,
}

/** What phones take pictures in, and hardly any browser shows. */
const heic = /^.{4}ftyp(?:hei[cmsx]|hev[cmsx]|mif1|msf1)/s

// A native library of 20 MB in memory: not before the first picture is brought.
const openSharp = async () => (await import('sharp')).default

/** WebP holds 16,383 pixels a side, and it is the height that stays as it is. */
const longestSide = 16_000

/** The pixels themselves, at the largest size that is kept. */
export type Decoded = { pixels: Buffer; width: number; height: number; channels: 1 | 2 | 3 | 4 }

/** Nothing but its pixels comes out of this: no place, no camera, nothing hidden behind its end, the first frame only. */
export async function decodePicture(bytes: Uint8Array): Promise<Decoded> {
  const start = Buffer.from(bytes.subarray(0, 32)).toString('latin1')
  const format = Object.keys(signatures).find((name) => signatures[name]?.test(start))
  if (!format) throw heic.test(start) ? aHeicPicture() : notAPicture()
  const sharp = await openSharp()
  // Only the header is read here, however many pixels it claims.
  const claimed = await sharp(bytes, { limitInputPixels: false }).metadata().catch(refuseDamaged)
  if (claimed.format !== format) throw notAPicture()
  if (claimed.width * claimed.height > mostPixels) {
    throw new AppError('too_large', 'That picture has more than 24 million pixels. Please make it smaller.')
  }
  if (Math.max(claimed.width, claimed.height) > longestSide) {
    throw new AppError('too_large', 'That picture is longer than 16,000 pixels on one side. Please make it smaller.')
  }
  const { data, info } = await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'truncated' })
    .autoOrient()
    .resize({ width: Math.max(...pictureWidths), withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(refuseDamaged)
  return { pixels: data, width: info.width, height: info.height, channels: info.channels }
}

/**
 * The colour most of it has, as #rrggbb. Looked for in a small copy, which has the same. Which sixteenth of each colour
 * is most common is counted first; what these pixels are on average is the colour itself, so that a flat cover stands
 * on its own and not on one beside it.
 */
export async function colourOf({ pixels, ...raw }: Decoded): Promise<string> {
  const sharp = await openSharp()
  const { data, info } = await sharp(pixels, { raw })
    .flatten({ background: '#fffdf8' })
    .resize({ width: 96, withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const { dominant } = await sharp(data, { raw: { width, height, channels } }).stats()
  const most = [dominant.r, dominant.g, dominant.b]
  const sums = [0, 0, 0]
  let count = 0
  for (let at = 0; at < data.length; at += channels) {
    if (most.some((part, band) => (part ^ (data[at + band] ?? 0)) > 15)) continue
    count++
    for (const band of sums.keys()) sums[band] = (sums[band] ?? 0) + (data[at + band] ?? 0)
  }
  const mean = most.map((part, band) => (count > 0 ? Math.round((sums[band] ?? 0) / count) : part))
  return `#${mean.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** How a picture travels: small for everybody who can read it, and as everybody can read it. */
export const encodings = {
  webp: { type: 'image/webp', encode: (picture: Sharp) => picture.webp({ quality: 80 }) },
  jpg: {
    type: 'image/jpeg',
    encode: (picture: Sharp) => picture.flatten({ background: '#fffdf8' }).jpeg({ quality: 82, mozjpeg: true }),
  },
} as const

export type Ending = keyof typeof encodings

export async function encodePicture({ pixels, ...raw }: Decoded, at: number, ending: Ending): Promise<Buffer> {
  const sharp = await openSharp()
  const sized = sharp(pixels, { raw }).resize({ width: at, withoutEnlargement: true })
  return encodings[ending].encode(sized).toBuffer()
}

function notAPicture(): AppError {
  return new AppError('unsupported', 'A picture must be a JPEG, PNG, WebP, AVIF or GIF file.')
}

function aHeicPicture(): AppError {
  return new AppError(
    'unsupported',
    'That is a HEIC picture, which few browsers show. Export it as JPEG, then choose that.',
  )
}

function refuseDamaged(): never {
  throw new AppError('invalid', 'That picture is damaged or not whole.')
}
