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
        <span aria-hidden="true">↑</span>
      </DeskRowButton>
      <DeskRowButton
        aria-label={`Move ${name} down`}
        isBusy={at === count - 1}
        onClick={() => onMove(1)}
        className="no-underline!"
      >
        <span aria-hidden="true">↓</span>
      </DeskRowButton>
    </span>
  )
}
