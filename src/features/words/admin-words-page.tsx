import { useQuery, useQueryClient } from '@tanstack/react-query'
import { DeskArea, DeskField } from '#desk/field.tsx'
import { BesidePage } from '#desk/kept-form.tsx'
import { DeskPage } from '#desk/page.tsx'
import { DeskTime } from '#desk/time.tsx'
import { DeskLoading, DeskProblem } from '#desk/views.tsx'
import { FormFoot } from '#features/writing/form-foot.tsx'
import { type KeptForm, useKeptForm } from '#features/writing/kept-form.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import { sendJson } from '#lib/send-json.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import type { OwnerWords } from './contract.ts'
import { ownerWordsQuery, wordsVersionsQuery } from './owner-queries.ts'

export default function WordsPage({ params }: { params: Record<string, string> }) {
  const name = params.name ?? ''
  const { data, error, refetch } = useQuery(ownerWordsQuery(name))
  return (
    <DeskPage
      title={data?.title ?? 'Pages'}
      intro={
        <Link href={deskPaths.pages} className="link inline-flex min-h-11 items-center">
          All pages and letters
        </Link>
      }
    >
      {data && <WordsForm opened={data} />}
      {!data && error && (
        <DeskProblem title="This page did not open" error={error} onRetry={() => refetch()}>
          Nothing was changed.
        </DeskProblem>
      )}
      {!data && !error && <DeskLoading label="Loading its words" />}
    </DeskPage>
  )
}

function WordsForm({ opened }: { opened: OwnerWords }) {
  const queryClient = useQueryClient()
  const form = useKeptForm({
    draftPath: `/api/owner/drafts/page/${opened.name}`,
    saved: Object.fromEntries(opened.fields.map(({ name, value }) => [name, value])),
    version: opened.version,
    done: opened.kind === 'page' ? 'The page says it from now on.' : 'The next such letter says it.',
    send: async (values, version) => {
      const saved = await sendJson('PUT', `/api/owner/pages/${opened.name}`, { values, version })
      void queryClient.invalidateQueries({ queryKey: wordsVersionsQuery(opened.name).queryKey })
      queryClient.removeQueries({ queryKey: ownerWordsQuery(opened.name).queryKey, type: 'inactive' })
      return (saved as OwnerWords).version
    },
  })
  return (
    <BesidePage path={opened.path} shown={form.shown}>
      <form
        ref={form.form}
        onSubmit={(event) => {
          event.preventDefault()
          void form.save()
        }}
        noValidate
        className="max-w-xl"
      >
        <p className="small mb-8 text-muted">
          Where it says <code>{'{name}'}</code>, <code>{'{email}'}</code> or <code>{'{address}'}</code>, your own is put
          in. Italics are *between asterisks*; a line that begins with a hyphen is part of a list.
        </p>
        <div className="grid gap-7">
          {opened.fields.map((field) => (
            <Field key={field.name} field={field} form={form} />
          ))}
        </div>
        <div className="mt-10">
          <FormFoot form={form} button="Save" />
        </div>
      </form>
      <Versions name={opened.name} form={form} />
    </BesidePage>
  )
}

function Field({ field, form }: { field: OwnerWords['fields'][number]; form: KeptForm }) {
  const { name, kind, label, original, isOptional } = field
  const text = form.texts[name] ?? ''
  const note =
    text === original ? (
      isOptional && text === '' ? (
        'Left empty, it is not shown.'
      ) : undefined
    ) : (
      <button type="button" className="link min-h-9" onClick={() => form.set({ [name]: original })}>
        Back to the original<span className="sr-only">: {label}</span>
      </button>
    )
  if (kind === 'line' && original.length < 90) {
    return (
      <DeskField
        label={label}
        name={name}
        value={text}
        onChange={(event) => form.set({ [name]: event.target.value })}
        error={form.faults[name]}
        note={note}
      />
    )
  }
  return (
    <DeskArea
      // It holds its own text: put back to the original it is another one.
      key={String(text === original)}
      label={label}
      rows={kind === 'prose' && original.length > 2_000 ? 15 : 4}
      text={text}
      onText={(value) => form.set({ [name]: value })}
      error={form.faults[name]}
      note={note}
    />
  )
}

function Versions({ name, form }: { name: string; form: KeptForm }) {
  const { data: versions = [] } = useQuery(wordsVersionsQuery(name))
  if (versions.length === 0) return null
  return (
    <section className="mt-12 max-w-xl border-t border-line pt-6">
      <h2 className="title-3">What it said before</h2>
      <ul className="mt-3">
        {versions.map(({ version, savedAt, values }) => (
          <li key={version} className="flex flex-wrap items-center justify-between gap-x-6 border-b border-line py-1.5">
            <span>
              Saved <DeskTime at={savedAt} />
            </span>
            <Button variant="quiet" onClick={() => form.set(values)}>
              Bring back
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
