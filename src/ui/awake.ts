import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and while hydrating, true once the page's scripts run. */
export function useIsAwake(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
