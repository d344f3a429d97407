import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { dayMs } from '../../../platform/dates/dates.ts'
import { tenantTag } from '../../../platform/db/cache-tags/bump-versions.ts'
import { changeTenants } from '../../../platform/db/cluster/topology.ts'
import { updateRow } from '../../../platform/db/rows.ts'
import { type Caller, limitToAgency } from '../../access/agencies/caller.ts'
import { agencyOf, inCallerTenant } from '../../access/agencies/tenant.sql.ts'
import { isPropertyAccessible } from '../../access/partners/access-scope.sql.ts'
import type { PricingTasksTable } from '../../tables.ts'

export type PricingTask = Selectable<PricingTasksTable>

/** Retention period of finished tasks. */
const retentionDays = 7

/**
 * Finds a task of the caller's agencies; a partner needs access to all properties of the task.
 * Unfinished tasks are found regardless of their age.
 */
export async function findTask(ctx: Context, uid: string): Promise<PricingTask | undefined> {
  const caller = await callerWithin(ctx, uid)
  return ctx.db
    .selectFrom('pricing_tasks as t')
    .selectAll()
    .where(sql<boolean>`${inCallerTenant(caller, 't')}`)
    .where('t.uid', '=', uid)
    .where(eb =>
      eb.or([
        eb('t.finished_at', 'is', null),
        eb('t.finished_at', '>', retentionStart(ctx.clock.now())),
      ]),
    )
    .where(
      sql<boolean>`not exists (select 1 from unnest(t.property_uids) as named(uid)
        where not exists (select 1 from properties p
          where p.agency_uid = ${agencyOf(caller, 't')} and p.uid = named.uid
            and ${isPropertyAccessible(caller, 'p')}))`,
    )
    .executeTakeFirst()
}

/** Restricts the caller to the agency of a task: docs/decisions/0052. */
async function callerWithin({ db, caller }: Context, taskUid: string): Promise<Caller> {
  if (caller.agencyUids.length < 2) return caller
  const task = await db
    .selectFrom('pricing_tasks as t')
    .select('t.agency_uid')
    .where(sql<boolean>`${inCallerTenant(caller, 't')}`)
    .where('t.uid', '=', taskUid)
    .executeTakeFirst()
  return limitToAgency(caller, task?.agency_uid ?? tenantTag)
}

interface TaskKey {
  agency_uid: string
  uid: string
}

/** Marks a task as running; returns undefined if it is finished or deleted. */
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

/** Locks an unfinished task and returns its number of completed operations. */
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

/** Stores the number of completed operations, and the first error. */
export async function writeProcessed(
  { db }: Context,
  key: TaskKey,
  { processed, error }: { processed: number; error: string | null },
): Promise<void> {
  const changes = { processed, error: sql<string | null>`coalesce(error, ${error})` }
  await updateRow({ db }, 'pricing_tasks', key, changes)
}

/** Finishes a task: FAILED if it has an error, otherwise COMPLETED. */
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

/** Deletes tasks of all agencies that finished before the retention period; returns the number. */
export async function purgeTasksUnscoped({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const before = retentionStart(clock.now())
  return changeTenants(
    db,
    inTenant => sql`/* every tenant */
      delete from pricing_tasks where ${inTenant('pricing_tasks')} and finished_at <= ${before}`,
  )
}

function retentionStart(now: Date): Date {
  return new Date(now.getTime() - retentionDays * dayMs)
}
