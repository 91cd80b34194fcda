import { useId } from 'react'

/**
 * A field nobody sees, reaches or hears, so whoever fills it is no reader. Last in a form: a dialog gives its focus to
 * the first field it finds.
 */
export function Honeypot() {
  const id = useId()
  return (
    <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
      <label htmlFor={id}>Company website</label>
      <input id={id} type="text" name="company_url" tabIndex={-1} autoComplete="off" />
    </div>
  )
}
