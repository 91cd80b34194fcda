import { clientAddress } from '#server/client-address.ts'
import type { Deps } from '#server/deps.ts'
import type { Route } from '#server/route-table.ts'
import { hearBrevo } from './brevo.server.ts'
import { eventsPath, type Service, serviceNames, services } from './contract.ts'
import { lookOnWish, readLastLook } from './mailbox.server.ts'
import { hearMailgun } from './mailgun.server.ts'
import { hearPostmark } from './postmark.server.ts'
import { lookAddress } from './queries.ts'
import type { Hear } from './said.server.ts'
import { hearEvents } from './service.server.ts'
import { createSesHearing } from './ses.server.ts'

/** Some send the letter along that came back. */
const longestPost = 1024 * 1024

export function routes(deps: Deps): Route[] {
  const hearing: Record<Service, Hear> = {
    postmark: hearPostmark,
    mailgun: hearMailgun,
    ses: createSesHearing(),
    brevo: hearBrevo,
  }
  return [
    ...services.map(
      (service): Route => ({
        method: 'POST',
        path: eventsPath(service),
        access: 'public',
        isForAnySite: true,
        bodyMax: longestPost,
        handle: async (c) => {
          const post = { body: await c.req.text(), authorization: c.req.header('authorization') ?? '' }
          const address = clientAddress(c, deps.env.trustedProxies)
          await hearEvents(deps, serviceNames[service], hearing[service], post, address)
          return c.json({ message: 'Heard.' })
        },
      }),
    ),
    {
      method: 'GET',
      path: lookAddress,
      access: 'owner',
      handle: async (c) => c.json(await readLastLook(deps)),
    },
    {
      method: 'POST',
      path: lookAddress,
      access: 'owner',
      handle: async (c) => c.json(await lookOnWish(deps)),
    },
  ]
}
