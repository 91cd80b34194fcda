import type { ComponentProps } from 'react'
import { artUrl } from '#lib/art-urls.ts'
import { withoutThirdDot } from './picture-sizes.ts'

type Props = Pick<ComponentProps<'img'>, 'alt' | 'sizes' | 'className' | 'loading' | 'fetchPriority'> & {
  /** the picture's name among the generated ones, without width and ending; or where each of its files is */
  name: string | ((width: number, ending: string) => string)
  widths: readonly number[]
  width: number
  height: number
}

/** A generated picture in every format and width there is, with its place kept before it arrives. */
export function ArtPicture({ name, widths, alt, sizes: slots, loading = 'lazy', ...img }: Props) {
  const sizes = slots && withoutThirdDot(slots)
  const fileOf = (width: number | undefined, ending: string) =>
    typeof name === 'string' ? artUrl(`${name}-${width}.${ending}`) : name(width ?? 0, ending)
  const sources = (ending: string) => widths.map((width) => `${fileOf(width, ending)} ${width}w`).join(', ')
  return (
    <picture>
      <source type="image/avif" srcSet={sources('avif')} sizes={sizes} />
      <source type="image/webp" srcSet={sources('webp')} sizes={sizes} />
      <img {...img} src={fileOf(widths[1] ?? widths[0], 'jpg')} alt={alt} loading={loading} decoding="async" />
    </picture>
  )
}
