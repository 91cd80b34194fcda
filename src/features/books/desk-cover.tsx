import type { CoverPicture } from '#lib/cover.ts'
import { Cover } from '#ui/cover.tsx'

type Shown = { title: string; series: string | null; seriesOrder: number | null; cover: Partial<CoverPicture> | null }

/** Where a cover that is drawn can be looked at before anybody else does. */
export function sketchOf({ title, series, seriesOrder, cover }: Shown): string | null {
  if (cover?.kind !== 'drawn') return null
  const { motif = '', palette = '', lettering = '', seed = 1 } = cover
  const wish = {
    title: title.trim() || 'Untitled',
    series: series ?? '',
    number: seriesOrder === null ? '' : String(seriesOrder),
  }
  return `/api/owner/cover-sketch?${new URLSearchParams({ ...wish, motif, palette, lettering, seed: String(seed) })}`
}

/** A cover at the desk: a drawn one is there at once, and of a picture only its address need be known. */
export function DeskCover({ book, sizes }: { book: Shown; sizes: string }) {
  const { title, series, cover } = book
  const picture = sketchOf(book) ?? (cover?.kind === 'image' ? `${cover.url}/480.jpg` : null)
  if (picture) {
    return (
      <span className="cover">
        <img src={picture} alt="" className="size-full object-contain" />
      </span>
    )
  }
  const worn = cover?.kind === 'pack' ? (cover as CoverPicture) : null
  return <Cover book={{ title: title || 'Untitled', series, cover: worn, coverAlt: '' }} alt="" sizes={sizes} />
}
