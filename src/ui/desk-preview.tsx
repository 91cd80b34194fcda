import { memo, type ReactNode, useState } from 'react'
import { author } from '#lib/author.ts'
import { excerpt } from '#lib/excerpt.ts'
import { useSite } from './site.ts'

/** What is told of a text beside the text: so many minutes, so many words. */
export function PreviewFacts({ children }: { children: ReactNode }) {
  return <p className="label text-faint">{children}</p>
}

const linesTogether = 40

/** Text as it was written, in pieces: a keystroke in a long story draws only the piece it fell into. */
export function PreviewText({ text }: { text: string }) {
  const lines = text.split('\n')
  const pieces = Array.from({ length: Math.ceil(lines.length / linesTogether) }, (_, index) =>
    lines.slice(index * linesTogether, (index + 1) * linesTogether).join('\n'),
  )
  return (
    <div dir="auto" className="prose wrap-anywhere *:mt-0">
      {pieces.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a piece is known by its place
        <Piece key={index} text={piece} />
      ))}
    </div>
  )
}

const Piece = memo(function Piece({ text }: { text: string }) {
  return (
    <p className="whitespace-pre-wrap [contain-intrinsic-height:auto_60rem] [content-visibility:auto]">
      {text}
      {/* An empty last line has a height too. */}
      {(text === '' || text.endsWith('\n')) && '\u200b'}
    </p>
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

/** How it looks when somebody passes the link on. */
export function ShareCard({ title, description, picture }: { title: string; description: string; picture: string }) {
  const { origin } = useSite()
  return (
    <figure>
      <figcaption className="label pb-3 text-faint">When the link is shared</figcaption>
      <div className="max-w-md overflow-hidden rounded-paper border border-line bg-ground">
        <div data-swatch="night" className="relative aspect-[1200/630] overflow-hidden bg-ground text-ink">
          <div aria-hidden="true" className="threads absolute inset-0 opacity-40" />
          <p className="title-3 absolute inset-x-6 bottom-12 line-clamp-3">{title || 'Untitled'}</p>
          <p className="small absolute bottom-5 left-6 text-muted">{author.name}</p>
          <PreviewPicture src={picture} className="absolute inset-0 size-full object-cover" />
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
