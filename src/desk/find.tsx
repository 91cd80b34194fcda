import { cn } from '#ui/cn.ts'
import { Field } from '#ui/field.tsx'

type Props = { label: string; value: string; onValue: (value: string) => void; className?: string }

/** Looks in what the page shows, letter by letter. */
export function DeskFind({ label, value, onValue, className }: Props) {
  return (
    <Field
      label={label}
      type="search"
      autoComplete="off"
      spellCheck={false}
      className={cn('max-w-md', className)}
      value={value}
      onChange={(event) => onValue(event.target.value)}
    />
  )
}
