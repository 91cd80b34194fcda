import { type FormEvent, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { Button } from '#ui/button.tsx'
import { controlClass } from '#ui/field.tsx'
import { addressWith } from './address.ts'

type Choice = {
  name: string
  label: string
  value: string | null
  options: readonly { value: string; label: string }[]
}

type Props = {
  /** the page that is searched */
  path: string
  label: string
  query: string | null
  choice: Choice
  /** what is asked for already and stays so */
  kept: Record<string, string | null>
}

/** Looks for part of a list. What was asked for stands in the address, so it works without scripts and outlives a reload. */
export function DeskSearch({ path, label, query, choice, kept }: Props) {
  const [, navigate] = useLocation()
  const id = useId()
  const words = useFollowing(query ?? '')
  const chosen = useFollowing(choice.value ?? '')

  function look(event: FormEvent) {
    event.preventDefault()
    navigate(addressWith(path, { ...kept, q: words.value.trim(), [choice.name]: chosen.value }))
  }

  return (
    <search>
      <form method="get" action={path} onSubmit={look} className="flex flex-wrap items-end gap-3">
        {Object.entries(kept).map(
          ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <div className="min-w-0 flex-1 basis-56">
          <label htmlFor={`${id}q`} className="block pb-1.5 text-base/6 font-semibold">
            {label}
          </label>
          <input
            id={`${id}q`}
            type="search"
            name="q"
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            value={words.value}
            onChange={(event) => words.set(event.target.value)}
            className={`${controlClass} h-12`}
          />
        </div>
        <div className="min-w-0 flex-1 basis-44 sm:max-w-60">
          <label htmlFor={`${id}choice`} className="block pb-1.5 text-base/6 font-semibold">
            {choice.label}
          </label>
          <select
            id={`${id}choice`}
            name={choice.name}
            value={chosen.value}
            onChange={(event) => chosen.set(event.target.value)}
            className={`${controlClass} h-12`}
          >
            {choice.options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        </div>
        <Button type="submit" variant="secondary">
          Search
        </Button>
      </form>
    </search>
  )
}

/** What stands in a field: what was typed, until the address asks for something else. */
function useFollowing(asked: string) {
  const [state, setState] = useState({ asked, value: asked })
  if (state.asked !== asked) setState({ asked, value: asked })
  return { value: state.value, set: (value: string) => setState({ asked, value }) }
}
