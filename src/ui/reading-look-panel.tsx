import {
  type ReadingLook,
  type ReadingTheme,
  readingSpacings,
  readingThemes,
  readingWidths,
  themeInSight,
} from './reading-look.ts'

export const themeNames: Record<ReadingTheme, string> = {
  night: 'Night',
  paper: 'Paper',
  sepia: 'Sepia',
  black: 'Black',
}
const widthNames = { 52: 'Narrow', 62: 'Medium', 72: 'Wide' } as const
const spacingNames = { 150: 'Tight', 168: 'Usual', 190: 'Airy' } as const

type Props = { look: ReadingLook; onChoose: (change: Partial<ReadingLook>) => void }

/** The light to read by, the width of the lines and the space between them. */
export function ReadingLookPanel({ look, onChoose }: Props) {
  return (
    <>
      <Choice
        legend="Theme"
        name="theme"
        options={readingThemes}
        names={themeNames}
        chosen={themeInSight(look)}
        onChoose={(theme) => onChoose({ theme })}
      />
      <Choice
        legend="Width"
        name="width"
        options={readingWidths}
        names={widthNames}
        chosen={look.width}
        onChoose={(width) => onChoose({ width })}
      />
      <Choice
        legend="Spacing"
        name="spacing"
        options={readingSpacings}
        names={spacingNames}
        chosen={look.spacing}
        onChoose={(spacing) => onChoose({ spacing })}
      />
    </>
  )
}

type ChoiceProps<Value extends string | number> = {
  legend: string
  name: string
  options: readonly Value[]
  names: Record<Value, string>
  chosen: Value
  onChoose: (value: Value) => void
}

function Choice<Value extends string | number>({ legend, name, options, names, chosen, onChoose }: ChoiceProps<Value>) {
  return (
    <fieldset>
      <legend className="label text-faint">{legend}</legend>
      <div className="choices">
        {options.map((value) => (
          <label key={value} data-swatch={name === 'theme' ? value : undefined}>
            <input
              type="radio"
              name={`reading-${name}`}
              checked={value === chosen}
              onChange={() => onChoose(value)}
              className="sr-only"
            />
            {names[value]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const keys = [
  ['+', 'Larger text'],
  ['−', 'Smaller text'],
  ['t', 'Next theme'],
  ['?', 'These keys'],
  ['Esc', 'Close'],
] as const

export function ReadingKeys() {
  return (
    <>
      <p className="label text-faint">Keys</p>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2">
        {keys.map(([key, what]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="inline-block min-w-9 rounded-paper border border-line-strong px-2 text-center font-interface">
                {key}
              </kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
