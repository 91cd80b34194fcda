import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { DeskField } from '#desk/field.tsx'
import { DeskGroup } from '#desk/group.tsx'
import { BesidePage } from '#desk/kept-form.tsx'
import { ContentField, fetchEditor } from '#features/writing/content-field.tsx'
import type { Format } from '#features/writing/contract.ts'
import { aboveFoot, FormFoot } from '#features/writing/form-foot.tsx'
import { type KeptForm, useKeptForm } from '#features/writing/kept-form.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import { paths } from '#lib/paths.ts'
import { sendJson } from '#lib/send-json.ts'
import { toSlug } from '#lib/slug.ts'
import { CheckField } from '#ui/check-field.tsx'
import { cn } from '#ui/cn.ts'
import { bookForm } from './admin-books-text.ts'
import { newBookSlug, type OwnerBook } from './contract.ts'
import { CoverChoice } from './cover-choice.tsx'
import { blankTexts, bookOf, type Texts, textsOf } from './fields.ts'
import { ownerBooksQuery } from './owner-queries.ts'
import { EditionRows, PraiseRows, ShopRows } from './rows-field.tsx'

const ownerPath = '/api/owner/books'

/** Saves a book, or adds it, and knows how that is taken back. */
function useBookForm(opened: OwnerBook | null) {
  const queryClient = useQueryClient()
  const [, navigate] = useLocation()
  /** the book this form has added: from then on it is that one */
  const added = useRef('')
  const refresh = () => queryClient.invalidateQueries({ predicate: ({ queryKey: [first] }) => isOurs(String(first)) })
  return useKeptForm({
    draftPath: `/api/owner/drafts/book/${opened?.id ?? 'new'}`,
    saved: opened ? textsOf(opened) : blankTexts,
    version: opened?.version ?? 0,
    done: ({ title }) => (opened ? `“${title?.trim()}” is saved.` : `“${title?.trim()}” is on your shelves.`),
    send: async (texts, version) => {
      const book = bookOf(texts)
      const id = opened?.id ?? added.current
      const saved = (await (id
        ? sendJson('PUT', `${ownerPath}/${id}`, { ...book, version })
        : sendJson('POST', ownerPath, book))) as OwnerBook
      if (!opened) added.current = saved.id
      return saved.version
    },
    undo: async (before, version) => {
      const id = opened?.id ?? added.current
      if (before === blankTexts) {
        await sendJson('DELETE', `${ownerPath}/${id}`, {})
        added.current = ''
      } else await sendJson('PUT', `${ownerPath}/${id}`, { ...bookOf(before), version })
      await refresh()
    },
    onSaved: () => {
      void refresh()
      navigate(deskPaths.books)
    },
  })
}

/** Whatever is told of books, of what lies in the bin, and of what is given away. */
function isOurs(address: string): boolean {
  return [ownerPath, '/api/owner/shelves', '/api/owner/bin', '/api/owner/free-book', '/api/owner/drafts/book'].some(
    (ours) => address.startsWith(ours),
  )
}

/** A book's form, with its page beside it as it will be. */
export function BookForm({ opened }: { opened: OwnerBook | null }) {
  const form = useBookForm(opened)
  const { texts, faults, set } = form
  const arriving = useRef<Promise<unknown>>(Promise.resolve())
  const [isTried, setIsTried] = useState(false)
  const { data: books = [] } = useQuery(ownerBooksQuery)
  const series = useId()
  useEffect(() => void fetchEditor(), [])

  const save = () => {
    setIsTried(true)
    // A picture that is on its way belongs to what she saves.
    return form.save(arriving.current)
  }
  const field = (name: string, label: string, note: ReactNode, more: object = {}) => (
    <DeskField
      label={label}
      name={name}
      value={texts[name] ?? ''}
      onChange={(event) => set({ [name]: event.target.value })}
      error={faultOf(faults, name)}
      note={note}
      autoComplete="off"
      {...more}
    />
  )
  const rows = (name: string) => ({ texts, set, isTried, error: listFault(faults, name) })
  return (
    <BesidePage path={pathOf(opened, form)} shown={form.shown}>
      <form
        ref={form.form}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
        noValidate
        className={cn('max-w-2xl', aboveFoot)}
      >
        <datalist id={series}>
          {[...new Set(books.flatMap((book) => book.series ?? []))].map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <DeskGroup title={bookForm.groups.book}>
          {field('title', 'Title', null, { required: true })}
          {field('subtitle', 'Subheading', 'Under the title, such as “A Novel”.')}
          <div className="grid gap-6 sm:grid-cols-[minmax(0,1fr)_11rem]">
            {field('series', 'Series', 'Its shelf. Left empty, it stands alone.', { list: series })}
            {field('seriesOrder', 'Number in series', 'Such as 2, or 1.5.', { inputMode: 'decimal' })}
          </div>
          {field('caption', 'Caption', 'One line, beside the cover wherever it is shown.')}
          {field('publicationDate', 'Publication date', dateNote(texts), { type: 'date', className: 'sm:max-w-72' })}
        </DeskGroup>
        <DeskGroup title={bookForm.groups.cover}>
          <CoverChoice texts={texts} error={faultOf(faults, 'cover')} others={books} arriving={arriving} set={set} />
        </DeskGroup>
        <DeskGroup title={bookForm.groups.sold}>
          <ShopRows {...rows('shops')} />
        </DeskGroup>
        <DeskGroup title={bookForm.groups.words}>
          <Words
            form={form}
            name="description"
            label="Description"
            note="On its own page, and how it begins wherever it is told of."
          />
          <Words
            form={form}
            name="opening"
            label="Opening pages"
            note="As many as you like, on its own page under “It begins”."
          />
        </DeskGroup>
        <DeskGroup title={bookForm.groups.praise}>
          <PraiseRows {...rows('praise')} opening={form.opening} />
        </DeskGroup>
        <DeskGroup title={bookForm.groups.editions}>
          <EditionRows {...rows('editions')} />
        </DeskGroup>
        <DeskGroup title={bookForm.groups.rest}>
          {field('genre', 'Genre', 'Above the title, and how a story finds the book to go on with.')}
          <div className="grid gap-6 sm:grid-cols-2">
            {field('pageCount', 'Pages', null, { inputMode: 'numeric' })}
            {field('wordCount', 'Words', 'Without pages they are counted from this.', { inputMode: 'numeric' })}
          </div>
          {field('slug', 'Web address', addressNote(opened, texts), { spellCheck: false, autoCapitalize: 'none' })}
          <CheckField
            label="Hidden"
            note="Nobody but you sees it, on no page and in no list."
            checked={texts.isHidden === 'yes'}
            onChange={(event) => set({ isHidden: event.target.checked ? 'yes' : '' })}
          />
        </DeskGroup>
        <FormFoot form={form} button={bookForm.save} {...settledOf(opened, texts)} />
      </form>
    </BesidePage>
  )
}

/** Said while nothing waits to be saved, where that is not that all of it is public. */
function settledOf(opened: OwnerBook | null, { isHidden }: Texts): { settled?: string } {
  if (!opened) return { settled: 'Nothing is kept yet. A title is enough to begin with.' }
  return isHidden === 'yes' ? { settled: 'Everything is saved, and hidden from readers.' } : {}
}

/** What was never kept can be shown nowhere. */
function pathOf(opened: OwnerBook | null, { shown, found }: KeptForm): string | null {
  if (opened) return paths.book(opened.slug)
  return shown > 0 || found !== 'none' ? paths.book(newBookSlug) : null
}

function dateNote({ publicationDate = '' }: Texts): string {
  return publicationDate === '' ? 'Left empty, it is coming soon, or simply there if a shop has it.' : ''
}

function addressNote(opened: OwnerBook | null, { slug = '', title = '' }: Texts): string {
  const end = slug.trim() || toSlug(title)
  if (!end) return 'The end of its web address. Left empty, it is made from the title.'
  if (opened && opened.slug !== end) return `Will be ${paths.book(end)}. The old address leads to the new one.`
  return `${opened ? 'It is' : 'Will be'} ${paths.book(end)}.`
}

/** Of the field itself; of a list its rows say their own. */
function faultOf(faults: Record<string, string>, name: string): string | undefined {
  return faults[name] ?? Object.entries(faults).find(([field]) => field.startsWith(`${name}.`))?.[1]
}

function listFault(faults: Record<string, string>, name: string): string | undefined {
  return faults[name]
}

type WordsProps = { form: KeptForm; name: 'description' | 'opening'; label: string; note: string }

function Words({ form: { texts, faults, set, opening }, name, label, note }: WordsProps) {
  return (
    <div>
      <p aria-hidden="true" className="pb-1.5 text-base/6 font-semibold">
        {label}
      </p>
      <div className="prose-box">
        <ContentField
          // It holds its own text: what comes from elsewhere is opened anew.
          key={opening}
          label={label}
          isOptional
          content={texts[name] ?? ''}
          format={(texts.format || 'prose') as Format}
          error={faults[name]}
          onChange={({ content, format }) => set({ [name]: content, format })}
          onCover={(url) => set({ cover: JSON.stringify({ kind: 'image', url }) })}
        />
      </div>
      <p className="small mt-1 text-muted">{note}</p>
    </div>
  )
}
