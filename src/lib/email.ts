/** One plain address: no list, no comment, no quoting, nothing a mail header could mistake for more. */
const shape =
  /^[^\s@,;:<>"()[\]\\]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i

/** Control, direction-changing and zero-width characters: two addresses that look alike would be two people. */
const unseen = /[\p{C}\p{Default_Ignorable_Code_Point}]/u

export const longestEmail = 254

/** What every form says, here because the smallest of them load no schema. */
export const emailRequired = 'Please enter your email address'
export const emailInvalid = 'Please enter a valid email address'

export function isEmail(text: string): boolean {
  return text.length <= longestEmail && shape.test(text) && !unseen.test(text) && !text.includes('..')
}

/** How addresses are compared and kept. */
export function normaliseEmail(text: string): string {
  return text.trim().toLowerCase()
}

/** Text both databases keep unchanged: no NUL (PostgreSQL refuses it), no half of a surrogate pair (silently altered). */
export function isCleanText(text: string): boolean {
  return !/\0|\p{Surrogate}/u.test(text)
}

/** One line without control or direction-changing characters, fit for a header or a greeting. */
export function oneLine(text: string, longest: number): string {
  return text
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longest)
    .replace(/[\uD800-\uDBFF]$/, '')
}
