import { z } from 'zod/mini'
import { letteringNames, motifNames } from '#art/cover-design.ts'
import { paletteNames } from '#art/palette.ts'
import { type Block, type Format, optionalFormat } from '#features/writing/contract.ts'
import type { Covered, CoverPicture } from '#lib/cover.ts'
import { link, nullableDay, nullableText, optionalProse, optionalSlug, optionalText, shortText } from '#lib/fields.ts'
import { bareIsbn, faultOfIsbn } from '#lib/isbn.ts'
import { mostImported } from './import-list.ts'

export const bookFormats = ['E-book', 'Paperback', 'Hardcover', 'Audiobook'] as const
export type BookFormat = (typeof bookFormats)[number]

export type Shop = { name: string; url: string }
/** `isbn` holds digits alone; `price` and `currency` are there together or not at all */
export type Edition = { format: BookFormat; isbn: string | null; price: string | null; currency: string | null }
export type Praise = { quotation: string; source: string }

/** A book on the wire, without its words. */
export type Book = Covered & {
  id: string
  slug: string
  subtitle: string | null
  /** its number in the series; a novella between two novels has a half */
  seriesOrder: number | null
  caption: string
  genre: string | null
  /** a calendar date, YYYY-MM-DD; null: not known yet */
  publicationDate: string | null
  wordCount: number | null
  pageCount: number | null
  shops: Shop[]
  editions: Edition[]
  /** where the first of its shops sells it */
  purchaseLink: string | null
  /** how its description begins, and its story */
  summary: string
  firstLine: string
  updatedAt: string
}

/** Enough of a book to stand in a row of covers. */
export type BookCover = Covered & Pick<Book, 'slug' | 'seriesOrder'>

/** One book, with its words read and its neighbours. */
export type BookInFull = Book & {
  description: Block[]
  opening: Block[]
  praise: Praise[]
  /** where it stands */
  shelf: Shelf | null
  /** the whole series in its order, this one included; empty for a book that stands alone */
  row: BookCover[]
  /** where a reader new to the series begins; null: here, or there is no series */
  start: Pick<Book, 'slug' | 'title'> | null
}

/** Books that stand together: a series, or those that stand alone. */
export type Shelf = {
  /** the series' own name; null: those that stand alone */
  series: string | null
  name: string
  /** its name in an address within the page */
  slug: string
  /** its name where there is little room */
  label: string
  pitch: string
  /** slugs, in their order */
  books: string[]
  /** where a reader new to the series begins; null: there is only one, or no order */
  start: string | null
}

/** What the author gives away: at most one of each. The free book may be one that stands on no shelf. */
export type Roles = { advance: string | null; free: string | null }

/** A book as its owner sees it in a list. */
export type ListedBook = Book & {
  praise: Praise[]
  isHidden: boolean
  isSample: boolean
  /** `draft`: hidden */
  state: 'draft' | 'scheduled' | 'published'
  version: number
}

/** With its words as they were typed. */
export type OwnerBook = ListedBook & { description: string; opening: string; format: Format }

/** A shelf as its owner sees it, hidden books and all. */
export type OwnerShelf = Omit<Shelf, 'books' | 'start'> & { books: string[]; startId: string | null }

export const mostBooks = 500

/** Where a book that was never saved is shown to its owner, and nothing is to anybody else. */
export const newBookSlug = 'a-new-book-as-it-will-be'
const mostShops = 20
const mostEditions = 20
const mostPraise = 30

export const shopInput = z.object({ name: shortText('Shop', 60), url: link('Shop link') })

const isbn = z.pipe(
  z.optional(
    z.nullable(
      z.string('ISBN must be text').check(
        z.superRefine((text, context) => {
          const fault = text.trim() === '' ? null : faultOfIsbn(text)
          if (fault) context.addIssue({ code: 'custom', message: fault, input: text })
        }),
      ),
    ),
  ),
  z.transform((text: string | null | undefined) => bareIsbn(text ?? '') || null),
)

const priceRule = 'Price must be a number such as 6.99'
const currencyRule = 'Currency is three letters, such as CAD, USD or GBP'

const price = z.pipe(
  z.optional(
    z.nullable(
      z.string(priceRule).check(
        z.trim(),
        z.refine((text) => /^(\d{1,6}([.,]\d{1,2})?)?$/.test(text), priceRule),
      ),
    ),
  ),
  z.transform((text: string | null | undefined) => text?.replace(',', '.') || null),
)

const currency = z.pipe(
  z.optional(
    z.nullable(
      z.string(currencyRule).check(
        z.trim(),
        z.toUpperCase(),
        z.refine((text) => /^([A-Z]{3})?$/.test(text), currencyRule),
      ),
    ),
  ),
  z.transform((text: string | null | undefined) => text || null),
)

export const editionInput = z
  .object({
    format: z.enum(bookFormats, `Format must be one of: ${bookFormats.join(', ')}`),
    isbn,
    price,
    currency,
  })
  .check(
    z.refine(({ price, currency }) => price === null || currency !== null, {
      error: 'A price needs its currency',
      path: ['currency'],
    }),
  )

export const praiseInput = z.object({
  quotation: shortText('Quotation', 800),
  source: optionalText('Source', 120),
})

const noCover = 'That is no cover'
const name = z.string().check(z.regex(/^[a-z0-9-]{1,96}$/, noCover))

const design = {
  motif: z.enum(motifNames, noCover),
  palette: z.enum(paletteNames, noCover),
  lettering: z.enum(letteringNames, noCover),
}
const seed = z.int(noCover).check(z.gte(0), z.lte(1_000_000))

const ownPicture = z
  .string('That is no picture of yours')
  .check(z.regex(/^(https?:\/\/[^/?#\s]+)?\/images\/[\w-]{1,64}$/, 'The cover must be a picture uploaded here'))

/** How large a picture is, and its colour, is known here and not there. */
const coverInput = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('image'), url: ownPicture }),
    z.object({ kind: z.literal('drawn'), ...design, seed }),
    z.object({ kind: z.literal('pack'), name }),
  ],
  noCover,
)

const orderRule = 'Number in series must be a number from 0 to 999, such as 2 or 1.5'

const countOf = (label: string, most: number) => {
  const rule = `${label} must be a whole number`
  return z._default(z.nullable(z.int(rule).check(z.gte(1, rule), z.lte(most, rule))), null)
}

/** What comes in. Only the title must be there; whatever is left out is left empty. */
export const bookFields = z.object({
  title: shortText('Title', 200),
  subtitle: nullableText('Subheading', 200),
  slug: optionalSlug,
  series: nullableText('Series', 100),
  seriesOrder: z._default(
    z.nullable(
      z.number(orderRule).check(
        z.gte(0, orderRule),
        z.lte(999, orderRule),
        z.refine((order) => Number.isInteger(Math.round(order * 1_000) / 100), orderRule),
      ),
    ),
    null,
  ),
  caption: optionalText('Caption', 300),
  description: optionalProse('Description', 20_000),
  opening: optionalProse('Opening pages', 60_000),
  format: optionalFormat,
  genre: nullableText('Genre', 60),
  publicationDate: nullableDay('Publication date'),
  pageCount: countOf('Pages', 20_000),
  wordCount: countOf('Words', 10_000_000),
  cover: z._default(z.nullable(coverInput), null),
  coverAlt: optionalText('What the picture shows', 300),
  shops: z._default(
    z.array(shopInput, 'Shops must be a list').check(z.maxLength(mostShops, `At most ${mostShops} shops`)),
    [],
  ),
  editions: z._default(
    z
      .array(editionInput, 'Editions must be a list')
      .check(z.maxLength(mostEditions, `At most ${mostEditions} editions`)),
    [],
  ),
  praise: z._default(
    z.array(praiseInput, 'Praise must be a list').check(z.maxLength(mostPraise, `At most ${mostPraise} quotations`)),
    [],
  ),
  isHidden: z._default(z.boolean('Hidden must be yes or no'), false),
  // Within what both engines keep as a whole number.
  version: z.optional(z.int('Version must be a number').check(z.gte(1), z.lte(2 ** 31 - 1))),
})

export type BookFields = z.infer<typeof bookFields>

/** The same in the words of the writing room, which keeps books as it keeps all that is written. */
export const bookInput = z.pipe(
  bookFields,
  z.transform(({ description, isHidden, ...fields }: BookFields) => ({
    ...fields,
    content: description,
    coverImage: fields.cover?.kind === 'image' ? fields.cover.url : null,
    isPublished: !isHidden,
    /** set where the picture is known */
    picture: null as Extract<CoverPicture, { kind: 'image' }> | null,
  })),
)

export type BookInput = z.infer<typeof bookInput>

/** A cover that is looked at before it is chosen; all of it stands in an address. */
export const sketchInput = z.object({
  title: shortText('Title', 200),
  series: nullableText('Series', 100),
  number: z.pipe(
    z.optional(z.string().check(z.regex(/^(\d{1,3}(\.\d)?)?$/, orderRule))),
    z.transform((text: string | undefined) => (text ? Number(text) : null)),
  ),
  ...design,
  seed: z.pipe(z.string().check(z.regex(/^\d{1,7}$/, noCover)), z.transform(Number)),
})

const id = z.string('That is no book').check(z.regex(/^[\w-]{1,64}$/, 'That is no book'))

/** What is not named stays as it is: another window may have chosen it meanwhile. */
export const rolesInput = z.object({
  advance: z.optional(z.nullable(id)),
  free: z.optional(z.nullable(id)),
})

export type RolesInput = z.infer<typeof rolesInput>

/** Books out of a list; each is judged by itself before any of them is added. */
export const importInput = z.object({
  books: z
    .array(bookInput, 'Say which books')
    .check(z.minLength(1, 'Say which books'), z.maxLength(mostImported, `At most ${mostImported} books at once`)),
})

/** Every shelf in its order, and every book on it in its own. */
export const orderInput = z.object({
  shelves: z
    .array(
      z.object({
        series: z.nullable(z.string().check(z.maxLength(100))),
        books: z.array(id).check(z.maxLength(mostBooks)),
      }),
      'Say which shelves there are',
    )
    .check(z.maxLength(mostBooks)),
})

/** `series` null: those that stand alone, which have no name to be changed. */
export const shelfInput = z.object({
  series: z.nullable(z.string().check(z.maxLength(100))),
  name: nullableText('Name', 100),
  pitch: optionalText('Pitch', 200),
  startId: z._default(z.nullable(id), null),
})

/** What a house may begin with: books as their input takes them, series in their order, and the slugs of what is given away. */
export type SampleBooks = {
  books: readonly (z.input<typeof bookFields> & { slug: string })[]
  series: readonly { name: string | null; pitch: string }[]
  roles: { advance: string; free: string }
}
