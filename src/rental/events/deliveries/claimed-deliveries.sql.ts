import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { reachableRows } from '../../../platform/db/citus/reachable-rows.ts'

type ContextPart = Pick<Context, 'db' | 'clock'>
type Each = Awaited<ReturnType<typeof listRunningEachUnscoped>>

/** What is known of other agencies on a cluster is at most so old, while all nodes answer. */
const knownMs = 1_000
/**
 * So long after it was asked, what was known before is taken: some node does not answer. Who comes
 * later does not wait at all, for a lead's events go one after the other, each by a claim.
 */
const waitedMs = 1_000

interface ClaimedOptions {
  /** Names the process. */
  worker: string
  /** Whether the agencies lie on several nodes. */
  isSpread(): boolean
}

/**
 * What is claimed, which bounds what may be. One server tells it of all agencies within the
 * transaction that claims. On a cluster that would ask every node, and none might be away: there
 * the transaction asks of its own agency, and what others have is found out beside it now and then.
 */
export class ClaimedDeliveries {
  readonly #ctx: ContextPart
  readonly #options: ClaimedOptions
  #known: { at: number; rows: Each } | null = null
  #asking: { since: number; rows: Promise<Each> } | null = null

  constructor(ctx: ContextPart, options: ClaimedOptions) {
    this.#ctx = ctx
    this.#options = options
  }

  /** To be asked before the transaction. @returns what is asked in it, of an agency */
  async begin(agencyUid: string): Promise<(ctx: ContextPart) => Promise<Running[]>> {
    const { worker, isSpread } = this.#options
    if (!isSpread()) return ctx => listRunningUnscoped(ctx, ctx.clock.now(), worker)
    const others = (await this.#listEach()).filter(({ agency_uid }) => agency_uid !== agencyUid)
    return async ctx => {
      return addedUp([...(await listRunning(ctx, agencyUid, ctx.clock.now(), worker)), ...others])
    }
  }

  /** What each agency has. It is asked for once at a time, for that may take its time. */
  async #listEach(): Promise<Each> {
    const known = this.#known
    if (known !== null && performance.now() - known.at < knownMs) return known.rows
    this.#asking ??= {
      since: performance.now(),
      rows: this.#askEach().finally(() => {
        this.#asking = null
      }),
    }
    const { since, rows } = this.#asking
    if (known === null) return rows
    const leftMs = since + waitedMs - performance.now()
    if (leftMs <= 0) {
      rows.catch(() => undefined)
      return known.rows
    }
    const late = Promise.withResolvers<Each>()
    const timer = setTimeout(() => late.resolve(known.rows), leftMs)
    return Promise.race([rows, late.promise]).finally(() => clearTimeout(timer))
  }

  async #askEach(): Promise<Each> {
    const at = performance.now()
    const rows = await listRunningEachUnscoped(
      this.#ctx,
      this.#ctx.clock.now(),
      this.#options.worker,
    )
    this.#known = { at, rows }
    return rows
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

/** What is claimed of a destination: how many deliveries, and how many by other processes. */
export interface Running {
  destination: string
  host: string
  claimed: number
  by_others: number
}

/**
 * What is claimed, by destination and host. That of all agencies counts, because a host that
 * several of them send to must not get more than its share.
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

/** The same of one agency. */
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

/** The same of each agency, as far as the nodes of a cluster are there. */
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

/** The host, with its port, that a delivery goes to. */
export function hostOf(delivery: string, webhook: string): RawBuilder<unknown> {
  const url = [delivery, webhook].map(alias => sql.ref(`${alias}.callback_url`))
  return sql`split_part(coalesce(${sql.join(url)}), '/', 3)`
}
