import { type Audience, audienceInput, type LetterInput, type OwnerLetter, wholeNewsletter } from './contract.ts'

/** A letter as its form holds it: every field a text. */
export type Texts = Record<string, string>

export const blankTexts: Texts = {
  subject: '',
  previewLine: '',
  content: '',
  audience: JSON.stringify(wholeNewsletter),
  isOnWeb: '',
  slug: '',
}

export function textsOf({ subject, previewLine, content, audience, isOnWeb }: OwnerLetter): Texts {
  return { subject, previewLine, content, audience: JSON.stringify(audience), isOnWeb: isOnWeb ? 'yes' : '', slug: '' }
}

export function audienceIn({ audience = '' }: Texts): Audience {
  try {
    return audienceInput.parse(JSON.parse(audience))
  } catch {
    return wholeNewsletter
  }
}

export function letterOf(texts: Texts): LetterInput {
  const { subject = '', previewLine = '', content = '', isOnWeb = '', slug = '' } = texts
  return {
    subject,
    previewLine,
    content,
    format: 'prose',
    audience: audienceIn(texts),
    isOnWeb: isOnWeb === 'yes',
    slug: slug.trim() || null,
  }
}
