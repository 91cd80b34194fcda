import type { ComponentProps } from 'react'
import type { Covered, CoverPicture } from '#lib/cover.ts'
import { ArtPicture } from './art-picture.tsx'
import { cn } from './cn.ts'
import { withoutThirdDot } from './picture-sizes.ts'
import { useAuthor } from './site.ts'

type Look = Pick<ComponentProps<'img'>, 'alt' | 'sizes' | 'loading' | 'fetchPriority' | 'className'>
type Props = Look & { book: Covered }

/**
 * A book's cover in its place of two by three, with the shadow of a thing that stands on a shelf, and an edge: dark ones
 * would melt into a night page. Without a picture it is a board with the book's own words.
 */
export function Cover({ book, alt = book.coverAlt, className, ...look }: Props) {
  const { cover } = book
  const name = nameOf(cover)
  if (name) {
    return (
      <ArtPicture
        name={name}
        widths={[200, 384, 480, 800]}
        width={400}
        height={600}
        alt={alt}
        {...look}
        className={cn('cover', className)}
      />
    )
  }
  if (cover?.kind === 'drawn' && cover.sketch) {
    return <img src={cover.sketch} alt={alt} width={400} height={600} className={cn('cover', className)} />
  }
  if (cover?.kind === 'image') return <Picture cover={cover} alt={alt} className={className} {...look} />
  return <Board book={book} alt={alt} className={className} />
}

/** Where a cover that was drawn, with the build or since, has its files. */
function nameOf(cover: CoverPicture | null): ComponentProps<typeof ArtPicture>['name'] | null {
  if (cover?.kind === 'pack') return `cover-${cover.name}`
  const files = cover?.kind === 'drawn' && cover.files
  return files ? (width, ending) => `/drawn/${files}.${width}.${ending}` : null
}

type Picture = Extract<CoverPicture, { kind: 'image' }>

const widths = [480, 960, 1600]

/** A picture of hers keeps its own proportions, on the colour most of it has: never cropped. */
function Picture({ cover, alt, className, sizes, loading = 'lazy', ...img }: Look & { cover: Picture }) {
  const { url, width, height, colour } = cover
  const choices = widths.filter((_, at) => (widths[at - 1] ?? 0) < width)
  return (
    <span className={cn('cover', className)}>
      {colour && (
        <svg aria-hidden="true" className="absolute size-full">
          <rect width="100%" height="100%" fill={colour} />
        </svg>
      )}
      <img
        {...img}
        alt={alt}
        src={`${url}/480.jpg`}
        srcSet={choices.map((one) => `${url}/${one}.webp ${Math.min(one, width)}w`).join(', ')}
        sizes={sizes && withoutThirdDot(sizes)}
        width={width}
        height={height}
        loading={loading}
        decoding="async"
        className="relative size-full object-contain"
      />
    </span>
  )
}

/** What a book wears that has no picture: its title and her name, stamped on cloth. */
function Board({ book, alt, className }: Pick<Props, 'book' | 'alt' | 'className'>) {
  const { name } = useAuthor()
  return (
    <span {...(alt ? { role: 'img', 'aria-label': alt } : {})} className={cn('cover board', className)}>
      <span aria-hidden="true" dir="auto" className="board-words" data-size={boardSize(book.title)}>
        <span className="board-small">{book.series}</span>
        <span className="board-title">{book.title}</span>
        <span className="board-small">{name}</span>
      </span>
    </span>
  )
}

/** How many letters each size takes, the largest first: in one word, which must stand on one line, and in all its lines. */
const boardRoom = [
  { word: 7, title: 12 },
  { word: 11, title: 24 },
  { word: 15, title: 44 },
  { word: 19, title: 80 },
  { word: 23, title: 130 },
]

/** From 1, the largest, to 6. */
function boardSize(title: string): number {
  const longest = Math.max(...title.split(/\s+/).map((word) => word.length))
  return 1 + boardRoom.filter((most) => longest > most.word || title.length > most.title).length
}
