import { type ReactNode, useId, useRef } from 'react'
import { DeskArea, DeskField, DeskSelect } from '#desk/field.tsx'
import { DeskRowButton } from '#desk/row-button.tsx'
import { Button } from '#ui/button.tsx'
import { bookFormats, editionInput, praiseInput, shopInput } from './contract.ts'
import { listOf, type Texts } from './fields.ts'
import { knownShops, shopOfLink } from './shops.ts'

type Row = Record<string, string>
type Schema = {
  safeParse: (row: unknown) => { success: boolean; error?: { issues: { path: PropertyKey[]; message: string }[] } }
}

type RowsProps = {
  texts: Texts
  name: 'shops' | 'editions' | 'praise'
  /** one without words, to begin with */
  blank: Row
  /** there is always one to type in */
  isOpen?: boolean
  schema: Schema
  /** she has tried to save: what is wrong is said */
  isTried: boolean
  error: string | undefined
  add: string
  remove: (at: number) => string
  set: (texts: Texts) => void
  children: (row: Row, at: number, faults: Row, change: (part: Row) => void) => ReactNode
}

/** A list of the form: its rows in their order, each of which can be taken out, and one more. */
function Rows({ texts, name, blank, isOpen = false, schema, isTried, error, add, remove, set, children }: RowsProps) {
  const list = useRef<HTMLUListElement>(null)
  const known = listOf<Row>(texts, name)
  const rows = known.length === 0 && isOpen ? [blank] : known
  const put = (next: Row[]) => set({ [name]: JSON.stringify(next) })
  const grow = () => {
    put([...rows, blank])
    requestAnimationFrame(() =>
      list.current?.lastElementChild?.querySelector<HTMLElement>('input, select, textarea')?.focus(),
    )
  }
  return (
    <div>
      <ul ref={list}>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no name of its own, and is known by its place
          <li key={at} className="border-b border-line py-5 first:pt-0">
            {children(row, at, isTried ? faultsIn(schema, row, blank) : {}, (part) =>
              put(rows.map((one, place) => (place === at ? { ...one, ...part } : one))),
            )}
            {(rows.length > 1 || !isOpen) && (
              <DeskRowButton
                className="mt-2"
                onClick={() => put(rows.filter((_, place) => place !== at))}
                aria-label={remove(at)}
              >
                Remove
              </DeskRowButton>
            )}
          </li>
        ))}
      </ul>
      {error && <p className="small mt-3 text-danger">{error}</p>}
      <Button variant="secondary" className="mt-4" onClick={grow}>
        {add}
      </Button>
    </div>
  )
}

/** What is wrong with a row somebody has begun. */
function faultsIn(schema: Schema, row: Row, blank: Row): Row {
  const isBegun = Object.entries(row).some(([name, value]) => value !== blank[name])
  const faults: Row = {}
  if (!isBegun) return faults
  for (const { path, message } of schema.safeParse(row).error?.issues ?? []) faults[String(path[0])] ??= message
  return faults
}

type Props = Pick<RowsProps, 'texts' | 'set' | 'isTried' | 'error'>

const blankShop = { name: '', url: '' }

/** The first is the one her Purchase link leads to. */
export function ShopRows(props: Props) {
  const suggestions = useId()
  const nth = (at: number) => (at === 0 ? 'Shop' : `Shop ${at + 1}`)
  return (
    <>
      <datalist id={suggestions}>
        {knownShops.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Rows
        {...props}
        name="shops"
        blank={blankShop}
        isOpen
        schema={shopInput}
        add="Add another shop"
        remove={(at) => `Remove ${nth(at).toLowerCase()}`}
      >
        {(row, at, faults, change) => (
          <div className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
            <DeskField
              label={nth(at)}
              list={suggestions}
              autoComplete="off"
              value={row.name ?? ''}
              onChange={(event) => change({ name: event.target.value })}
              error={faults.name}
            />
            <DeskField
              label={`${nth(at)} link`}
              type="url"
              inputMode="url"
              spellCheck={false}
              autoComplete="off"
              value={row.url ?? ''}
              onChange={(event) => change({ url: event.target.value })}
              // A link says which shop it is: she need not.
              onBlur={(event) => row.name || change({ name: shopOfLink(event.target.value) ?? '' })}
              error={faults.url}
            />
          </div>
        )}
      </Rows>
    </>
  )
}

const blankEdition = { format: 'E-book', isbn: '', price: '', currency: '' }

export function EditionRows(props: Props) {
  return (
    <Rows
      {...props}
      name="editions"
      blank={blankEdition}
      schema={editionInput}
      add="Add an edition"
      remove={(at) => `Remove edition ${at + 1}`}
    >
      {(row, at, faults, change) => (
        <div className="grid gap-4 sm:grid-cols-2">
          <DeskSelect
            label={at === 0 ? 'Format' : `Format ${at + 1}`}
            options={bookFormats}
            value={row.format ?? ''}
            onChange={(event) => change({ format: event.target.value })}
            error={faults.format}
          />
          <DeskField
            label={at === 0 ? 'ISBN' : `ISBN ${at + 1}`}
            inputMode="numeric"
            autoComplete="off"
            value={row.isbn ?? ''}
            onChange={(event) => change({ isbn: event.target.value })}
            error={faults.isbn}
          />
          <DeskField
            label={at === 0 ? 'Price' : `Price ${at + 1}`}
            inputMode="decimal"
            autoComplete="off"
            value={row.price ?? ''}
            onChange={(event) => change({ price: event.target.value })}
            error={faults.price}
          />
          <DeskField
            label={at === 0 ? 'Currency' : `Currency ${at + 1}`}
            autoComplete="off"
            placeholder="CAD"
            maxLength={3}
            value={row.currency ?? ''}
            onChange={(event) => change({ currency: event.target.value.toUpperCase() })}
            error={faults.currency}
          />
        </div>
      )}
    </Rows>
  )
}

const blankPraise = { quotation: '', source: '' }

export function PraiseRows(props: Props & { opening: number }) {
  return (
    <Rows
      {...props}
      name="praise"
      blank={blankPraise}
      schema={praiseInput}
      add="Add a quotation"
      remove={(at) => `Remove quotation ${at + 1}`}
    >
      {(row, at, faults, change) => (
        <div className="grid gap-4">
          <DeskArea
            // It holds its own text: another list has another one.
            key={`${props.opening} ${listOf(props.texts, 'praise').length}`}
            label={at === 0 ? 'Quotation' : `Quotation ${at + 1}`}
            rows={3}
            text={row.quotation ?? ''}
            onText={(quotation) => change({ quotation })}
            error={faults.quotation}
          />
          <DeskField
            label={at === 0 ? 'Who said it' : `Who said it ${at + 1}`}
            value={row.source ?? ''}
            onChange={(event) => change({ source: event.target.value })}
            error={faults.source}
          />
        </div>
      )}
    </Rows>
  )
}
