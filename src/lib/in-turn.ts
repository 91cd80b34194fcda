/** What is still on its way to the server, by path: one after the other, and whoever reads there waits. */
const onTheWay = new Map<string, Promise<unknown>>()

export function inTurn<Answer>(path: string, send: () => Promise<Answer>): Promise<Answer> {
  const turn = (onTheWay.get(path) ?? Promise.resolve()).then(send, send)
  onTheWay.set(path, turn)
  return turn
}

export function afterTurn(path: string): Promise<void> {
  return inTurn(path, async () => {})
}

/** Whatever was on its way has arrived, or has not. */
export async function afterAll(): Promise<void> {
  await Promise.allSettled(onTheWay.values())
}
