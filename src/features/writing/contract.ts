import { z } from 'zod/mini'

// The browser's policy forbids the code generation zod would otherwise try.
z.config({ jitless: true })

/** What is written at the desk, kept with its versions, and thrown into the bin. */
const workKinds = ['post', 'story', 'book', 'letter'] as const
export type WorkKind = (typeof workKinds)[number]

/** What unsaved words are kept of: all of that, and the forms that say who she is and what her pages say. */
export const draftKinds = [...workKinds, 'site', 'page'] as const
export type DraftKind = (typeof draftKinds)[number]

export type WorkState = 'draft' | 'scheduled' | 'published'

/** How a text is read: as words and nothing else, as it was before there was a format, or as prose. */
export const formats = ['plain', 'prose'] as const
export type Format = (typeof formats)[number]

/** Left out, something new is prose, and an older text stays what it is. */
export const optionalFormat = z.optional(z.enum(formats, `Format must be one of: ${formats.join(', ')}`))

/** Words in a line: as they stand, a line end being a line end, or with a mark upon them. */
export type Inline = string | Marked | Linked
export type Marked = { type: 'em' | 'strong'; children: Inline[] }
export type Linked = { type: 'link'; href: string; children: Inline[] }

/** What a text consists of, and all that a reader's browser gets of it. */
export type Block = Paragraph | Heading | Quote | List | SceneBreak | Figure
/** one without words is an empty line */
export type Paragraph = { type: 'p'; children: Inline[] }
export type Heading = { type: 'h2' | 'h3'; children: Inline[] }
export type Quote = { type: 'quote'; children: Block[] }
/** `start` is the number of the first item; null where they are not numbered */
export type List = { type: 'list'; start: number | null; items: Block[][] }
/** `mark` is what a plain text has in its place */
export type SceneBreak = { type: 'break'; mark?: string }
/** A picture that was uploaded here: `src` is `/images/{id}`. How large it is, is known where there is a database. */
export type Figure = { type: 'figure'; src: string; alt: string; caption: string; width?: number; height?: number }

/** A place on the site that a link may lead to. */
export type Destination = { kind: WorkKind | 'page'; title: string; href: string }

/** What a single work carries beside its words as they are kept. */
export type WithBody = { body: Block[] }

/** One of the saves of a work. */
export type Version = { version: number; savedAt: string; title: string; words: number }

/** That somebody may read a work before it is out, and until when. */
export type ReadingLink = { id: string; createdAt: string; expiresAt: string }

/** The only time its address is told. */
export type NewReadingLink = { id: string; url: string; expiresAt: string }

const days = 'A link is open for 1 to 90 days'

export const readingLinkInput = z.object({ days: z.int(days).check(z.gte(1, days), z.lte(90, days)) })

/** Something that was thrown away and is not gone yet, without its words. */
export type BinItem = {
  kind: WorkKind
  id: string
  title: string
  /** what it will be again once it is restored */
  state: WorkState
  isSample: boolean
  deletedAt: string
  /** when it will be gone for good */
  goneAt: string
}

/** Words not yet saved: the fields of an editor as they stood, half-finished or not, and the save they began from. */
export type WorkingCopy = {
  fields: Record<string, string | boolean>
  /** 0 for something new */
  baseVersion: number
  savedAt: string
}

/** That there are such words, and since when; `new` stands for what was never saved at all. */
export type UnsavedPlace = { itemId: string; savedAt: string }

const mostFields = 80
export const largestCopy = 4 * 1024 * 1024

/** Which editor wrote, and when the words were kept that it went on from and means to replace. */
export const workingCopyWriter = z.object({
  writer: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  over: z._default(z.string().check(z.regex(/^[\w:.-]{0,40}$/)), ''),
})

export type WorkingCopyWriter = z.infer<typeof workingCopyWriter>

export const workingCopyInput = z.extend(workingCopyWriter, {
  fields: z
    .record(z.string().check(z.maxLength(40)), z.union([z.string(), z.boolean()]))
    .check(z.refine((fields) => Object.keys(fields).length <= mostFields, 'Those are more fields than any editor has')),
  baseVersion: z.int(),
})

export type WorkingCopyInput = z.infer<typeof workingCopyInput>

/** Which samples are to go: those the owner was asked about, and no others. */
export const sampleRemoval = z.object({
  ids: z
    .array(z.string('A sample is named by its id'), 'Say which samples')
    .check(z.maxLength(500, 'Those are more samples than there are')),
})
