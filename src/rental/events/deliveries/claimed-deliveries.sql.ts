import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { type Db, type TenantFilter, topologyOf } from '../../../platform/db/cluster/topology.ts'

type ContextPart = Pick<Context, 'db' | 'clock'>

/** Number of claimed deliveries of a destination, and of those claimed by other processes. */
export interface ClaimCount {
  destination: string
  host: string
  claimed: number
  by_others: number
}

/** Reader of the claims in progress of all agencies, because several may send to one host. */
export interface ClaimCountReader {
  /** Returns the query of claims that limit those of an agency, to be run in its transaction. */
  prepare(agencyUid: string): Promise<(db: Db) => Promise<ClaimCount[]>>
}

/** @param worker uid of the process */
export function openClaimCountReader({ db, clock }: ContextPart, worker: string) {
  const statement = (of: TenantFilter) => claimCountsUnscoped(clock.now(), worker, of)
  const tenantReader = topologyOf(db).openTenantReader(db, statement)
  const reader: ClaimCountReader = {
    async prepare(agencyUid) {
      const readRows = await tenantReader.prepare(agencyUid)
      return async db => sumByDestination(await readRows(db))
    },
  }
  return reader
}

function sumByDestination(rows: ClaimCount[]): ClaimCount[] {
  const sums = new Map<string, ClaimCount>()
  for (const { destination, host, claimed, by_others } of rows) {
    const key = `${destination} ${host}`
    const sum = sums.get(key) ?? { destination, host, claimed: 0, by_others: 0 }
    sum.claimed += claimed
    sum.by_others += by_others
    sums.set(key, sum)
  }
  return [...sums.values()]
}

/** Returns the query of claims in progress, by agency, destination and host. */
function claimCountsUnscoped(now: Date, worker: string, of: TenantFilter) {
  return sql<ClaimCount & { agency_uid: string }>`/* every tenant */
    select r.destination, ${hostOf('r', 'w')} as host, r.agency_uid, count(*)::int as claimed,
      (count(*) filter (where r.claimed_by <> ${worker}::uuid))::int as by_others
    from deliveries r join webhooks w on w.uid = r.webhook_uid
    where ${of('r')} and r.completed_at is null and r.claimed_until > ${now}
    group by 1, 2, 3`
}

/** Returns the host of a delivery's URL, with its port. */
export function hostOf(delivery: string, webhook: string): RawBuilder<unknown> {
  const url = [delivery, webhook].map(alias => sql.ref(`${alias}.callback_url`))
  return sql`split_part(coalesce(${sql.join(url)}), '/', 3)`
}
