export type Happening = { eventName: string; data: Record<string, unknown>; page: string }

let early: Happening[] = []
let tell: (happening: Happening) => void = (happening) => early.push(happening)

/** Reports that a reader did something worth counting. Costs her nothing: what listens comes when the browser is idle. */
export function track(eventName: string, data: Record<string, unknown> = {}): void {
  tell({ eventName, data, page: location.pathname })
}

/** Hears what was reported before, and then all the rest. */
export function listenToTracks(listener: (happening: Happening) => void): void {
  tell = listener
  for (const happening of early) listener(happening)
  early = []
}
