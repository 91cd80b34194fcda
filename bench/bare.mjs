// What an answer of the site is measured against: the same answer by node:http and nothing else.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'

/** An answer of the site, as it came over the line. */
export function askWhole({ port }, path, headers = { 'accept-encoding': 'br' }) {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path, headers }, (response) => {
      const chunks = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => {
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) })
      })
    }).on('error', reject)
  })
}

/** Gives this answer to everybody, with what node:http adds by itself left out. */
export async function startBare({ status, headers, body }) {
  const { date: _date, connection: _connection, 'keep-alive': _kept, ...given } = headers
  const child = fork('bench/bare-server.mjs')
  child.send({ status, headers: given, body: body.toString('base64') })
  const [port] = await once(child, 'message')
  return { port, stop: () => child.disconnect() }
}
