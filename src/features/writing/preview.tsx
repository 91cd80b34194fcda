import { useEffect, useMemo, useState } from 'react'
import { formatDate } from '#lib/dates.ts'
import { excerpt } from '#lib/excerpt.ts'
import { toUrl } from '#lib/url.ts'
import { useSite } from '#ui/site.ts'
import type { Format } from './contract.ts'
import { readText } from './prose.ts'
import { textOf } from './prose-text.ts'

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

/** A text out of a form, as it is read: its blocks, and the words a reader will see. */
export function useRead({ content, format }: { content: string; format: Format }) {
  return useMemo(() => {
    const blocks = readText(content, format)
    return { blocks, text: textOf(blocks) }
  }, [content, format])
}

/** A picture from wherever its address says; one that does not come says so. */
export function PreviewPicture({ src: typed, className }: { src: string; className: string }) {
  const [broken, setBroken] = useState<string | null>(null)
  const src = useSettled(typed)
  if (!isPicture(src)) return null
  if (broken === src) return <p className="small text-danger">The cover picture could not be loaded.</p>
  return <img src={src} alt="" referrerPolicy="no-referrer" onError={() => setBroken(src)} className={className} />
}

function isPicture(src: string): boolean {
  const url = toUrl(src)
  return url?.protocol === 'https:' || url?.origin === location.origin
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
  const { origin, author } = useSite()
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
