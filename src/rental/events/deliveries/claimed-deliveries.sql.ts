import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { reachableRows } from '../../../platform/db/citus/reachable-rows.ts'

type ContextPart = Pick<Context, 'db' | 'clock'>
type Each = Awaited<ReturnType<typeof listRunningEachUnscoped>>

/** Maximum age in milliseconds of the claims of other agencies on a cluster. */
const refreshMs = 1_000

/**
 * Claims in progress, which limit further ones. On one server the transaction that claims reads
 * those of all agencies. On a cluster that would query every node, and none might be unavailable:
 * there the transaction reads those of its own agency, and a cache has those of the others.
 */
export class ClaimedDeliveries {
  readonly #ctx: ContextPart
  readonly #worker: string
  readonly #isCluster: () => boolean
  #cached: Each | null = null
  #refreshedAt = -Infinity
  #refreshing: Promise<void> | null = null

  /** @param worker uid of the process */
  constructor(ctx: ContextPart, worker: string, isCluster: () => boolean) {
    this.#ctx = ctx
    this.#worker = worker
    this.#isCluster = isCluster
  }

  /** Returns the query of claims that limit those of an agency, to be run in its transaction. */
  async prepare(agencyUid: string): Promise<(ctx: ContextPart) => Promise<Running[]>> {
    if (!this.#isCluster()) return ctx => listRunningUnscoped(ctx, ctx.clock.now(), this.#worker)
    const others = (await this.#listEach()).filter(({ agency_uid }) => agency_uid !== agencyUid)
    return async ctx => {
      const own = await listRunning(ctx, agencyUid, ctx.clock.now(), this.#worker)
      return addedUp([...own, ...others])
    }
  }

  /** Refreshes the cache without waiting for it, except for the first time. */
  async #listEach(): Promise<Each> {
    if (performance.now() - this.#refreshedAt > refreshMs) {
      this.#refreshing ??= this.#refresh().finally(() => {
        this.#refreshing = null
      })
      if (this.#cached === null) await this.#refreshing
      else this.#refreshing.catch(() => undefined)
    }
    return this.#cached ?? []
  }

  async #refresh(): Promise<void> {
    const at = performance.now()
    const now = this.#ctx.clock.now()
    this.#cached = await listRunningEachUnscoped(this.#ctx, now, this.#worker)
    this.#refreshedAt = at
  }
}

function addedUp(rows: Running[]): Running[] {
  const sums = new Map<string, Running>()
  for (const { destination, host, claimed, by_others } of rows) {
    const name = `${destination} ${host}`
    const sum = sums.get(name) ?? { destination, host, claimed: 0, by_others: 0 }
    sum.claimed += claimed
    sum.by_others += by_others
    sums.set(name, sum)
  }
  return [...sums.values()]
}

/** Number of claimed deliveries of a destination, and of those claimed by other processes. */
export interface Running {
  destination: string
  host: string
  claimed: number
  by_others: number
}

/**
 * Lists the claims in progress by destination and host, of all agencies, because several may send
 * to one host.
 */
export async function listRunningUnscoped(
  { db }: Pick<Context, 'db'>,
  now: Date,
  worker: string,
): Promise<Running[]> {
  const { rows } = await sql<Running>`/* every tenant */
    ${runningOf(now, worker)} group by 1, 2`.execute(db)
  return rows
}

/** Lists those of one agency. */
async function listRunning(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  now: Date,
  worker: string,
): Promise<Running[]> {
  const { rows } = await sql<Running>`${runningOf(now, worker)} and r.agency_uid = ${agencyUid}
    group by 1, 2`.execute(db)
  return rows
}

/** Lists those of each agency, without agencies on unavailable nodes of a cluster. */
async function listRunningEachUnscoped(
  { db }: Pick<Context, 'db'>,
  now: Date,
  worker: string,
): Promise<(Running & { agency_uid: string })[]> {
  return reachableRows(
    db as never,
    of => sql<Running & { agency_uid: string }>`/* every tenant */
      ${runningOf(now, worker, sql`, r.agency_uid`)} and ${of('r')} group by 1, 2, r.agency_uid`,
  )
}

function runningOf(now: Date, worker: string, more: RawBuilder<unknown> = sql``) {
  return sql`select r.destination, ${hostOf('r', 'w')} as host, count(*)::int as claimed,
      (count(*) filter (where r.claimed_by <> ${worker}::uuid))::int as by_others ${more}
    from deliveries r join webhooks w on w.uid = r.webhook_uid
    where r.completed_at is null and r.claimed_until > ${now}`
}

/** Returns the host of a delivery's URL, with its port. */
export function hostOf(delivery: string, webhook: string): RawBuilder<unknown> {
  const url = [delivery, webhook].map(alias => sql.ref(`${alias}.callback_url`))
  return sql`split_part(coalesce(${sql.join(url)}), '/', 3)`
}
