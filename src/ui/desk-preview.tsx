import { memo, type ReactNode, useState } from 'react'
import { author } from '#lib/author.ts'
import { excerpt } from '#lib/excerpt.ts'
import { useSite } from './site.ts'

/** What is told of a text beside the text: so many minutes, so many words. */
export function PreviewFacts({ children }: { children: ReactNode }) {
  return <p className="label text-faint">{children}</p>
}

const together = 20

/** Plain text as readers get it, in pieces: a keystroke in a long story draws only the piece it fell into. */
export function PreviewText({ text }: { text: string }) {
  const paragraphs = text.split('\n\n')
  const pieces = Array.from({ length: Math.ceil(paragraphs.length / together) }, (_, index) =>
    paragraphs.slice(index * together, (index + 1) * together).join('\n\n'),
  )
  return (
    <div dir="auto" className="prose wrap-anywhere whitespace-pre-wrap">
      {pieces.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a piece is known by its place
        <Piece key={index} text={piece} />
      ))}
    </div>
  )
}

const Piece = memo(function Piece({ text }: { text: string }) {
  return (
    <div className="space-y-[1em] [contain-intrinsic-height:auto_60rem] [content-visibility:auto]">
      {text.split('\n\n').map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph is known by its place
        <p key={index}>{paragraph || '\n'}</p>
      ))}
    </div>
  )
})

/** A picture from wherever its address says; one that does not come says so. */
export function PreviewPicture({ src, className }: { src: string; className: string }) {
  const [broken, setBroken] = useState<string | null>(null)
  const isShown = /^(https?:|\/)/.test(src) && URL.canParse(src, location.href)
  if (!isShown) return null
  if (broken === src) return <p className="small text-danger">The cover picture could not be loaded.</p>
  return <img src={src} alt="" referrerPolicy="no-referrer" onError={() => setBroken(src)} className={className} />
}

/** How it looks when somebody passes the link on: the picture is drawn for it, 1200 by 630. */
export function ShareCard({ title, description }: { title: string; description: string }) {
  const { origin } = useSite()
  return (
    <figure>
      <figcaption className="label pb-3 text-faint">When the link is shared</figcaption>
      <div className="max-w-md overflow-hidden rounded-paper border border-line bg-ground">
        <div data-swatch="night" className="relative aspect-[1200/630] overflow-hidden bg-ground text-ink">
          <div aria-hidden="true" className="threads absolute inset-0 opacity-40" />
          <p className="title-3 absolute inset-x-6 bottom-12 line-clamp-3">{title || 'Untitled'}</p>
          <p className="small absolute bottom-5 left-6 text-muted">{author.name}</p>
        </div>
        <div className="p-4">
          <p className="small text-faint">{new URL(origin).host}</p>
          <p className="mt-1 line-clamp-2 font-semibold">{title || 'Untitled'}</p>
          <p className="small mt-1 text-muted">{excerpt(description)}</p>
        </div>
      </div>
    </figure>
  )
}
