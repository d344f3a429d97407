import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { changeReachable } from '../../../platform/db/citus/reachable-rows.ts'
import { nilUid } from '../../../platform/db/marks/marking.ts'
import { updateRow } from '../../../platform/db/rows.ts'
import { type Caller, within } from '../../access/agencies/caller.ts'
import { agencyOf, ofCaller } from '../../access/agencies/tenant.sql.ts'
import { isReached } from '../../access/partners/reach.sql.ts'
import type { PricingTasksTable } from '../../tables.ts'

export type PricingTask = Selectable<PricingTasksTable>

/** Finished tasks are kept for this long. */
const keptDays = 7

/**
 * A task of the caller's agencies; a partner sees one if it reaches every property of it. An
 * unfinished one is there however old it is.
 */
export async function findTask(ctx: Context, uid: string): Promise<PricingTask | undefined> {
  const caller = await callerWithin(ctx, uid)
  return ctx.db
    .selectFrom('pricing_tasks as t')
    .selectAll()
    .where(sql<boolean>`${ofCaller(caller, 't')}`)
    .where('t.uid', '=', uid)
    .where(eb =>
      eb.or([eb('t.finished_at', 'is', null), eb('t.finished_at', '>', oldest(ctx.clock.now()))]),
    )
    .where(
      sql<boolean>`not exists (select 1 from unnest(t.property_uids) as named(uid)
        where not exists (select 1 from properties p
          where p.agency_uid = ${agencyOf(caller, 't')} and p.uid = named.uid
            and ${isReached(caller, 'p')}))`,
    )
    .executeTakeFirst()
}

/** The caller as far as the agency of a task goes: docs/decisions/0052. */
async function callerWithin({ db, caller }: Context, taskUid: string): Promise<Caller> {
  if (caller.agencyUids.length < 2) return caller
  const task = await db
    .selectFrom('pricing_tasks as t')
    .select('t.agency_uid')
    .where(sql<boolean>`${ofCaller(caller, 't')}`)
    .where('t.uid', '=', taskUid)
    .executeTakeFirst()
  return within(caller, task?.agency_uid ?? nilUid)
}

/** A task's key. */
interface TaskKey {
  agency_uid: string
  uid: string
}

/** Says that a task is being worked on; undefined when it is finished or gone. */
export async function beginTask({ db }: Context, key: TaskKey): Promise<PricingTask | undefined> {
  return db
    .updateTable('pricing_tasks')
    .set({ status: 'RUNNING' })
    .where('agency_uid', '=', key.agency_uid)
    .where('uid', '=', key.uid)
    .where('finished_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Locks an unfinished task and says how many of its operations are done with. */
export async function lockProcessed({ db }: Context, key: TaskKey): Promise<number | undefined> {
  const row = await db
    .selectFrom('pricing_tasks')
    .select('processed')
    .where('agency_uid', '=', key.agency_uid)
    .where('uid', '=', key.uid)
    .where('finished_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row?.processed
}

/** Says how many operations are done with, and what went wrong if something did. */
export async function writeProcessed(
  { db }: Context,
  key: TaskKey,
  { processed, error }: { processed: number; error: string | null },
): Promise<void> {
  const changes = { processed, error: sql<string | null>`coalesce(error, ${error})` }
  await updateRow({ db }, 'pricing_tasks', key, changes)
}

/** Finishes a task: FAILED if something went wrong, else COMPLETED. */
export async function finishTask(
  { db, clock }: Context,
  key: TaskKey,
  error: string | null = null,
): Promise<void> {
  await db
    .updateTable('pricing_tasks')
    .set({
      error: sql`coalesce(error, ${error})`,
      status: sql`case when coalesce(error, ${error}) is null then 'COMPLETED' else 'FAILED' end`,
      finished_at: clock.now(),
    })
    .where('agency_uid', '=', key.agency_uid)
    .where('uid', '=', key.uid)
    .where('finished_at', 'is', null)
    .execute()
}

/** Deletes what was finished long ago, of every agency, and says how many tasks that were. */
export async function forgetTasksUnscoped({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const before = oldest(clock.now())
  return changeReachable(
    db as never,
    of => sql`/* every tenant */
      delete from pricing_tasks where ${of('pricing_tasks')} and finished_at <= ${before}`,
  )
}

function oldest(now: Date): Date {
  return new Date(now.getTime() - keptDays * 86_400_000)
}
