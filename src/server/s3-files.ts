import { createReadStream, type ReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchBucket,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { Bucket } from './env.ts'
import { AppError } from './errors.ts'
import { type Files, insistOnKey, inspectPart, type Range, sweepParts, writePart } from './files.ts'
import type { Log } from './log.ts'

const longestAnswer = 5_000
/** as long as the owner's own line may take for the same book */
const longestUpload = 15 * 60_000
const urlSeconds = 60

/**
 * A bucket of any S3-compatible store. A book is spooled to `folder` first: only what was proven whole is sent, in one
 * request of a known length, which a store shows all of or nothing.
 */
export function createS3Files(bucket: Bucket, folder: string, log: Log): Files {
  const client = connect(bucket)
  const ask = createAsking(log)
  const spool = (key: string) => join(folder, insistOnKey(key))
  const at = (key: string) => ({ Bucket: bucket.name, Key: insistOnKey(key) })
  const send = async (key: string, body: Body) => {
    const command = new PutObjectCommand({ ...at(key), ...body })
    if (!(await ask(longestUpload, (abortSignal) => client.send(command, { abortSignal })))) throw away()
  }

  return {
    async put(key, bytes) {
      if (bytes instanceof Uint8Array) await send(key, { Body: bytes, ContentLength: bytes.length })
      else await writePart(spool(key), bytes, async (part) => send(key, await bodyOf(part)))
    },
    async putInspected(key, bytes, inspect) {
      await writePart(spool(key), bytes, async (part) => {
        await inspectPart(part, inspect)
        await send(key, await bodyOf(part))
      })
    },
    send: async (key, path) => send(key, await bodyOf(path)),
    async list(prefix) {
      const found: { key: string; size: number }[] = []
      let from: string | undefined
      do {
        const where = { Bucket: bucket.name, Prefix: prefix, ...(from ? { ContinuationToken: from } : {}) }
        const page = await ask(longestAnswer, (abortSignal) =>
          client.send(new ListObjectsV2Command(where), { abortSignal }),
        )
        for (const { Key = '', Size = 0 } of page?.Contents ?? []) found.push({ key: Key, size: Size })
        from = page?.NextContinuationToken
      } while (from)
      return found
    },
    async read(key) {
      const head = await ask(longestAnswer, (abortSignal) =>
        client.send(new HeadObjectCommand(at(key)), { abortSignal }),
      )
      if (!head) return null
      return {
        size: head.ContentLength ?? 0,
        async stream(range) {
          const command = new GetObjectCommand({ ...at(key), ...rangeOf(range) })
          const found = await ask(longestAnswer, (abortSignal) => client.send(command, { abortSignal }))
          if (!found?.Body) throw away()
          return found.Body.transformToWebStream()
        },
        temporaryUrl({ type, disposition }) {
          const command = new GetObjectCommand({
            ...at(key),
            ResponseContentType: type,
            ResponseContentDisposition: disposition,
            ResponseCacheControl: 'no-store',
          })
          return getSignedUrl(client, command, { expiresIn: urlSeconds })
        },
      }
    },
    async remove(key) {
      await ask(longestAnswer, (abortSignal) => client.send(new DeleteObjectCommand(at(key)), { abortSignal }))
    },
    sweep: (now) => sweepParts(folder, now),
  }
}

type Body = { Body: Uint8Array | ReadStream; ContentLength: number }

async function bodyOf(part: string): Promise<Body> {
  return { Body: createReadStream(part), ContentLength: (await stat(part)).size }
}

const rangeOf = (range?: Range) => (range ? { Range: `bytes=${range.start}-${range.end}` } : {})

function connect({ endpoint, region, accessKeyId, secretAccessKey }: Bucket): S3Client {
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // The bucket's name in the path: works with every store, and needs no certificate for each bucket.
    forcePathStyle: true,
    maxAttempts: 2,
    // Stores other than Amazon's refuse the checksums the library would add by itself.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // What goes wrong stands in our own log.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    requestHandler: { connectionTimeout: 3_000, socketTimeout: 30_000 },
  })
}

/** One question to the store: null for what is not there, and for every other failure one sentence and a line in the log. */
function createAsking(log: Log) {
  return async <Answer>(
    longest: number,
    question: (signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer | null> => {
    const patience = new AbortController()
    const timer = setTimeout(() => patience.abort(), longest)
    try {
      return await question(patience.signal)
    } catch (error) {
      const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
      if (status === 404 && !(error instanceof NoSuchBucket)) return null
      log.error('file store away', { status, error })
      throw away()
    } finally {
      clearTimeout(timer)
    }
  }
}

function away(): AppError {
  return new AppError('busy', 'The shelf the files stand on cannot be reached. Please try again in a minute.', {
    headers: { 'retry-after': '60' },
  })
}
