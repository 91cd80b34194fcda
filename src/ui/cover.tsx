import type { ComponentProps } from 'react'
import { ArtPicture } from './art-picture.tsx'
import { cn } from './cn.ts'

type Props = Pick<ComponentProps<typeof ArtPicture>, 'alt' | 'sizes' | 'loading' | 'fetchPriority' | 'className'> & {
  slug: string
}

/** A book's cover, two by three, with the shadow of a thing that stands on a shelf, and an edge: dark ones would melt into a night page. */
export function Cover({ slug, className, ...picture }: Props) {
  return (
    <ArtPicture
      name={`cover-${slug}`}
      widths={[200, 400, 800]}
      width={400}
      height={600}
      {...picture}
      className={cn(
        'block aspect-2/3 w-full rounded-[2px] bg-sunken shadow-cover outline -outline-offset-1 outline-ink/12',
        className,
      )}
    />
  )
}
