import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSearch } from 'wouter'
import { addressWith } from '#desk/address.ts'
import { someBook } from './content.ts'
import type { BookFile, DownloadsState, FreeBook, OwnerFile } from './contract.ts'
import { isFileName } from './file-name.ts'

export const filesAddress = '/api/owner/files'

/** Links are made and files fetched while nobody looks. */
export const bookFilesQuery = queryOptions<BookFile[]>({ queryKey: [filesAddress], staleTime: 0 })

export function fileQuery(name: string) {
  return queryOptions<OwnerFile>({ queryKey: [filesAddress, encodeURIComponent(name)], staleTime: 0 })
}

export const freeBookQuery = queryOptions<FreeBook>({ queryKey: ['/api/owner/free-book'] })

export const linksAddress = '/api/owner/download-links'

export function downloadsStateQuery(file: string | null) {
  return queryOptions<DownloadsState>({ queryKey: [addressWith(`${linksAddress}/state`, { file })] })
}

/** The letter she pastes into her own mail program. */
export function letterByHandQuery(file: string | null) {
  return queryOptions<{ text: string }>({
    queryKey: [addressWith('/api/owner/letter-by-hand', { file })],
    // She may have come from where she writes it.
    staleTime: 0,
  })
}

/** The file an address names; null: it begins with the free book. */
export function fileFrom(search: URLSearchParams): string | null {
  const name = search.get('file')
  return name && isFileName(name) ? name : null
}

export function useFileAsked(): string | null {
  return fileFrom(new URLSearchParams(useSearch()))
}

/** What is given away here, as every step of giving it away names it. */
export function useChosenFile(): Pick<FreeBook, 'title' | 'file'> {
  const asked = useFileAsked()
  const { data: files } = useQuery(bookFilesQuery)
  const { data: free = someBook } = useQuery(freeBookQuery)
  if (asked === null) return free
  return { title: files?.find(({ name }) => name === asked)?.called ?? someBook.title, file: asked }
}
