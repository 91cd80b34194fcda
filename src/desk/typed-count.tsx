import { useState } from 'react'
import { Field } from '#ui/field.tsx'

/** More than this is not done by a slip of the hand. */
const mostUntyped = 500

/** For many, the number is typed before anything happens: the field for it, and whether that was done. */
export function useTypedCount(count: number) {
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string>()
  const number = count.toLocaleString('en-CA')

  /** False: it is asked for at the field. */
  function isTyped(): boolean {
    const isMeant = count <= mostUntyped || typed.replaceAll(/\D/g, '') === String(count)
    setFault(isMeant ? undefined : `Type ${number} to go on`)
    return isMeant
  }

  const field = count > mostUntyped && (
    <Field
      label={`Type ${number} to confirm`}
      required
      inputMode="numeric"
      autoComplete="off"
      className="mt-5 max-w-64"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      error={fault}
    />
  )
  return { field, isTyped }
}
