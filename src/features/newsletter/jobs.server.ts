import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { type SignupRequest, takeSignup } from './service.server.ts'

declare module '#server/jobs.ts' {
  interface JobKinds {
    'newsletter.signup': SignupRequest
  }
}

export function newsletterJobs(deps: Deps) {
  return { 'newsletter.signup': (request: SignupRequest) => takeSignup(deps, request) }
}

const unconfirmedDays = 30

/** Whoever never pressed the button is forgotten, with all she had typed. */
export async function forgetUnconfirmed(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - unconfirmedDays * 86_400_000).toISOString()
  await db.transaction().execute(async (tx) => {
    const gone = tx
      .selectFrom('subscribers')
      .select('id')
      .where('state', '=', 'pending')
      .where('created_at', '<', oldest)
    await tx.deleteFrom('consents').where('subscriber_id', 'in', gone).execute()
    await tx.deleteFrom('subscribers').where('state', '=', 'pending').where('created_at', '<', oldest).execute()
  })
}
