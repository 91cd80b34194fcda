import { type Audience, audienceInForm, type LetterInput, type OwnerLetter, wholeNewsletter } from './contract.ts'

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

/** What is said in the form, right or wrong; null where that is none. */
export function audienceIn(texts: Texts): Audience | null {
  return audienceInForm.safeParse(saidIn(texts)).data ?? null
}

function saidIn({ audience = '' }: Texts): unknown {
  try {
    return JSON.parse(audience)
  } catch {
    return audience
  }
}

/** Whom it is for goes as it stands, for the site to judge: what cannot be read must not become everybody. */
export function letterOf(texts: Texts): Omit<LetterInput, 'audience'> & { audience: unknown } {
  const { subject = '', previewLine = '', content = '', isOnWeb = '', slug = '' } = texts
  return {
    subject,
    previewLine,
    content,
    format: 'prose',
    audience: saidIn(texts),
    isOnWeb: isOnWeb === 'yes',
    slug: slug.trim() || null,
  }
}
