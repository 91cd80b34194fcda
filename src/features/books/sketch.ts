import type { CoverPicture } from '#lib/cover.ts'

type Shown = { title: string; series: string | null; seriesOrder: number | null; cover: Partial<CoverPicture> | null }

/** Where a cover that is drawn can be looked at by its owner, before it is drawn for anybody else; null for any other. */
export function sketchOf({ title, series, seriesOrder, cover }: Shown): string | null {
  if (cover?.kind !== 'drawn') return null
  const { motif = '', palette = '', lettering = '', seed = 1 } = cover
  const number = seriesOrder === null ? '' : String(seriesOrder)
  const words = { title: title.trim() || 'Untitled', series: series ?? '', number }
  return `/api/owner/cover-sketch?${new URLSearchParams({ ...words, motif, palette, lettering, seed: String(seed) })}`
}
