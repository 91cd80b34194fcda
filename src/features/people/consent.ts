import { oneLine } from '#lib/email.ts'
import { sourceWords } from './people-text.ts'

type Entry = { purpose: string; act: string; method: string; page: string; source: string }

const acts: Record<string, string> = {
  'newsletter given': 'Agreed to get the newsletter',
  'newsletter confirmed': 'Confirmed the address',
  'newsletter withdrawn': 'Left the newsletter',
  'arc given': 'Asked for the advance copy',
  'arc confirmed': 'Confirmed the wish for the advance copy',
  'arc withdrawn': 'Wanted no more letters about the advance copy',
  'free-book withdrawn': 'Wanted no more books by mail',
}

const methods: Record<string, string> = {
  form: 'By sending the form',
  letter: 'By the button on the page a letter leads to',
  'one-click': 'By the unsubscribe button of a mail program',
  provider: 'At the mailing provider, which told us',
  list: 'Elsewhere, as a list you brought in says',
  owner: 'By you, at this person’s request',
}

/** One line of the ledger of consent, in words for whoever has to answer for it. */
export function consentWords({ purpose, act, method, page, source }: Entry): {
  what: string
  where: string
  how: string
} {
  const path = oneLine(page, 200)
  return {
    what: acts[`${purpose} ${act}`] ?? `${purpose}: ${act}`,
    // A page that only answers a letter says nothing of where the person once came from.
    where:
      act === 'given'
        ? [sourceWords(source), path && `(${path})`].filter(Boolean).join(' ')
        : path || sourceWords(source),
    how: methods[method] ?? method,
  }
}
