import type { CoverPicture } from '#lib/cover.ts'

declare module '#server/db.ts' {
  interface Tables {
    book_files: BookFileRow
    download_links: DownloadLinkRow
    loose_files: LooseFileRow
    removed_files: RemovedFileRow
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
  /** what she calls it; null: as it is called on the shelf, or by itself */
  given_title: string | null
  /** JSON: a `KeptCover`; null: the one of the shelf, or a board with its title */
  cover: string | null
  /** how often it was fetched, by whichever link */
  downloads: number
}

/** One of her books, by its id, whose cover it wears; or a picture of hers. */
export type KeptCover = { kind: 'book'; id: string } | Extract<CoverPicture, { kind: 'image' }>

/** What the store may hold though no book needs it: on its way in, or replaced. */
export type LooseFileRow = { storage_key: string; since: string }

/** What was given away once. Links made before that moment say so. */
export type RemovedFileRow = { name: string; title: string; removed_at: string }

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
  /** the mailing whose letter it is in */
  mailing_id: string | null
}
