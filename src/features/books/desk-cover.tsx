import type { CoverPicture } from '#lib/cover.ts'
import { Cover } from '#ui/cover.tsx'
import { sketchOf } from './sketch.ts'

type Shown = { title: string; series: string | null; seriesOrder: number | null; cover: Partial<CoverPicture> | null }

/** A cover at the desk: a drawn one is there at once, and of a picture only its address need be known. */
export function DeskCover({ book, sizes }: { book: Shown; sizes: string }) {
  const { title, series, cover } = book
  const isKnown = cover?.kind === 'pack' || (cover?.kind === 'image' && cover.width !== undefined)
  const picture = sketchOf(book) ?? (cover?.kind === 'image' && !isKnown ? `${cover.url}/480.jpg` : null)
  if (picture) {
    return (
      <span className="cover">
        <img src={picture} alt="" className="size-full object-contain" />
      </span>
    )
  }
  const worn = isKnown ? (cover as CoverPicture) : null
  return <Cover book={{ title: title || 'Untitled', series, cover: worn, coverAlt: '' }} alt="" sizes={sizes} />
}
