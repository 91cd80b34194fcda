import { type ReactNode, useId } from 'react'
import { cn } from '#ui/cn.ts'
import { controlClass } from '#ui/field.tsx'

type Props<Value extends string> = {
  label: ReactNode
  value: Value
  options: Record<Value, string>
  note?: ReactNode
  onValue: (value: Value) => void
}

/** One of a few, each with its word. */
export function ImportChoice<Value extends string>({ label, value, options, note, onValue }: Props<Value>) {
  const id = useId()
  const values = Object.keys(options) as Value[]
  return (
    <div>
      <label htmlFor={id} className="block pb-1.5 text-base/6 font-semibold wrap-anywhere">
        {label}
      </label>
      <select
        id={id}
        aria-describedby={note ? `${id}note` : undefined}
        value={value}
        onChange={({ target }) => onValue(values.find((known) => known === target.value) ?? value)}
        className={cn(controlClass, 'h-12')}
      >
        {values.map((known) => (
          <option key={known} value={known}>
            {options[known]}
          </option>
        ))}
      </select>
      {note && (
        <p id={`${id}note`} className="small mt-2 text-muted wrap-anywhere">
          {note}
        </p>
      )}
    </div>
  )
}
