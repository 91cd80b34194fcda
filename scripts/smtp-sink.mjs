// A mail server that takes everything and keeps only count, in a process of its own so that it takes no time from the
// site it is measured with. For benchmarks and the kill tests. Told 'report', it tells who got how many letters;
// told a number, it answers once it has taken as many.
import { createServer } from 'node:net'

const letters = new Map()
let total = 0
let awaited = Number.POSITIVE_INFINITY

function tellWhenReached() {
  if (total < awaited) return
  awaited = Number.POSITIVE_INFINITY
  process.send({ total })
}

const server = createServer((socket) => {
  let buffered = ''
  let to = ''
  let isInLetter = false
  socket.setNoDelay(true)
  socket.on('error', () => {})
  socket.write('220 sink\r\n')
  socket.on('data', (bytes) => {
    buffered += bytes.toString('latin1')
    for (;;) {
      const mark = isInLetter ? '\r\n.\r\n' : '\r\n'
      const end = buffered.indexOf(mark)
      if (end < 0) {
        // Only the last few bytes of a letter matter: they may be the beginning of its end.
        if (isInLetter) buffered = buffered.slice(-mark.length)
        return
      }
      const line = buffered.slice(0, end)
      buffered = buffered.slice(end + mark.length)
      if (isInLetter) {
        isInLetter = false
        total++
        letters.set(to, (letters.get(to) ?? 0) + 1)
        tellWhenReached()
        socket.write('250 taken\r\n')
        continue
      }
      const verb = line.slice(0, 4).toUpperCase()
      if (verb === 'RCPT') to = line.match(/<([^>]*)>/)?.[1] ?? ''
      if (verb === 'DATA') isInLetter = true
      if (verb === 'QUIT') return void socket.end('221 bye\r\n')
      socket.write(
        verb === 'DATA' ? '354 go ahead\r\n' : verb === 'EHLO' ? '250-sink\r\n250 8BITMIME\r\n' : '250 ok\r\n',
      )
    }
  })
})

server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
process.on('message', (wish) => {
  if (wish === 'report') process.send({ total, letters: [...letters] })
  if (typeof wish === 'number') {
    awaited = wish
    tellWhenReached()
  }
  if (wish === 'forget') {
    letters.clear()
    total = 0
    process.send({ total })
  }
})
process.on('disconnect', () => process.exit())
