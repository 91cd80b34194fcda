import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { flushSync } from 'react-dom'
import { DeskArea, DeskField } from '#desk/field.tsx'
import { Beside, BesidePage } from '#desk/kept-form.tsx'
import { DeskPage } from '#desk/page.tsx'
import { DeskTime } from '#desk/time.tsx'
import { DeskLoading, DeskProblem } from '#desk/views.tsx'
import { aboveFoot, FormFoot } from '#features/writing/form-foot.tsx'
import { type KeptForm, useKeptForm } from '#features/writing/kept-form.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import { sendJson } from '#lib/send-json.ts'
import { factNames } from '#lib/word-set.ts'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { Link } from '#ui/link.tsx'
import type { OwnerWords } from './contract.ts'
import { LetterBeside } from './letter-beside.tsx'
import { ownerWordsQuery, pagesQuery, wordsVersionsQuery } from './owner-queries.ts'

export default function WordsPage({ params }: { params: Record<string, string> }) {
  const name = params.name ?? ''
  const { data, error, refetch } = useQuery(ownerWordsQuery(name))
  return (
    <DeskPage
      title={data?.title ?? 'Pages'}
      way={
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
      const saved = (await sendJson('PUT', `/api/owner/pages/${opened.name}`, { values, version })) as OwnerWords
      void queryClient.invalidateQueries({ queryKey: wordsVersionsQuery(opened.name).queryKey })
      void queryClient.invalidateQueries({ queryKey: pagesQuery.queryKey, exact: true })
      // The form goes on with what it holds; opened again, it begins from here.
      queryClient.setQueryData(ownerWordsQuery(opened.name).queryKey, saved)
      return saved.version
    },
  })
  return (
    <Shown opened={opened} shown={form.shown}>
      <form
        ref={form.form}
        onSubmit={(event) => {
          event.preventDefault()
          void form.save()
        }}
        noValidate
        className={cn('max-w-xl', aboveFoot)}
      >
        {opened.noPage && <p className="mb-6 border-l-2 border-accent bg-raised px-4 py-3">{opened.noPage}</p>}
        <Signs fields={opened.fields} />
        <div className="grid gap-7">
          {opened.fields.map((field) => (
            <Field key={field.name} field={field} form={form} />
          ))}
        </div>
        <div className="mt-10">
          <FormFoot
            form={form}
            button="Save"
            settled={opened.kind === 'page' ? undefined : 'This is how the next such letter goes out.'}
          />
        </div>
      </form>
      <Versions name={opened.name} form={form} />
    </Shown>
  )
}

type ShownProps = { opened: OwnerWords; shown: number; children: ReactNode }

function Shown({ opened: { kind, name, path }, shown, children }: ShownProps) {
  if (kind === 'page') {
    return (
      <BesidePage path={path} shown={shown}>
        {children}
      </BesidePage>
    )
  }
  return (
    <Beside link="See the letter as it will be" aside={<LetterBeside name={name} shown={shown} />}>
      {children}
    </Beside>
  )
}

/** What the signs in these words mean: those that stand in them, and those that always may. */
function Signs({ fields }: { fields: OwnerWords['fields'] }) {
  const originals = fields.map(({ original }) => original).join(' ')
  const usual: readonly string[] = ['name', 'email', 'address']
  const facts = factNames.filter((fact) => usual.includes(fact) || originals.includes(`{${fact}}`))
  return (
    <p className="small mb-8 text-muted">
      Put in by the site:{' '}
      {facts.map((fact, at) => (
        <span key={fact}>
          {at > 0 && ', '}
          <code>{`{${fact}}`}</code> {factWords[fact]}
        </span>
      ))}
      .
      {fields.some(({ kind }) => kind === 'prose') &&
        ' Italics are *between asterisks*; a line that begins with a hyphen is part of a list.'}
    </p>
  )
}

const factWords: Record<(typeof factNames)[number], string> = {
  name: 'your name',
  email: 'your email',
  address: 'your postal address',
  contact: 'where to write to you',
  post: 'your name and postal address',
  sender: 'your name and where you can be reached',
  orByWriting: '“or by writing to either address”, if there is one',
  book: 'the book offered as an advance copy',
  day: 'its day',
  freebook: 'the book you give away',
}

/** Readers would see the braces. */
function unknownFacts(text: string): string {
  const found = [...text.matchAll(/\{(\w+)\}/g)].filter(([, name = '']) => !Object.hasOwn(factWords, name))
  return found.length > 0
    ? `${found.map(([whole]) => whole).join(', ')} means nothing here: readers see it as it stands.`
    : ''
}

function Field({ field, form }: { field: OwnerWords['fields'][number]; form: KeptForm }) {
  const { name, kind, label, original, isOptional } = field
  const place = useRef<HTMLDivElement>(null)
  const text = form.texts[name] ?? ''
  const restore = () => {
    // The field is another one by then, and the button is gone.
    flushSync(() => form.bring({ [name]: original }))
    place.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }
  const hint =
    kind === 'consent'
      ? 'A change makes a new version. Whoever agreed before keeps the words they agreed to.'
      : isOptional && text === '' && !label.includes('(left empty') && 'Left empty, it is not shown.'
  const unknown = unknownFacts(text)
  const note = (hint || unknown || text !== original) && (
    <>
      {hint} {unknown}{' '}
      {text !== original && (
        <button type="button" className="link min-h-9" onClick={restore}>
          Back to the original<span className="sr-only">: {label}</span>
        </button>
      )}
    </>
  )
  return (
    <div ref={place}>
      {kind === 'line' && original.length < 90 ? (
        <DeskField
          label={label}
          name={name}
          value={text}
          onChange={(event) => form.set({ [name]: event.target.value })}
          error={form.faults[name]}
          note={note}
        />
      ) : (
        <DeskArea
          // It holds its own text: what comes from elsewhere is opened anew.
          key={form.opening}
          label={label}
          rows={kind === 'prose' && original.length > 2_000 ? 15 : 4}
          text={text}
          onText={(value) => form.set({ [name]: value })}
          error={form.faults[name]}
          note={note}
        />
      )}
    </div>
  )
}

function Versions({ name, form }: { name: string; form: KeptForm }) {
  const { data = [] } = useQuery(wordsVersionsQuery(name))
  const versions = data.filter(({ values }) => !form.isSaved(values))
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
            <Button variant="quiet" onClick={() => form.bring(values)}>
              Bring back
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
