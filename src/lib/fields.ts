import { z } from 'zod/mini'
import { isCleanText } from './email.ts'
import { longestSlug, slugPattern } from './slug.ts'
import { toUrl } from './url.ts'

// The browser's policy forbids the code generation zod would otherwise try.
z.config({ jitless: true })

const unclean = (label: string) => `${label} has characters that cannot be kept`

/** A line that must be there. */
export function shortText(label: string, longest: number) {
  return z
    .string(`${label} is required`)
    .check(
      z.trim(),
      z.minLength(1, `${label} is required`),
      z.maxLength(longest, `${label} must be at most ${longest} characters`),
      z.refine(isCleanText, unclean(label)),
    )
}

export const longestContent = 500_000

/** The words themselves: kept as they were written, whitespace and all. */
export function longText(label: string) {
  return z.string(`${label} is required`).check(
    z.refine((text) => text.trim() !== '', `${label} is required`),
    // Put into words when it is said: the first number set this way takes 25 ms, of every start.
    z.maxLength(longestContent, {
      error: () => `${label} must be at most ${longestContent.toLocaleString('en-CA')} characters`,
    }),
    z.refine(isCleanText, unclean(label)),
  )
}

/** A line that may be missing: left empty, it is kept as null. */
export function nullableText(label: string, longest: number) {
  return z.pipe(
    z.optional(
      z.nullable(
        z
          .string(`${label} must be text`)
          .check(
            z.trim(),
            z.maxLength(longest, `${label} must be at most ${longest} characters`),
            z.refine(isCleanText, unclean(label)),
          ),
      ),
    ),
    z.transform((text: string | null | undefined) => text || null),
  )
}

/** A line that may be empty. */
export function optionalText(label: string, longest: number) {
  return z._default(
    z
      .string(`${label} must be text`)
      .check(
        z.trim(),
        z.maxLength(longest, `${label} must be at most ${longest} characters`),
        z.refine(isCleanText, unclean(label)),
      ),
    '',
  )
}

/** Words that may be missing, kept as they were written. */
export function optionalProse(label: string, longest: number) {
  return z._default(
    z
      .string(`${label} must be text`)
      .check(
        z.maxLength(longest, `${label} must be at most ${longest.toLocaleString('en-CA')} characters`),
        z.refine(isCleanText, unclean(label)),
      ),
    '',
  )
}

/** A calendar date, or none. */
export function nullableDay(label: string) {
  const rule = `${label} must be a date`
  return z.pipe(
    z.optional(z.nullable(z.string(rule).check(z.refine((text) => text === '' || isDay(text), rule)))),
    z.transform((text: string | null | undefined) => text || null),
  )
}

/** `Date` takes February 30 for March 2. */
export function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** The address of a page elsewhere. */
export function link(label: string) {
  const rule = `${label} must be an https address`
  return z.string(rule).check(z.trim(), z.maxLength(2_048, rule), z.refine(isHttps, rule))
}

/** The address of a page elsewhere, or nothing. */
export function optionalLink(label: string) {
  const rule = `${label} must be an https address`
  return z._default(
    z.string(rule).check(
      z.trim(),
      z.maxLength(2_048, rule),
      z.refine((text) => text === '' || isHttps(text), rule),
    ),
    '',
  )
}

const slugRule = 'Slug may hold only lower-case letters, digits and single hyphens'

/** Left empty, it is made from the title. */
export const optionalSlug = z.pipe(
  z.optional(
    z.nullable(
      z.string(slugRule).check(
        z.trim(),
        z.maxLength(longestSlug, `Slug must be at most ${longestSlug} characters`),
        z.refine((slug) => slug === '' || slugPattern.test(slug), slugRule),
      ),
    ),
  ),
  z.transform((slug: string | null | undefined) => slug || null),
)

const coverRule = 'Cover Image URL must be an https address, or a picture uploaded here'

/** The address of a picture: anywhere by https, or one of our own uploads (`/images/…`, with or without our origin). */
export const coverUrl = z.pipe(
  z.optional(
    z.nullable(
      z.string(coverRule).check(
        z.trim(),
        z.refine((text) => text === '' || isCoverUrl(text), coverRule),
      ),
    ),
  ),
  z.transform((text: string | null | undefined) => text || null),
)

function isCoverUrl(text: string): boolean {
  if (text.length > 2_048 || !isCleanText(text)) return false
  if (/^\/images\/[\w-]+$/.test(text)) return true
  const url = toUrl(text)
  if (!url || url.username || url.password) return false
  const { protocol, pathname } = url
  return protocol === 'https:' || (protocol === 'http:' && /^\/images\/[\w-]+$/.test(pathname))
}

/** The address of a page elsewhere, by https; '' and '#' both mean none. */
export function nullableLink(label: string) {
  const rule = `${label} must be an https address`
  return z.pipe(
    z.optional(
      z.nullable(
        z.string(rule).check(
          z.trim(),
          z.maxLength(2_048, rule),
          z.refine((text) => text === '' || text === '#' || isHttps(text), rule),
        ),
      ),
    ),
    z.transform((text: string | null | undefined) => (text && text !== '#' ? text : null)),
  )
}

function isHttps(text: string): boolean {
  const url = isCleanText(text) ? toUrl(text) : null
  return url?.protocol === 'https:' && !url.username && !url.password
}

/** Where the next page of a list begins: the id of the last row of this one. */
export const optionalCursor = z.pipe(
  z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/, 'This page of the list does not exist'))),
  z.transform((cursor: string | undefined) => cursor ?? null),
)

export const listPage = z.object({ cursor: optionalCursor })
