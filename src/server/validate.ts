import type { z } from 'zod/mini'
import { AppError } from './errors.ts'
import type { AppContext } from './route-table.ts'

type Schema<Output> = z.ZodMiniType<Output>

/** Where a contract has no words for a fault, the library would say it in words for a programmer. */
const unreadable = 'That could not be read.'

/** What came in, by the rules of its contract; the first fault is the message, all of them are the fields. */
export function parse<Output>(schema: Schema<Output>, input: unknown): Output {
  const result = schema.safeParse(input, { error: () => unreadable })
  if (result.success) return result.data
  const fields: Record<string, string> = {}
  for (const { path, message } of result.error.issues) {
    // A part of a group by both names; one of a list by the list's.
    fields[path.filter((step) => typeof step === 'string').join('.') || 'body'] ??= message
  }
  throw new AppError('invalid', Object.values(fields)[0] ?? unreadable, { fields })
}

/** The JSON body of a call. Everything that is not an object of the right shape is the caller's mistake, never ours. */
export async function jsonBody<Output>(c: AppContext, schema: Schema<Output>): Promise<Output> {
  const text = await c.req.text()
  let input: unknown
  try {
    input = JSON.parse(text)
  } catch {
    throw new AppError('invalid', 'The request is not JSON.')
  }
  return parse(schema, input)
}

/** The fields of a form sent without scripts, as plain text. */
export async function formBody(c: AppContext): Promise<Record<string, string>> {
  const fields = new URLSearchParams(await c.req.text())
  return Object.fromEntries(fields)
}
