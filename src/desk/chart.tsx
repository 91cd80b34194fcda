import { type PointerEvent, useMemo, useRef, useState } from 'react'
import { cn } from '#ui/cn.ts'
import { chartBox, drawChart } from './chart-lines.ts'
import { countInWords, shortNumber } from './words.ts'

type Props = {
  label: string
  moments: readonly { words: string; inner: number; outer: number }[]
  /** what is counted, and out of how much: each by its name for one and for many */
  inner: readonly [one: string, many: string]
  outer: readonly [one: string, many: string]
  room: number
  /** the first moment that was counted at all */
  start: number
  labels: readonly { index: number; words: string; isOnPhones: boolean }[]
}

/**
 * Two counts over time, and at any moment both in words: under the pointer, or by the arrow keys. The drawing is
 * stretched to the width there is; its letters are not.
 */
export function DeskChart({ label, moments, inner, outer, room, start, labels }: Props) {
  const last = moments.length - 1
  const { chosen, choose, plot, pointing } = useChoice(start, last, room)
  const drawing = useMemo(() => drawChart({ readings: moments, room, start }), [moments, room, start])
  const shown = Math.min(chosen ?? last, last)
  const { words, ...moment } = moments[shown] ?? { words: '', inner: 0, outer: 0 }
  const figures = `${countInWords(moment.inner, ...inner)}, ${countInWords(moment.outer, ...outer)}`
  return (
    <figure aria-label={label}>
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1 pb-4">
        {/* Two lines on a phone, so that the chart below holds still under a finger. */}
        <p data-slot="reading" className="max-sm:min-h-[2lh]">
          <span className="font-semibold">{words}</span> <span className="text-muted tabular-nums">{figures}</span>
        </p>
        <Key inner={inner[1]} outer={outer[1]} />
      </figcaption>
      <div className="flex touch-pan-y" {...pointing}>
        <Ticks ticks={drawing.ticks} />
        <div
          ref={plot}
          className="relative min-w-0 flex-1 rounded-paper outline-offset-4 outline-(--focus) has-focus-visible:outline-2"
        >
          <Plot drawing={drawing} start={start} chosen={chosen === null ? null : shown} />
          <Axis labels={labels} room={room} />
          <input
            type="range"
            aria-label={label}
            aria-valuetext={`${words}: ${figures}`}
            min={start}
            max={last}
            value={shown}
            onChange={(event) => choose(Number(event.target.value))}
            onBlur={() => choose(null)}
            data-needs-script
            className="pointer-events-none absolute inset-0 h-full w-full opacity-0"
          />
        </div>
      </div>
    </figure>
  )
}

/** The moment she looks at. A mouse that goes takes it along; a finger leaves it. */
function useChoice(start: number, last: number, room: number) {
  const [chosen, choose] = useState<number | null>(null)
  const plot = useRef<HTMLDivElement>(null)

  function follow({ clientX }: PointerEvent) {
    const { left, width } = plot.current?.getBoundingClientRect() ?? { left: 0, width: 1 }
    const index = Math.round(((clientX - left) / width) * (room - 1))
    choose(Math.max(start, Math.min(last, index)))
  }
  const leave = ({ pointerType }: PointerEvent) => pointerType === 'mouse' && choose(null)
  return { chosen, choose, plot, pointing: { onPointerMove: follow, onPointerDown: follow, onPointerLeave: leave } }
}

function Key({ inner, outer }: { inner: string; outer: string }) {
  return (
    <p aria-hidden="true" className="small flex gap-5 text-muted capitalize">
      <span className="flex items-center gap-2">
        <svg aria-hidden="true" width="22" height="10" className="stroke-veil forced-colors:stroke-[CanvasText]">
          <path d="M0 2H22" strokeWidth="2" />
          <path d="M3 3V10M8 3V10M13 3V10M18 3V10" strokeWidth="2" opacity=".4" />
        </svg>
        {inner}
      </span>
      <span className="flex items-center gap-2">
        <svg aria-hidden="true" width="22" height="10" className="stroke-veil forced-colors:stroke-[CanvasText]">
          <path d="M0 .5H22M3 1V10M8 1V10M13 1V10M18 1V10" opacity=".55" />
        </svg>
        {outer}
      </span>
    </p>
  )
}

type Drawing = ReturnType<typeof drawChart>

function Ticks({ ticks }: Pick<Drawing, 'ticks'>) {
  const width = Math.max(...ticks.map(({ count }) => shortNumber(count).length)) * 8 + 12
  return (
    <svg
      aria-hidden="true"
      width={width}
      height={chartBox.height}
      className="shrink-0 overflow-visible fill-faint text-[0.8125rem] tabular-nums"
    >
      {ticks.map(({ count, y }) => (
        <text key={count} x={width - 12} y={y + 4} textAnchor="end">
          {shortNumber(count)}
        </text>
      ))}
    </svg>
  )
}

function Axis({ labels, room }: Pick<Props, 'labels' | 'room'>) {
  return (
    <svg
      aria-hidden="true"
      width="100%"
      height="28"
      className="block overflow-visible fill-faint text-[0.8125rem] tabular-nums"
    >
      {labels.map(({ index, words, isOnPhones }) => (
        <AxisWords key={index} x={index / Math.max(1, room - 1)} words={words} isOnPhones={isOnPhones} />
      ))}
    </svg>
  )
}

function AxisWords({ x, words, isOnPhones }: { x: number; words: string; isOnPhones: boolean }) {
  const anchor = x < 0.03 ? 'start' : x > 0.97 ? 'end' : 'middle'
  return (
    <text x={percent(x)} y="20" textAnchor={anchor} className={cn(!isOnPhones && 'max-md:hidden')}>
      {words}
    </text>
  )
}

function Plot({ drawing, start, chosen }: { drawing: Drawing; start: number; chosen: number | null }) {
  const { ticks, points, trace, unfinished, skyline, threads } = drawing
  const end = points.at(-1)
  const at = chosen === null ? undefined : points[chosen]
  return (
    <svg aria-hidden="true" width="100%" height={chartBox.height} className="block overflow-visible">
      {ticks.map(({ count, y }) => (
        <line
          key={count}
          x2="100%"
          y1={Math.round(y) + 0.5}
          y2={Math.round(y) + 0.5}
          className={cn('forced-colors:stroke-[GrayText]', count === 0 ? 'stroke-line-strong' : 'stroke-line')}
        />
      ))}
      <svg
        aria-hidden="true"
        width="100%"
        height={chartBox.height}
        viewBox={`0 0 ${chartBox.width} ${chartBox.height}`}
        preserveAspectRatio="none"
        className="fill-none stroke-veil [&_path]:[vector-effect:non-scaling-stroke] forced-colors:stroke-[CanvasText]"
      >
        {threads.map(({ fine, heavy }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: there are always two, the second one for wide screens
          <g key={index} className={cn(index === 1 && 'max-md:hidden')}>
            <path d={fine} opacity=".3" />
            <path d={heavy} strokeWidth="2" opacity=".34" />
          </g>
        ))}
        <path d={skyline} opacity=".45" strokeLinejoin="round" />
        <path d={trace} strokeWidth="2" strokeLinejoin="round" strokeLinecap="round" />
        <path d={unfinished} strokeWidth="2" strokeDasharray="3 4" />
      </svg>
      {at && (
        <g className="fill-accent stroke-accent forced-colors:fill-[Highlight] forced-colors:stroke-[Highlight]">
          <line x1={percent(at.x)} x2={percent(at.x)} y1="0" y2={chartBox.height} />
          <circle cx={percent(at.x)} cy={at.outer} r="3" />
          <circle cx={percent(at.x)} cy={at.inner} r="4.5" />
        </g>
      )}
      {end && chosen === null && points.length > start && (
        <circle
          cx={percent(end.x)}
          cy={end.inner}
          r="4"
          strokeWidth="2"
          className="fill-ground stroke-veil forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]"
        />
      )}
    </svg>
  )
}

const percent = (part: number) => `${Math.round(part * 10_000) / 100}%`
