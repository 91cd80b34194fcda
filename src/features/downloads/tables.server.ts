declare module '#server/db.ts' {
  interface Tables {
    book_files: BookFileRow
    download_links: DownloadLinkRow
    loose_files: LooseFileRow
  }
}

export type BookFileRow = {
  /** as the owner and the calls name it: true-veil-blues.epub */
  name: string
  storage_key: string
  size: number
  sha256: string
  uploaded_at: string
}

/** What the store may hold though no book needs it: on its way in, or replaced. */
export type LooseFileRow = { storage_key: string; since: string }

export type DownloadLinkRow = {
  id: string
  file_name: string
  /**
   * personal: made for one reader; shared: for whoever is given it; letter: for one who is on no list, whose way out of
   * the letter is this row, so it stays
   */
  kind: 'personal' | 'shared' | 'letter'
  email: string | null
  expires_at: string
  created_at: string
  revoked_at: string | null
  downloads: number
  last_download_at: string | null
}
