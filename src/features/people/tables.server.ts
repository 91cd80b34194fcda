/** Everybody with an address here, one row each. */
export type PersonRow = {
  id: string
  /** normalised: trimmed, lower case */
  email: string
  /** as `suppressions` knows it; null only until the site has started on rows from before it was written down */
  email_hash: string | null
  name: string | null
  /** where she came from first */
  source: string
  /** what her places on lists make her, as long as she has not left; kept here so that a hundred thousand are counted at once */
  standing: 'active' | 'pending' | 'reader' | 'arc_only'
  /** 1: has asked for an advance copy */
  has_asked: number
  created_at: string
  /** for good and from every list: nothing brings her back */
  left_at: string | null
}

export const lists = ['newsletter', 'readers', 'arc'] as const
export type List = (typeof lists)[number]

/** A place on a list. Its id signs the way out in the letters of that list. */
export type MembershipRow = {
  id: string
  person_id: string
  /** readers: the voracious ones, whom the owner brought along or who came from the provider's group */
  list: List
  /** arc: the book, and whether that one or the next after it; '' before this was written down, and on other lists */
  about: string
  /** pending until she pressed the button in her mail */
  state: 'pending' | 'active'
  source: string
  /** how she agreed, in the words of the owner who brought her; null for whoever came herself */
  basis: string | null
  reader_magnet_id: string | null
  joined_at: string
  /** null also for those who joined while nothing had to be confirmed */
  confirmed_at: string | null
  /** the import that brought her onto this list, and may be undone */
  import_id: string | null
}

export type PersonTagRow = { person_id: string; tag: string }

/** The ledger of consent: rows are only ever added. */
export type ConsentRow = {
  id: string
  /** or, of somebody on no list, the link that brought her a book */
  person_id: string
  /** as she typed it */
  email: string
  purpose: 'newsletter' | 'arc' | 'free-book'
  act: 'given' | 'confirmed' | 'withdrawn'
  /** which words she agreed to, and a hash of them, should anyone doubt it; none where she was brought in by the owner */
  wording: string
  wording_hash: string
  page: string
  source: string
  method: 'form' | 'letter' | 'one-click' | 'provider' | 'list' | 'owner'
  client_hash: string | null
  at: string
}

/** People brought in from another service's list. It goes on where it stopped. */
export type PeopleImportRow = {
  id: string
  list: 'newsletter' | 'readers'
  basis: string
  file_name: string
  /** the list itself, until all of it has been gone through */
  csv: string | null
  /** a JSON list of what its columns hold */
  columns: string
  state: 'running' | 'done' | 'undone'
  /** different addresses in it, and how many of them have been gone through */
  people: number
  done: number
  /** JSON: what became of how many */
  counts: string
  created_at: string
  finished_at: string | null
}

declare module '#server/db.ts' {
  interface Tables {
    people: PersonRow
    memberships: MembershipRow
    person_tags: PersonTagRow
    consents: ConsentRow
    people_imports: PeopleImportRow
  }
}
