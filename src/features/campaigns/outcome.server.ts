import { countGroup } from '#features/readers/service.server.ts'
import { csvLine } from '#lib/csv.ts'
import type { Deps } from '#server/deps.ts'
import type { Delivery, DeliveryPage, Overview } from './contract.ts'
import { getCampaign } from './service.server.ts'
import type { DeliveryRow } from './tables.server.ts'

/** What the screen begins with: the last campaign, when somebody really got a letter, and how many readers there are. */
export async function getOverview(deps: Deps): Promise<Overview> {
  const newest = deps.db.selectFrom('campaigns').selectAll().orderBy('created_at', 'desc').limit(1)
  const latest = await newest.executeTakeFirst()
  const lastSent = await newest
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('deliveries')
          .select('deliveries.id')
          .whereRef('deliveries.campaign_id', '=', 'campaigns.id')
          .where('deliveries.state', '=', 'sent'),
      ),
    )
    .executeTakeFirst()
  return {
    latest: latest ? await getCampaign(deps, latest.id) : null,
    lastSentAt: lastSent ? (lastSent.finished_at ?? lastSent.starts_at) : null,
    readers: await countGroup(deps.db),
  }
}

const pageSize = 200

/** What became of each letter, and how often its book was fetched; a page at a time, in the order of their ids. */
function deliveriesOf({ db }: Deps, campaignId: string, after: string | null) {
  return db
    .selectFrom('deliveries')
    .leftJoin('download_links', 'download_links.id', 'deliveries.id')
    .select([
      'deliveries.id',
      'deliveries.email',
      'deliveries.state',
      'deliveries.error',
      'deliveries.settled_at',
      'download_links.downloads',
    ])
    .where('deliveries.campaign_id', '=', campaignId)
    .where('deliveries.id', '>', after ?? '')
    .orderBy('deliveries.id')
}

const filters: Record<string, DeliveryRow['state'][]> = {
  waiting: ['queued', 'leased', 'sending'],
  sent: ['sent'],
  failed: ['failed'],
  skipped: ['skipped'],
  unknown: ['unknown'],
  kept: ['kept'],
  problems: ['failed', 'skipped', 'unknown'],
}

type Wish = { state: string | null; after: string | null }

export async function listDeliveries(deps: Deps, campaignId: string, { state, after }: Wish): Promise<DeliveryPage> {
  const wanted = state && filters[state]
  const query = deliveriesOf(deps, campaignId, after).limit(pageSize)
  const rows = await (wanted ? query.where('deliveries.state', 'in', wanted) : query).execute()
  const deliveries = rows.map(toDelivery)
  return { deliveries, next: rows.length === pageSize ? (rows.at(-1)?.id ?? null) : null }
}

type Row = Pick<DeliveryRow, 'id' | 'email' | 'state' | 'error' | 'settled_at'> & { downloads: number | null }

function toDelivery({ id, email, state, error, settled_at, downloads }: Row): Delivery {
  const isWaiting = state === 'queued' || state === 'leased' || state === 'sending'
  return { id, email, state: isWaiting ? 'waiting' : state, error, settledAt: settled_at, downloads: downloads ?? 0 }
}

/** The whole outcome as a table for a spreadsheet, written as it is read: ten thousand rows need no memory. */
export function streamOutcome(deps: Deps, campaignId: string): Response {
  async function* lines() {
    yield `\uFEFF${csvLine(['email', 'state', 'error', 'settled', 'downloads'])}`
    for (let after: string | null = ''; after !== null; ) {
      const { deliveries, next }: DeliveryPage = await listDeliveries(deps, campaignId, { state: null, after })
      for (const { email, state, error, settledAt, downloads } of deliveries) {
        yield csvLine([email, state, error, settledAt, downloads])
      }
      after = next
    }
  }
  return new Response(textStream(lines()), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="campaign-${campaignId}.csv"`,
    },
  })
}

function textStream(lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await lines.next()
      if (done) return controller.close()
      controller.enqueue(encoder.encode(value))
    },
    cancel: () => void lines.return(undefined),
  })
}
