import type { OwnerLetter } from '#features/letters/contract.ts'
import { startSmtp } from './smtp.ts'
import { createTestApp } from './test-app.ts'

/** A site with a mail server, whose newsletter these people have joined, and an author who writes letters. */
export async function openWriting({
  people = ['ada', 'ben', 'cleo'],
  env = {},
}: {
  people?: string[]
  env?: object
} = {}) {
  const smtp = await startSmtp()
  // What the world says of the sender's domain is known where a test says so, and asked nowhere else.
  const DNS_SERVER = '127.0.0.1:9'
  const settings = { SMTP_URL: smtp.url, MAIL_RATE: '50', POSTAL_ADDRESS: '1 Quay, Halifax', DNS_SERVER, ...env }
  const app = await createTestApp({ env: settings })
  /** Another node on the same database. */
  const addNode = () => createTestApp({ env: settings, beside: app })
  // A session of its own for each call: weeks may have passed.
  type Owner = Awaited<ReturnType<typeof app.asOwner>>
  const owner = {
    request: async (...asked: Parameters<Owner['request']>) => (await app.asOwner()).request(...asked),
    post: async (...asked: Parameters<Owner['post']>) => (await app.asOwner()).post(...asked),
    put: async (...asked: Parameters<Owner['put']>) => (await app.asOwner()).put(...asked),
  }
  const join = (names: readonly string[]) =>
    owner.post('/api/owner/people/import', {
      csv: [
        'Email,Name,Status',
        ...names.map((name) => `${name}@home.example,${name[0]?.toUpperCase()}${name.slice(1)} Reed,Active`),
      ].join('\n'),
      list: 'newsletter',
      basis: 'A list of old',
    })
  const joined = await join(people)
  await app.work()
  const write = async (letter: object = {}): Promise<OwnerLetter> => {
    const answer = await owner.post('/api/owner/letters', {
      subject: 'News from the quay',
      content: 'The tide is in.',
      ...letter,
    })
    return answer.json()
  }
  /** As the screen does: what she was told is what she says. */
  const send = async ({ id, version, audience }: OwnerLetter, wish: object = {}) => {
    const { count } = await (await owner.post(`/api/owner/letters/audience?letter=${id}`, audience)).json()
    return owner.post(`/api/owner/letters/${id}/send`, { version, count, isMeant: true, ...wish })
  }
  const read = async (id: string): Promise<OwnerLetter> => (await owner.request(`/api/owner/letters/${id}`)).json()
  const addressees = () => smtp.received.flatMap(({ to }) => to).sort()
  return { smtp, app, addNode, owner, join, joined, write, send, read, addressees }
}
