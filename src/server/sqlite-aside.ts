import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'

// Plain JavaScript that is handed to the thread as it stands, so that it is the same in tests, development and a build.
const ask = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { DatabaseSync } = require(workerData.library)
  const database = new DatabaseSync(workerData.file, { timeout: 5000, readOnly: workerData.isReader })
  parentPort.postMessage(database.prepare(workerData.question).all())`

/** Asks SQLite on a thread and a connection of their own: what takes long keeps nobody waiting. */
export function askAside<Row>(file: string, question: string, { isReader = false } = {}): Promise<Row[]> {
  const library = createRequire(import.meta.url).resolve('@photostructure/sqlite')
  return new Promise((resolve, reject) => {
    let answer: Row[] | undefined
    new Worker(ask, { eval: true, workerData: { library, file, question, isReader } })
      .on('message', (rows) => {
        answer = rows
      })
      .on('error', reject)
      // Only once the thread is gone, and with it its hold on the file.
      .on('exit', () => (answer ? resolve(answer) : reject(new Error('the thread ended without an answer'))))
  })
}
