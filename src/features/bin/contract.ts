/** What can lie in the bin. */
export const binKinds = ['post', 'story'] as const
export type BinKind = (typeof binKinds)[number]

/** Something that was thrown away and is not gone yet, without its words. */
export type BinItem = {
  kind: BinKind
  id: string
  title: string
  /** what it will be again once it is restored */
  state: 'draft' | 'scheduled' | 'published'
  isSample: boolean
  deletedAt: string
  /** when it will be gone for good */
  goneAt: string
}
