type Words = { content: string }

const withoutContent = (work: unknown) => ({ ...(work as Words), content: '' })

/** A page that lists works needs their cards, not every word of them. */
export const withoutWords = { forPage: (works: unknown) => (works as Words[]).map(withoutContent) }

/** A page shows the words as they were read; how they were typed is the desk's business. */
export const withoutSource = { forPage: withoutContent }
