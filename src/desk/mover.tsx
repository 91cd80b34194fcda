import { DeskRowButton } from './row-button.tsx'

/** The same things with the one at `from` at `to`. */
export function moved<Thing>(things: readonly Thing[], from: number, to: number): Thing[] {
  const rest = things.filter((_, at) => at !== from)
  const thing = things[from]
  return thing === undefined ? rest : [...rest.slice(0, to), thing, ...rest.slice(to)]
}

type Props = { name: string; at: number; count: number; onMove: (by: -1 | 1) => void }

/** Puts one row of a list further up or down. Unlike ones that are disabled, these keep the focus at either end. */
export function Mover({ name, at, count, onMove }: Props) {
  return (
    <span className="flex" data-needs-script>
      <DeskRowButton
        aria-label={`Move ${name} up`}
        isBusy={at === 0}
        onClick={() => onMove(-1)}
        className="no-underline!"
      >
        <Arrow path="M8 13V3M3.5 7.5 8 3l4.5 4.5" />
      </DeskRowButton>
      <DeskRowButton
        aria-label={`Move ${name} down`}
        isBusy={at === count - 1}
        onClick={() => onMove(1)}
        className="no-underline!"
      >
        <Arrow path="M8 3v10M3.5 8.5 8 13l4.5-4.5" />
      </DeskRowButton>
    </span>
  )
}

/** Drawn: the two arrows of a font need not be of one kind. */
function Arrow({ path }: { path: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" className="mx-auto size-4 fill-none stroke-current stroke-[1.6]">
      <path d={path} />
    </svg>
  )
}
