import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { type Context, Hono } from 'hono'

type Hook = { id: string; url: string; secret?: string; enabled?: boolean; events?: string[] }
type Person = { id: string; email: string; status: string; groups: Set<string> }
type Misbehaviour = (path: string, call: number, method: string) => Response | undefined | Promise<undefined>

const firstId = 129_543_796_651_197_476n

/** The mailing provider's API on this machine, shaped after its recorded answers; it can be told to misbehave. */
export async function openMailerLite({ key = 'a-key' } = {}) {
  const people = new Map<string, Person>()
  const groups: { id: string; name: string }[] = []
  const hooks: Hook[] = []
  const calls: string[] = []
  const provider = {
    people,
    groups,
    hooks,
    calls,
    misbehave: undefined as Misbehaviour | undefined,
    /** it does what it is asked, and misbehaves only in the answer */
    isDoneAllTheSame: false,
    /** it answers 200 for whoever left, and says so in her status only */
    isMild: false,
    /** its setting “Double opt-in for API and integrations” is on */
    asksFirst: false,
    url: '',
    sign,
    stop: () => {},
  }
  let ids = 0n
  const newId = () => String(firstId + ids++)
  const app = new Hono()

  app.use(async (c, next) => {
    calls.push(`${c.req.method} ${c.req.path}`)
    const odd = await provider.misbehave?.(c.req.path, calls.length, c.req.method)
    if (odd && !provider.isDoneAllTheSame) return odd
    if (c.req.header('authorization') !== `Bearer ${key}`) return c.json({ message: 'Unauthenticated.' }, 401)
    await next()
    if (odd) {
      c.res = undefined
      c.res = odd
      return
    }
    c.res.headers.set('x-ratelimit-limit', '120')
  })

  const toGroup = ({ id, name }: { id: string; name: string }) => ({
    id,
    name,
    active_count: [...people.values()].filter((one) => one.groups.has(id) && one.status === 'active').length,
    open_rate: { float: 0, string: '0%' },
  })
  function onePage(c: Context, all: object[]) {
    const [limit, page] = [Number(c.req.query('limit') ?? 25), Number(c.req.query('page') ?? 1)]
    const last = Math.max(1, Math.ceil(all.length / limit))
    return c.json({
      data: all.slice((page - 1) * limit, page * limit),
      // As recorded: the next address forgets limit, filter and sort.
      links: { next: page < last ? `${provider.url}${c.req.path.slice(4)}?page=${page + 1}` : null },
      meta: { current_page: page, last_page: last, per_page: limit, total: all.length },
    })
  }
  app.get('/api/groups', (c) => onePage(c, groups.map(toGroup)))
  app.post('/api/groups', async (c) => {
    const group = { id: newId(), name: String((await c.req.json()).name) }
    groups.push(group)
    return c.json({ data: toGroup(group) }, 201)
  })
  app.post('/api/subscribers', async (c) => {
    const { email, groups: joined = [] } = await c.req.json()
    const known = people.get(email)
    if (known && !['active', 'unconfirmed'].includes(known.status) && !provider.isMild) {
      return c.json(
        { message: 'This subscriber is unsubscribed and cannot be imported', errors: { email: ['…'] } },
        422,
      )
    }
    if (String(email).includes('invalid')) return c.json({ message: 'The email must be valid.', errors: {} }, 422)
    const status = provider.asksFirst ? 'unconfirmed' : 'active'
    const person = known ?? { id: newId(), email, status, groups: new Set<string>() }
    for (const id of joined) person.groups.add(id)
    people.set(email, person)
    return c.json({ data: { ...person, groups: [...person.groups] } }, known ? 200 : 201)
  })
  app.get('/api/subscribers/:email', (c) => {
    const person = people.get(c.req.param('email'))
    if (!person) return c.json({ message: 'No query results for model [Subscriber]' }, 404)
    return c.json({ data: { ...person, groups: [] } })
  })
  app.get('/api/groups/:id/subscribers', (c) => {
    const status = c.req.query('filter[status]') ?? 'active'
    const limit = Number(c.req.query('limit') ?? 25)
    const from = Number(c.req.query('cursor') ?? 0)
    const members = [...people.values()].filter((one) => one.groups.has(c.req.param('id')) && one.status === status)
    const isMore = from + limit < members.length
    return c.json({
      data: members.slice(from, from + limit).map(({ id, email }) => ({ id, email, status })),
      links: { first: null, last: null, prev: null, next: isMore ? 'https://elsewhere.example/?cursor=lost' : null },
      meta: { per_page: limit, next_cursor: isMore ? String(from + limit) : null },
    })
  })
  app.get('/api/webhooks', (c) => onePage(c, hooks))
  app.post('/api/webhooks', async (c) => {
    const { url, events, enabled } = await c.req.json()
    const hook: Hook = { id: newId(), url, events, enabled, secret: 'hook-secret' }
    hooks.push(hook)
    return c.json({ data: hook }, 201)
  })
  app.put('/api/webhooks/:id', async (c) => {
    const hook = hooks.find(({ id }) => id === c.req.param('id'))
    if (!hook) return c.json({ message: 'No query results for model [Webhook]' }, 404)
    return c.json({ data: Object.assign(hook, await c.req.json()) })
  })

  function sign(body: string, encoding: 'hex' | 'base64' = 'hex'): string {
    return createHmac('sha256', 'hook-secret').update(body).digest(encoding)
  }

  const server = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  provider.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
  provider.stop = () => void server.close().closeAllConnections()
  return provider
}
