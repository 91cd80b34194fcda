import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sayFailed } from '#desk/call.ts'
import { deskListKept } from '#desk/refresh.ts'
import { ApiError } from '#lib/send-json.ts'
import type { Group, People, PersonRecord } from './contract.ts'
import { addressOf, type Filters } from './filters.ts'
import type { ImportCheck, ImportPeopleInput, PeopleImport } from './import-contract.ts'

export const peopleAddress = '/api/owner/subscribers'
export const exportAddress = '/api/owner/subscribers.csv'

export function peopleQuery(filters: Filters) {
  return queryOptions<People>({ queryKey: [addressOf(peopleAddress, filters)], gcTime: deskListKept })
}

export function personQuery(id: string) {
  return queryOptions<PersonRecord>({ queryKey: [peopleAddress, id], gcTime: deskListKept })
}

const groupQuery = queryOptions<Group>({ queryKey: ['/api/voracious-readers-subscribers'] })

/** The group, which is fetched when she asks for it and not before: it may be ten thousand addresses. */
export function useGroup() {
  const { data, dataUpdatedAt, isFetching, error, refetch } = useQuery({ ...groupQuery, enabled: false })

  async function load() {
    const { error } = await refetch()
    if (error) sayFailed('Failed to load subscribers', error)
  }
  return { group: data, loadedAt: dataUpdatedAt, isLoading: isFetching, error, load }
}

export const onePersonAddress = '/api/owner/people'
const importAddress = '/api/owner/people/import'
const importsAddress = '/api/owner/people/imports'

export const importsQuery = queryOptions<{ imports: PeopleImport[] }>({
  queryKey: [importsAddress],
  gcTime: deskListKept,
})

const longestWait = 15 * 60_000

/** Fifty megabytes on a slow line, and a hundred thousand people to take off a list again, take longer than any form may. */
async function postPatiently<Answer>(path: string, body: object): Promise<Answer> {
  const response = await fetch(path, {
    method: 'POST',
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(longestWait),
  })
  const text = await response.text()
  if (!response.ok) throw new ApiError(response.status, text, response.statusText)
  return JSON.parse(text)
}

const checkImport = (question: Question) => postPatiently<ImportCheck>(importAddress, { ...question, dryRun: true })

export function startImport(question: Question, basis: string) {
  return postPatiently<PeopleImport>(importAddress, { ...question, basis })
}

export const undoImport = (id: string) => postPatiently<PeopleImport>(`${importsAddress}/${id}/undo`, {})

export type Question = Pick<ImportPeopleInput, 'csv' | 'fileName' | 'list' | 'columns'>
type Checking = { question: Question | null; answered: Question | null; check: ImportCheck | null; error: unknown }

const nothingAsked: Checking = { question: null, answered: null, check: null, error: null }

/** What would become of a list. The last question counts; one that fails takes away nothing of what was answered before. */
export function useImportCheck() {
  const [{ question, answered, check, error }, setChecking] = useState(nothingAsked)

  async function ask(next: Question): Promise<unknown> {
    setChecking((known) => ({ ...known, question: next, error: null }))
    const settle = (end: Partial<Checking>) =>
      setChecking((known) => (known.question === next ? { ...known, ...end } : known))
    try {
      settle({ answered: next, check: await checkImport(next) })
      return null
    } catch (error) {
      settle({ error })
      return error
    }
  }

  return {
    question,
    check,
    error,
    isPending: question !== answered && !error,
    /** what is shown is the answer to what was asked last */
    isCurrent: check !== null && question === answered,
    ask,
    forget: () => setChecking(nothingAsked),
  }
}
