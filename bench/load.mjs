import { fork } from 'node:child_process'
import { once } from 'node:events'

/**
 * Pages, views or signups asked of a site by a process of its own, for so many seconds or so often, over so many
 * connections, at a rate or as fast as they go: how many a second, and how long one took.
 */
export async function load({ port }, order) {
  const client = fork('bench/load-client.mjs')
  client.send({ ...order, port })
  const [result] = await once(client, 'message')
  return result
}
