export type LegalBlock = { kind: 'text'; text: string } | { kind: 'list'; items: string[] }

/** `id` is the section's anchor; the page numbers the sections in order. */
export type LegalSection = { id: string; heading: string; blocks: LegalBlock[] }

export type LegalText = {
  title: string
  effective: 'July 26, 2025'
  lastUpdated: 'July 26, 2025'
  intro: string[]
  sections: LegalSection[]
}
