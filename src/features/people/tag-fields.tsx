import { type FormEvent, useState } from 'react'
import { call, useAttempt } from '#desk/call.ts'
import { DeskFailure } from '#desk/failure.tsx'
import { useRefresh } from '#desk/refresh.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import { Field } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { SubmitButton } from '#ui/submit-button.tsx'
import { toast } from '#ui/toast-store.ts'
import type { PersonRecord } from './contract.ts'
import { addressOf } from './filters.ts'
import { peopleAddress } from './queries.ts'

/** Words of the owner's own for a person; each leads to everybody who has it. */
export function TagFields({ person: { id, tags } }: { person: PersonRecord }) {
  const [typed, setTyped] = useState(tags.join(', '))
  const { isPending, error, attempt } = useAttempt('Failed to save tags')
  const refresh = useRefresh(peopleAddress)

  async function save(event: FormEvent) {
    event.preventDefault()
    const words = typed.split(',').map((word) => word.trim())
    const saved = await attempt(() =>
      call<PersonRecord>('PUT', `${peopleAddress}/${id}/tags`, { tags: words.filter(Boolean) }),
    )
    if (!saved) return
    setTyped(saved.tags.join(', '))
    await Promise.all([refresh(), refresh(id)])
    toast({ title: 'Tags Saved', description: saved.tags.length === 0 ? 'None are left.' : saved.tags.join(', ') })
  }

  return (
    <section aria-labelledby="tags" className="mt-14 max-w-[62ch]">
      <h2 id="tags" className="title-3">
        Tags
      </h2>
      {tags.length > 0 && (
        <ul className="mt-3 flex flex-wrap gap-x-5">
          {tags.map((tag) => (
            <li key={tag}>
              <Link href={addressOf(deskPaths.subscribers, { tag })} className="link inline-flex min-h-11 items-center">
                {tag}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={save} noValidate className="mt-3 space-y-4" data-needs-script>
        <Field
          label="Tags of this person"
          hint="Words of your own, with commas between them: launch team, beta reader."
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <DeskFailure error={error} unchanged="The tags are as they were." />
        <SubmitButton label="Save tags" pendingLabel="Saving..." isPending={isPending} />
      </form>
    </section>
  )
}
