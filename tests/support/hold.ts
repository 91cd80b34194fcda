/** How long a campaign waits before its first letter is said beside the body of the call. */
export const heldFor = (seconds: number) => ({ 'x-hold-seconds': String(seconds) })
