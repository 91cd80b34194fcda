import { useEffect, useRef, useState } from 'react'
import { chooseStillness, chooseTheme, type Theme, themes } from './theme.ts'

const labels: Record<Theme, string> = { night: 'Night', paper: 'Paper', device: 'Match device' }

/**
 * How the site looks and whether it moves: the reader's choice, kept in her browser. Needs a script to do anything; until
 * the page is awake, the first script shows what is chosen.
 */
export function Appearance() {
  const fields = useRef<HTMLFieldSetElement>(null)
  const [theme, setTheme] = useState<Theme>('device')
  const [isStill, setIsStill] = useState(false)

  const pickTheme = (choice: Theme) => {
    chooseTheme(choice)
    setTheme(choice)
  }
  const pickStillness = (choice: boolean) => {
    chooseStillness(choice)
    setIsStill(choice)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is awake: what she chose before that
  useEffect(() => {
    const chosen = fields.current?.querySelector<HTMLInputElement>('[name=theme]:checked')?.value
    pickTheme(themes.find((choice) => choice === chosen) ?? 'device')
    pickStillness(fields.current?.querySelector<HTMLInputElement>('[name=still]')?.checked === true)
  }, [])

  return (
    <fieldset ref={fields} data-needs-script>
      <legend className="label text-faint">Light</legend>
      <div className="mt-3 grid">
        {themes.map((choice) => (
          <label key={choice} className="flex min-h-11 items-center gap-3 text-muted">
            <input
              type="radio"
              name="theme"
              value={choice}
              checked={theme === choice}
              onChange={() => pickTheme(choice)}
              className="size-4.5 accent-accent"
            />
            {labels[choice]}
          </label>
        ))}
        <label className="mt-2 flex min-h-11 items-center gap-3 border-t border-line pt-2 text-muted">
          <input
            type="checkbox"
            name="still"
            checked={isStill}
            onChange={(event) => pickStillness(event.target.checked)}
            className="size-4.5 accent-accent"
          />
          Still the curtains
        </label>
      </div>
    </fieldset>
  )
}
