import type { Deps } from '#server/deps.ts'
import type { AppContext, Route } from '#server/route-table.ts'
import { jsonBody, parse } from '#server/validate.ts'
import { mailTestInput, providerTestInput, settingsInput } from './contract.ts'
import { settingsAddress } from './queries.ts'
import { type OwnersHand, readSettings, saveSettings } from './service.server.ts'
import { type AskProvider, sendTestLetter, tryProvider } from './trials.server.ts'

/** What other features know to do, handed in where all of them are known. */
export type Hands = { handOf: (c: AppContext) => OwnersHand; askProvider: AskProvider }

export function routes(deps: Deps, { handOf, askProvider }: Hands): Route[] {
  const door = (method: Route['method'], path: string, handle: Route['handle']): Route => ({
    method,
    path: settingsAddress + path,
    access: 'owner',
    handle,
  })
  return [
    door('GET', '', async (c) => c.json(await readSettings(deps))),
    door('PUT', '', async (c) => c.json(await saveSettings(deps, await jsonBody(c, settingsInput), handOf(c)))),
    door('POST', '/test-mail', async (c) => c.json(await sendTestLetter(deps, await bodyOrNone(c, mailTestInput)))),
    door('POST', '/test-provider', async (c) => {
      const { providerKey } = await bodyOrNone(c, providerTestInput)
      return c.json(await tryProvider(deps, askProvider, providerKey))
    }),
  ]
}

/** A test of what is saved has nothing to say. */
async function bodyOrNone<Output>(c: AppContext, schema: Parameters<typeof jsonBody<Output>>[1]): Promise<Output> {
  return (await c.req.text()) === '' ? parse(schema, {}) : jsonBody(c, schema)
}
