import { type ComponentProps, useState } from 'react'
import { cn } from '#ui/cn.ts'
import { controlClass, FieldEnd, FieldLabel, type FieldWords, useFieldIds } from '#ui/field.tsx'

type Props = ComponentProps<'input'> & FieldWords & { autoComplete: 'current-password' | 'new-password' | 'off' }

/** A password, hidden until she asks to see it. Pasting and password managers are welcome. */
export function PasswordField({ label, hint, error, note, className, ...input }: Props) {
  const ids = useFieldIds({ hint, error, note })
  const [isShown, setIsShown] = useState(false)
  return (
    <div className={className}>
      <FieldLabel ids={ids} label={label} hint={hint} isOptional={false} />
      <div className="relative">
        <input
          {...input}
          {...ids.control}
          type={isShown ? 'text' : 'password'}
          required
          autoCapitalize="none"
          spellCheck={false}
          className={cn(controlClass, 'h-12 pr-20')}
        />
        <button
          type="button"
          data-needs-script
          aria-controls={ids.control.id}
          onClick={() => setIsShown(!isShown)}
          className="small absolute inset-y-0.5 right-0.5 min-w-16 rounded-paper px-3 text-muted hover:text-ink"
        >
          {isShown ? 'Hide' : 'Show'}
          <span className="sr-only"> password</span>
        </button>
      </div>
      <FieldEnd ids={ids} error={error} note={note} />
    </div>
  )
}
