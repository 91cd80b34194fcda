import { zodResolver } from '@hookform/resolvers/zod'
import { createFormControl } from 'react-hook-form'
import { contactInput } from './contract.ts'

/**
 * The rules of the form, and when they speak: first on submit, from then on at every change. Apart from the page,
 * because they weigh as much as the rest of it together and nobody needs them before the first field is touched.
 */
export function createChecks(onErrors: (errors: Record<string, string>) => void) {
  const checks = createFormControl({
    resolver: zodResolver(contactInput),
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  })
  checks.subscribe({
    formState: { errors: true },
    callback: ({ errors = {} }) =>
      onErrors(Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, String(error?.message ?? '')]))),
  })
  return checks
}

export type Checks = ReturnType<typeof createChecks>
