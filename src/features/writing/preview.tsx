import { memo, useEffect, useState } from 'react'
import { author } from '#lib/author.ts'
import { formatDate } from '#lib/dates.ts'
import { excerpt } from '#lib/excerpt.ts'
import { useSite } from '#ui/site.ts'

/** What is told of a text beside the text. */
export function PreviewFacts({ minutes, words }: { minutes: number; words: number }) {
  return (
    <p className="label text-faint">
      {minutes} min to read · {wordsInWords(words)}
    </p>
  )
}

export function wordsInWords(words: number): string {
  return `${words.toLocaleString('en-CA')} ${words === 1 ? 'word' : 'words'}`
}

/** A day out of a form, which may be half-typed, or none yet. */
export function dayInWords(day: string): string {
  return Number.isNaN(Date.parse(day)) ? 'The day it appears' : formatDate(day)
}

const together = 20
const mostParagraphs = 400
const mostCharacters = 60_000

/** Plain text as readers get it, in pieces: a keystroke draws only the piece it fell into. As much as anybody looks at. */
export function PreviewText({ text }: { text: string }) {
  const paragraphs = text.slice(0, mostCharacters).split('\n\n', mostParagraphs)
  const isWhole = text.length <= mostCharacters && paragraphs.length < mostParagraphs
  const pieces = Array.from({ length: Math.ceil(paragraphs.length / together) }, (_, index) =>
    paragraphs.slice(index * together, (index + 1) * together).join('\n\n'),
  )
  return (
    <div dir="auto" className="prose wrap-anywhere whitespace-pre-wrap">
      {pieces.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a piece is known by its place
        <Piece key={index} text={piece} />
      ))}
      {!isWhole && <p className="text-faint">And so on. A text as long as this is not shown to its end here.</p>}
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
export function PreviewPicture({ src: typed, className }: { src: string; className: string }) {
  const [broken, setBroken] = useState<string | null>(null)
  const src = useSettled(typed)
  if (!isPicture(src)) return null
  if (broken === src) return <p className="small text-danger">The cover picture could not be loaded.</p>
  return <img src={src} alt="" referrerPolicy="no-referrer" onError={() => setBroken(src)} className={className} />
}

function isPicture(src: string): boolean {
  if (!URL.canParse(src)) return false
  const { protocol, origin } = new URL(src)
  return protocol === 'https:' || origin === location.origin
}

const pause = 600

/** An address half-typed is an address too, of somebody else: it is not asked for anything. */
function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pause)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}

/** How it looks when somebody passes the link on: the picture is drawn for it, 1200 by 630. */
export function ShareCard({ title, description }: { title: string; description: string }) {
  const { origin } = useSite()
  return (
    <figure>
      <figcaption className="label pb-3 text-faint">When the link is shared</figcaption>
      <div className="max-w-md overflow-hidden rounded-paper border border-line bg-ground">
        <div data-swatch="night" className="relative aspect-[1200/630] overflow-hidden bg-ground text-ink">
          <div aria-hidden="true" className="threads h-1/2 opacity-60" />
          <p className="title-3 absolute inset-x-6 bottom-11 line-clamp-2 pb-1">{title || 'Untitled'}</p>
          <p className="small absolute bottom-5 left-6 text-muted">{author.name}</p>
        </div>
        <div className="p-4">
          <p className="small text-faint">{new URL(origin).host}</p>
          <p className="mt-1 line-clamp-2 font-semibold">{title || 'Untitled'}</p>
          <p className="small mt-1 text-muted">{excerpt(description.slice(0, 1_000))}</p>
        </div>
      </div>
    </figure>
  )
}
