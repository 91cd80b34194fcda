import { useState } from 'react'
import { ArtPicture } from './art-picture.tsx'

type Props = { id: string; name: string; poster: string; note: string }

/**
 * A video that loads nothing from anyone until it is pressed. Without a script it is a plain link to the video.
 */
export function Video({ id, name, poster, note }: Props) {
  const [isPlaying, setIsPlaying] = useState(false)
  return (
    <figure>
      <div className="relative aspect-video overflow-hidden rounded-paper bg-sunken">
        {isPlaying ? (
          <iframe
            ref={(frame) => frame?.focus()}
            src={`https://www.youtube-nocookie.com/embed/${id}?autoplay=1`}
            title={name}
            allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
            sandbox="allow-scripts allow-same-origin allow-presentation"
            referrerPolicy="strict-origin-when-cross-origin"
            className="size-full border-0"
          />
        ) : (
          <a
            href={`https://www.youtube.com/watch?v=${id}`}
            data-held=""
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return
              event.preventDefault()
              setIsPlaying(true)
            }}
            className="group block size-full"
          >
            <ArtPicture
              name={poster}
              widths={[480, 720, 960]}
              width={480}
              height={270}
              sizes="(min-width: 48rem) 46vw, 92vw"
              alt=""
              className="size-full object-cover"
            />
            <span className="absolute bottom-4 left-4 grid size-16 place-items-center rounded-full bg-accent text-on-accent shadow-cover transition-transform duration-200 ease-(--ease) group-hover:scale-105">
              <svg viewBox="0 0 24 24" width="24" height="24" fill="currentColor" aria-hidden="true">
                <path d="M7 4.5v15l12-7.5z" />
              </svg>
              <span className="sr-only">Play: {name}</span>
            </span>
          </a>
        )}
      </div>
      <figcaption className="mt-3">
        <span className="block leading-snug font-semibold">{name}</span>
        <span className="small block text-faint">{note}</span>
      </figcaption>
    </figure>
  )
}
