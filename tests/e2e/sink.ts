import { fork } from 'node:child_process'
import { once } from 'node:events'

export type Sink = Awaited<ReturnType<typeof openSink>>

/** A mail server that takes everything, in a process of its own. */
export async function openSink() {
  const sink = fork('scripts/smtp-sink.mjs')
  const [{ port }] = await once(sink, 'message')
  const ask = async <Answer>(wish: string | number): Promise<Answer> => {
    sink.send(wish)
    const [answer] = await once(sink, 'message')
    return answer
  }
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** Answers once it has taken so many letters. */
    taken: (count: number) => ask<{ total: number }>(count),
    /** Who got how many letters. */
    letters: async () => (await ask<{ letters: [email: string, many: number][] }>('report')).letters,
    close: () => sink.disconnect(),
  }
}
