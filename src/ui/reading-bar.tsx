import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { chooseLook, largerBy, type ReadingLook, readingSizes, themeAfter, useReadingLook } from './reading-look.ts'
import { ReadingKeys, ReadingLookPanel, themeNames } from './reading-look-panel.tsx'
import { findPlace, goToPlace, type ReadingParts } from './reading-place.ts'
import { useProgress, useQuarters } from './reading-progress.ts'

type Props = ReadingParts & {
  /** what is being read, once its words are there */
  id: string | undefined
  /** how long that takes */
  minutes: number | undefined
  /** hears of every quarter that is behind her, once */
  onRead: (percent: number) => void
  /** the page behind it, for whoever closes it before the page is awake */
  closeTo: string
  onClose: () => void
}

/** Stays at the top of the sheet: the way out, how far she is, and how she likes to read. */
export function ReadingBar({ id, minutes, onRead, dialog, text, closeTo, onClose }: Props) {
  const { line, percent } = useProgress({ dialog, text, id })
  useQuarters(percent, onRead)
  return (
    <div className="reader-bar" data-print="off">
      {/* Of words that are not there nobody has read anything. */}
      <div ref={line} className="reader-line" aria-hidden="true" hidden={id === undefined} />
      <CloseForm closeTo={closeTo} onClose={onClose} />
      {id === undefined ? <span className="ml-auto" /> : <TimeLeft minutes={minutes} percent={percent} />}
      <LookControls text={text} />
    </div>
  )
}

/** A form, so that the button leads back also before the page is awake, and without scripts. */
function CloseForm({ closeTo, onClose }: Pick<Props, 'closeTo' | 'onClose'>) {
  const close = (event: FormEvent) => {
    event.preventDefault()
    onClose()
  }
  return (
    <form action={closeTo} onSubmit={close}>
      <button type="submit" className="bar-button gap-1.5 pr-3 font-semibold">
        <svg aria-hidden="true" viewBox="0 0 8 12" className="h-3 w-2 fill-none stroke-current stroke-[1.6]">
          <path d="M6.5 1L1.5 6l5 5" />
        </svg>
        Close
      </button>
    </form>
  )
}

/** A progress bar by its role, so that nobody has to listen to it while she scrolls. */
function TimeLeft({ minutes = 0, percent }: { minutes: number | undefined; percent: number }) {
  const left = percent === 100 ? 'The end' : `${Math.max(1, Math.ceil(minutes * (1 - percent / 100)))} min left`
  return (
    <p
      role="progressbar"
      aria-label="Reading progress"
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={`${percent}% read, ${left}`}
      className="small ml-auto px-2 whitespace-nowrap text-muted tabular-nums"
    >
      {minutes > 0 && left}
    </p>
  )
}

type Panel = 'look' | 'keys' | null

function LookControls({ text }: Pick<Props, 'text'>) {
  const { look, choose, said } = useLook(text)
  const [panel, setPanel] = useState<Panel>(null)
  const controls = useRef<HTMLDivElement>(null)
  const turn = (to: Panel) => setPanel(panel === to ? null : to)
  const grow = (steps: number) => choose({ size: largerBy(steps, look) })
  const closePanel = () => {
    controls.current?.querySelector<HTMLElement>('[aria-expanded=true]')?.focus()
    setPanel(null)
  }
  useKeys({
    '+': () => grow(1),
    '=': () => grow(1),
    '-': () => grow(-1),
    t: () => choose({ theme: themeAfter(look) }),
    '?': () => turn('keys'),
    ...(panel && { Escape: closePanel }),
  })
  usePressOutside(controls, () => setPanel(null))
  return (
    <div ref={controls} data-needs-script className="flex">
      <SizeButtons size={look.size} grow={grow} />
      <Toggle name="Theme, width and spacing" isOpen={panel === 'look'} onClick={() => turn('look')}>
        <HalfMoon />
      </Toggle>
      <Toggle name="Reading keys" isOpen={panel === 'keys'} onClick={() => turn('keys')} className="for-keyboards">
        ?
      </Toggle>
      <div id="reader-panel" className="reader-panel" hidden={panel === null}>
        {panel === 'look' && <ReadingLookPanel look={look} onChoose={choose} />}
        {panel === 'keys' && <ReadingKeys />}
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  )
}

function SizeButtons({ size, grow }: { size: number; grow: (steps: number) => void }) {
  const button = (name: string, sign: string, steps: number, end: number) => (
    <button type="button" aria-disabled={size === end} onClick={() => grow(steps)} className="bar-button">
      A{sign}
      <span className="sr-only"> {name}</span>
    </button>
  )
  return (
    <>
      {button('Smaller text', '−', -1, readingSizes.smallest)}
      {button('Larger text', '+', 1, readingSizes.largest)}
    </>
  )
}

type ToggleProps = { name: string; isOpen: boolean; onClick: () => void; className?: string; children: ReactNode }

function Toggle({ name, isOpen, onClick, className = '', children }: ToggleProps) {
  return (
    <button
      type="button"
      aria-label={name}
      aria-expanded={isOpen}
      aria-controls="reader-panel"
      onClick={onClick}
      className={`bar-button ${className}`}
    >
      {children}
    </button>
  )
}

function HalfMoon() {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4.5 fill-none stroke-current stroke-[1.4]">
      <circle cx="8" cy="8" r="6.3" />
      <path d="M8 1.7a6.3 6.3 0 0 1 0 12.6z" className="fill-current" />
    </svg>
  )
}

/** Whatever changes about the look, the line she is reading stays where it is. */
function useLook(text: ReadingParts['text']) {
  const look = useReadingLook()
  const [said, setSaid] = useState('')
  const choose = (change: Partial<ReadingLook>) => {
    const place = text.current && findPlace(text.current)
    chooseLook(change)
    if (place && text.current) goToPlace(text.current, place)
    if (change.size) setSaid(`Text size ${change.size}`)
    if (change.theme) setSaid(`Theme: ${themeNames[change.theme]}`)
  }
  return { look, choose, said }
}

function useKeys(actions: Record<string, () => void>) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const action = actions[event.key === 'T' ? 't' : event.key]
      if (!action) return
      event.preventDefault()
      action()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}

function usePressOutside(inside: RefObject<HTMLElement | null>, act: () => void) {
  useEffect(() => {
    const press = ({ target }: PointerEvent) => {
      if (target instanceof Node && !inside.current?.contains(target)) act()
    }
    addEventListener('pointerdown', press)
    return () => removeEventListener('pointerdown', press)
  })
}
