import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { DeskEntrance } from '#desk/entrance.tsx'
import { textsOf, useSend } from '#desk/send.ts'
import { DeskLoading, DeskProblem } from '#desk/views.tsx'
import { deskPaths } from '#lib/desk-paths.ts'
import { useIsAwake } from '#ui/awake.ts'
import { Field, FormProblem } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { useFlash } from '#ui/site.ts'
import { SubmitButton } from '#ui/submit-button.tsx'
import { blankName, type OwnerProfile } from './contract.ts'
import { listOf } from './fields.ts'
import { profileQuery } from './queries.ts'

/** The first evening begins here: two answers, and the site is hers. */
export default function WelcomePage() {
  const { data, error, refetch } = useQuery(profileQuery)
  return (
    <DeskEntrance
      title="Whose site is this?"
      intro="Your name goes on every page and every letter at once. You can change both whenever you like, in My Site."
    >
      {data && <WelcomeForm opened={data} />}
      {!data && error && (
        <DeskProblem title="This page did not open" error={error} onRetry={() => refetch()}>
          Nothing was changed.
        </DeskProblem>
      )}
      {!data && !error && <DeskLoading label="Loading who you are" />}
    </DeskEntrance>
  )
}

function WelcomeForm({ opened: { profile, isSample } }: { opened: OwnerProfile }) {
  const flash = useFlash('welcome')
  const failed = flash?.outcome === 'failed' ? flash : null
  const { form, send, isPending, problem, faults } = useSend(failed)
  const [isDone, setIsDone] = useState(false)
  const isAwake = useIsAwake()
  const isNobody = isSample || profile.name === blankName
  const own = isNobody ? { name: '', genres: '' } : { name: profile.name, genres: profile.genres.join(', ') }
  const { name, genres } = { ...own, ...failed?.values }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = textsOf(event.currentTarget)
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const sent = await send('POST', '/api/owner/welcome', {
      name: typed.name,
      genres: listOf(typed.genres ?? ''),
      timeZone,
    })
    if (!sent.isDone) return
    setIsDone(true)
    // A fresh document: whose site it is stands in every part of it.
    location.replace(deskPaths.posts)
  }

  return (
    <form ref={form} method="post" noValidate={isAwake} onSubmit={submit}>
      <div className="grid grid-cols-1 gap-6">
        <Field
          label="Name"
          name="name"
          hint="As it stands on your books."
          autoComplete="name"
          required
          defaultValue={name}
          error={faults.name}
        />
        <Field
          label="What you write"
          name="genres"
          hint="Your genres, with commas: Gothic novels, Ghost stories."
          autoComplete="off"
          defaultValue={genres}
          error={faults.genres}
        />
      </div>
      <FormProblem message={problem} comfort="Nothing was changed." />
      <SubmitButton
        label="Make It Mine"
        pendingLabel="Making It Yours..."
        isPending={isPending || isDone}
        className="mt-7 w-full"
      />
      <p className="mt-4 text-center">
        <Link href={deskPaths.posts} className="link inline-flex min-h-11 items-center">
          Later
        </Link>
      </p>
    </form>
  )
}
