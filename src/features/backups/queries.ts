import { queryOptions } from '@tanstack/react-query'
import type { BackupState } from './contract.ts'

export const backupsAddress = '/api/owner/backups'

export const backupsQuery = queryOptions<BackupState>({ queryKey: [backupsAddress] })

/** Where a ticket is got that opens the download of one, for whoever gives her password again. */
export const ticketAddress = (name: string) => `${backupsAddress}/${name}/ticket`
