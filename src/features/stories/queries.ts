import { queryOptions } from '@tanstack/react-query'
import type { Story } from './contract.ts'

export const storiesQuery = queryOptions<Story[]>({ queryKey: ['/api/short-stories'] })
