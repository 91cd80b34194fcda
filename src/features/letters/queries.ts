import { queryOptions } from '@tanstack/react-query'
import { deskListKept } from '#desk/refresh.ts'
import type { WorkingCopyWriter } from '#features/writing/contract.ts'
import type { AudienceChoices, LetterLine, LetterView, OwnerLetter } from './contract.ts'

export const lettersAddress = '/api/owner/letters'

/** A letter as its reader sees it, for a frame; `new` is one that was never saved. */
export const letterFramePath = (id: string) => `/admin/letters/${id}/letter`

/** Letters leave while nobody looks. */
export const lettersQuery = queryOptions<LetterLine[]>({
  queryKey: [lettersAddress],
  gcTime: deskListKept,
  staleTime: 0,
})

export function writtenQuery(id: string) {
  return queryOptions<OwnerLetter>({ queryKey: [`${lettersAddress}/${id}`], gcTime: 0 })
}

/** While letters leave, the screen follows. */
export const everySecond = 1_000

/** What became so far of one that goes by itself: asked for apart, since its form begins anew with another version. */
export function soFarQuery(id: string) {
  return queryOptions<OwnerLetter>({
    queryKey: [lettersAddress, id],
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.mailing?.pending ?? 0) > 0 && everySecond,
  })
}

export const choicesQuery = queryOptions<AudienceChoices>({ queryKey: [`${lettersAddress}/choices`], staleTime: 0 })

/** As it is saved or, for the form of a writer, as it stands there; `at` is another one whenever it is to be read anew. */
export function letterViewQuery(id: string, at: number, writer: WorkingCopyWriter | null) {
  return queryOptions<LetterView>({
    queryKey: [`${lettersAddress}/${id}/view?${new URLSearchParams({ at: String(at), ...writer })}`],
    staleTime: 0,
    gcTime: 60_000,
  })
}
