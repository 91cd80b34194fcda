import type { ComponentProps } from 'react'
import type { Focal } from '#lib/author.ts'
import { withoutThirdDot } from './picture-sizes.ts'

/** The widths in which uploads are kept (features/images). */
const widths = [480, 960, 1600]

type Props = Pick<ComponentProps<'img'>, 'sizes' | 'className' | 'loading' | 'fetchPriority'> & {
  url: string
  alt: string
  focal?: Focal
}

/** A picture she has brought, as large as it is shown. Where it is cut, the part she chose stays. */
export function UploadedPicture({ url, alt, focal = 'middle', sizes, loading = 'lazy', ...img }: Props) {
  return (
    <img
      {...img}
      alt={alt}
      src={`${url}/960.jpg`}
      srcSet={widths.map((width) => `${url}/${width}.webp ${width}w`).join(', ')}
      sizes={sizes && withoutThirdDot(sizes)}
      data-focal={focal}
      loading={loading}
      decoding="async"
    />
  )
}
