declare module '#server/db.ts' {
  interface Tables {
    book_files: BookFileRow
    download_links: DownloadLinkRow
    loose_files: LooseFileRow
  }
}

export type BookFileRow = {
  /** as the owner and the calls name it: the-first-one.epub */
  name: string
  storage_key: string
  size: number
  sha256: string
  /** what it was called on the author's computer; shown to her, and used for nothing */
  uploaded_as: string | null
  uploaded_at: string
  /** what the book says of itself; null where it says nothing, or was uploaded before anybody looked */
  title: string | null
  authors: string | null
}

/** What the store may hold though no book needs it: on its way in, or replaced. */
export type LooseFileRow = { storage_key: string; since: string }

export type DownloadLinkRow = {
  id: string
  file_name: string
  /**
   * handed: made for one reader, for the author to hand out; shared: for whoever is given it; personal: in a letter to
   * one reader; letter: in one to somebody who is on no list, whose way out of the letter is this row
   */
  kind: 'handed' | 'shared' | 'personal' | 'letter'
  email: string | null
  expires_at: string
  created_at: string
  revoked_at: string | null
  downloads: number
  last_download_at: string | null
}
