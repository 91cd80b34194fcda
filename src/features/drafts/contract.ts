import { z } from 'zod/mini'

// The browser's policy forbids the code generation zod would otherwise try.
z.config({ jitless: true })

export const draftKinds = ['post', 'story'] as const
export type DraftKind = (typeof draftKinds)[number]

/** Words not yet saved: the fields of an editor as they stood, half-finished or not, and the save they began from. */
export type WorkingCopy = {
  fields: Record<string, string | boolean>
  /** 0 for something new */
  baseVersion: number
  savedAt: string
}

/** That there are such words, and since when; `new` stands for what was never saved at all. */
export type UnsavedPlace = { itemId: string; savedAt: string }

export const mostFields = 20
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
