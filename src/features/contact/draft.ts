export const draftKey = 'contact-draft'

type Draft = Record<string, string>

/** What was written so far, kept in this tab until it is sent: a reload must not cost a letter. */
export function readDraft(): Draft {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(draftKey) ?? '{}')
    return typeof draft === 'object' && draft !== null ? Object.fromEntries(Object.entries(draft).filter(isText)) : {}
  } catch {
    return {}
  }
}

export function keepDraft(draft: Draft) {
  try {
    sessionStorage.setItem(draftKey, JSON.stringify(draft))
  } catch {
    // A browser that refuses storage still sends the message.
  }
}

export function forgetDraft() {
  try {
    sessionStorage.removeItem(draftKey)
  } catch {
    // Then there was none.
  }
}

function isText(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === 'string'
}
