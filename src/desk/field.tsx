import {
  type ChangeEvent,
  type ComponentProps,
  memo,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { cn } from '#ui/cn.ts'
import { controlClass, FieldEnd, useFieldIds } from '#ui/field.tsx'

type Words = {
  label: string
  error?: string
  /** what stands under the field, such as what will become of it */
  note?: ReactNode
  /** stands beside the field, in the same line */
  beside?: ReactNode
}

type Shape = Words & { ids: ReturnType<typeof useFieldIds>; className: string | undefined; children: ReactNode }

/** The label is the field's whole name: on this desk nearly everything may be left empty, and that is said once. */
function Labelled({ ids, label, error, note, beside, className, children }: Shape) {
  return (
    <div className={className}>
      <label htmlFor={ids.control.id} className="block pb-1.5 text-base/6 font-semibold">
        {label}
      </label>
      {beside ? (
        <div className="flex flex-wrap gap-3">
          <div className="min-w-0 flex-[1_1_14rem]">{children}</div>
          {beside}
        </div>
      ) : (
        children
      )}
      <FieldEnd ids={ids} error={error} note={note} />
    </div>
  )
}

export function DeskField({ label, error, note, beside, className, ...input }: ComponentProps<'input'> & Words) {
  const words = { label, error, note, beside }
  const ids = useFieldIds(words)
  return (
    <Labelled {...words} ids={ids} className={className}>
      <input
        {...input}
        {...ids.control}
        className={cn(controlClass, 'h-12 read-only:bg-sunken read-only:text-muted')}
      />
    </Labelled>
  )
}

/** From here on a text fills all the height it may have, and measuring it again at every key would only cost time. */
const tallAnyway = 20_000

type AreaProps = Words & {
  ref?: Ref<HTMLTextAreaElement>
  rows: number
  text: string
  onText: (text: string) => void
  required?: boolean
}

/** As tall as its rows at least; grows with what is written, to most of a screen. */
export function DeskArea({ ref, label, error, note, rows, text, onText, required }: AreaProps) {
  const ids = useFieldIds({ error, note })
  const [first] = useState(text)
  const told = useRef(onText)
  useEffect(() => {
    told.current = onText
  })
  const change = useCallback((event: ChangeEvent<HTMLTextAreaElement>) => told.current(event.target.value), [])
  return (
    <Labelled label={label} error={error} note={note} ids={ids} className={undefined}>
      <Paper
        {...ids.control}
        ref={ref}
        rows={rows}
        required={required}
        defaultValue={first}
        onChange={change}
        className={cn(
          controlClass,
          'py-2.5 font-prose',
          text.length > tallAnyway ? 'h-[60dvh]' : 'max-h-[60dvh] field-sizing-content',
          rows > 10 ? 'min-h-[calc(15lh+1.25rem+2px)] text-[1.125rem]/[1.65]' : 'min-h-[calc(3lh+1.25rem+2px)]',
        )}
      />
    </Labelled>
  )
}

/**
 * Holds its own text, and is touched by React only when something else about it changes: handed its text back at every
 * key, a textarea copies it twice, and a story of 200,000 characters is felt.
 */
const Paper = memo(function Paper(props: ComponentProps<'textarea'>) {
  return <textarea {...props} />
})

/** A choice is its own word, or says something else than it stands for. */
type Options = { options: readonly (string | { value: string; label: string })[] }

export function DeskSelect({
  label,
  error,
  note,
  className,
  options,
  ...select
}: ComponentProps<'select'> & Words & Options) {
  const words = { label, error, note }
  const ids = useFieldIds(words)
  return (
    <Labelled {...words} ids={ids} className={className}>
      <select {...select} {...ids.control} className={cn(controlClass, 'h-12')}>
        {options.map((option) =>
          typeof option === 'string' ? (
            <option key={option}>{option}</option>
          ) : (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ),
        )}
      </select>
    </Labelled>
  )
}
