import { useState } from 'react'
import { ArtPicture } from './art-picture.tsx'

type Props = { id: string; name: string; poster: string; note: string }

/**
 * A video that loads nothing from anyone until it is pressed. Without a script it is a plain link to the video.
 */
export function Video({ id, name, poster, note }: Props) {
  const [isPlaying, setIsPlaying] = useState(false)
  return (
    <div className="relative aspect-video overflow-hidden rounded-paper bg-sunken">
      {isPlaying ? (
        <iframe
          src={`https://www.youtube-nocookie.com/embed/${id}?autoplay=1`}
          title={name}
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
          referrerPolicy="strict-origin-when-cross-origin"
          className="size-full border-0"
        />
      ) : (
        <a
          href={`https://www.youtube.com/watch?v=${id}`}
          onClick={(event) => {
            event.preventDefault()
            setIsPlaying(true)
          }}
          className="group block size-full"
        >
          <ArtPicture
            name={poster}
            widths={[480, 960]}
            width={480}
            height={270}
            sizes="(min-width: 48rem) 46vw, 92vw"
            alt=""
            className="size-full object-cover"
          />
          <span className="absolute inset-x-0 bottom-0 flex items-center gap-4 bg-linear-to-t from-[#090a0d] from-20% to-transparent p-5 pt-16 text-[#ece6da]">
            <span
              aria-hidden="true"
              className="grid size-14 shrink-0 place-items-center rounded-full bg-[#e8a857] text-[#1a1206]"
            >
              <svg viewBox="0 0 24 24" width="22" height="22" fill="currentColor" aria-hidden="true">
                <path d="M7 4.5v15l12-7.5z" />
              </svg>
            </span>
            <span>
              <span className="block leading-tight font-semibold">
                <span className="sr-only">Play: </span>
                {name}
              </span>
              <span className="mt-1 block text-[0.875rem] text-[#b5aea1]">{note}</span>
            </span>
          </span>
        </a>
      )}
    </div>
  )
}
