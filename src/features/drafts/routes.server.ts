import type { Deps } from '#server/deps.ts'
import type { Route } from '#server/route-table.ts'

export function routes(_deps: Deps): Route[] {
  return []
}
