import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type FormEvent, type ReactNode, useId, useState } from 'react'
import { DeskField } from '#desk/field.tsx'
import { PasswordField } from '#desk/password-field.tsx'
import { useSend } from '#desk/send.ts'
import { deliverabilityQuery } from '#features/deliverability/queries.ts'
import { Button } from '#ui/button.tsx'
import { FormProblem } from '#ui/field.tsx'
import { SubmitButton } from '#ui/submit-button.tsx'
import { toast } from '#ui/toast-store.ts'
import type { SettingName, Settings } from './contract.ts'
import { settingsAddress, settingsQuery } from './queries.ts'
import { settingsText as text } from './settings-text.ts'

export type Values = Record<string, string>

/**
 * What all parts of this window share: the save that stood on the screen when she began to type, and which parts hold
 * something that is not saved. What she saves in one part is no surprise to the others.
 */
export type Shared = { from: number; unsaved: Set<string> }

const nothing: Values = {}

/**
 * One part of the settings as a form: what is saved, and over it what she has typed since. What she has not touched
 * follows what is saved; only what she has touched is sent.
 */
export function useSettingsPart(settings: Settings, saved: Values, shared: Shared) {
  const id = useId()
  const [typed, setTyped] = useState(nothing)
  // What was wrong with a field is not said of what she has typed into it since.
  const [mended, setMended] = useState<readonly string[]>([])
  const sending = useSend()
  const queryClient = useQueryClient()
  const changes = Object.fromEntries(Object.entries(typed).filter(([name, value]) => value !== (saved[name] ?? '')))
  const { password: _hers, ...changed } = changes

  async function send(more: Record<string, string | number>) {
    setMended([])
    const sent = await sending.send('PUT', settingsAddress, { ...changes, ...more })
    if (!sent.isDone) return null
    const answer = sent.answer as Settings
    shared.from = answer.version
    shared.unsaved.delete(id)
    // What she went on typing meanwhile stays.
    setTyped((now) => Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== typed[name])))
    queryClient.setQueryData(settingsQuery.queryKey, answer)
    // By another sender, server or key other records are right.
    void queryClient.invalidateQueries(deliverabilityQuery)
    return answer
  }

  const faults = Object.fromEntries(Object.entries(sending.faults).filter(([name]) => !mended.includes(name)))

  return {
    ...sending,
    faults,
    settings,
    changed,
    isChanged: Object.keys(changed).length > 0,
    values: { ...saved, ...typed } as Values,
    isFixed: (name: SettingName) => settings.fixed.includes(name),
    set(values: Values) {
      if (shared.unsaved.size === 0) shared.from = settings.version
      shared.unsaved.add(id)
      setTyped((before) => ({ ...before, ...values }))
      setMended((before) => [...before, ...Object.keys(values)])
    },
    /** answers what is saved now, or null where something was wrong */
    save: (more: Values = {}) => send({ ...more, version: shared.unsaved.size > 0 ? shared.from : settings.version }),
    /** over whatever somebody else has saved meanwhile */
    insist: (more: Values) => send(more),
    async forget() {
      sending.forget()
      shared.unsaved.delete(id)
      setTyped(nothing)
      await queryClient.invalidateQueries(settingsQuery)
    },
  }
}

export type SectionProps = { settings: Settings; shared: Shared }

export type SettingsPart = ReturnType<typeof useSettingsPart>

type FieldProps = Omit<ComponentProps<typeof DeskField>, 'name' | 'value' | 'part'> & {
  part: SettingsPart
  name: string
  /** what the environment sets it by, where that is another name */
  of?: SettingName
}

export function SettingField({ part, name, of = name as SettingName, note, ...input }: FieldProps) {
  const isFixed = part.isFixed(of)
  return (
    <DeskField
      autoCapitalize="none"
      spellCheck={false}
      autoComplete="off"
      onChange={({ currentTarget }) => part.set({ [name]: currentTarget.value })}
      {...input}
      name={name}
      value={part.values[name] ?? ''}
      readOnly={isFixed}
      note={isFixed ? text.fixed : note}
      error={part.faults[name]}
    />
  )
}

type BodyProps = {
  part: SettingsPart
  /** of the button */
  label: string
  /** what can be changed here, unless it is set on the server */
  names: readonly SettingName[]
  /** what she has changed is not to be changed by whoever finds this window open */
  needsPassword: boolean
  /** what goes along beside what she has typed */
  extra?: Values
  /** called with what is saved then */
  onSaved?: (settings: Settings) => void
  children: ReactNode
}

export function PartForm({ part, label, names, needsPassword, extra = {}, onSaved, children }: BodyProps) {
  const isLate = part.faults.version !== undefined

  async function submit(event: FormEvent) {
    event.preventDefault()
    done(await part.save(extra))
  }
  function done(settings: Settings | null) {
    if (!settings) return
    if (onSaved) onSaved(settings)
    else toast({ title: text.saved })
  }

  return (
    <form ref={part.form} noValidate onSubmit={submit}>
      <div className="grid grid-cols-1 gap-6">
        {children}
        {needsPassword && (
          <PasswordField
            label="Your password"
            name="password"
            hint={text.yourPassword}
            autoComplete="current-password"
            value={part.values.password ?? ''}
            onChange={({ currentTarget }) => part.set({ password: currentTarget.value })}
            error={part.faults.password}
          />
        )}
      </div>
      {isLate ? (
        <Late onInsist={async () => done(await part.insist(extra))} onForget={part.forget} />
      ) : (
        <FormProblem message={part.problem} comfort={text.comfort} />
      )}
      {!names.every(part.isFixed) && (
        <SubmitButton
          label={label}
          pendingLabel="Saving..."
          isPending={part.isPending}
          data-needs-script
          className="mt-7 w-full sm:w-auto"
        />
      )}
    </form>
  )
}

type LateProps = { onInsist: () => Promise<void>; onForget: () => Promise<void> }

/** Two windows: she decides, and nothing is lost before she has. */
function Late({ onInsist, onForget }: LateProps) {
  return (
    <div role="alert" className="mt-6 border-l-2 border-warn bg-raised px-5 py-4">
      <p className="font-semibold">{text.conflict.title}</p>
      <p className="text-muted">{text.conflict.text}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="secondary" onClick={onInsist}>
          {text.conflict.mine}
        </Button>
        <Button variant="secondary" onClick={onForget}>
          {text.conflict.theirs}
        </Button>
      </div>
    </div>
  )
}
