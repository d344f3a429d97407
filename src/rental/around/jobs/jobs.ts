import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { laterThan } from '../../../platform/db/later-than.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { agencyOf, ofCaller } from '../../access/agencies/tenant.sql.ts'
import {
  isReached,
  limitedTo,
  propertyAccess,
  type Reached,
  reach,
  type Wanted,
} from '../../access/partners/reach.sql.ts'
import { isOwnJob } from '../../access/roles/own-jobs.sql.ts'
import { type Job, type JobKey, type JobStatus, openStatuses, unendedStatuses } from './job.ts'

/** Which jobs a list has; dates are those of the start, both included. */
export interface JobFilters {
  from?: string | undefined
  to?: string | undefined
  agencyUid?: string | undefined
  propertyUids?: string[] | undefined
  leadUid?: string | undefined
  serviceProviderUid?: string | undefined
  statuses?: JobStatus[] | undefined
  modifiedSince?: Date | undefined
}

/** Jobs within reach by start. */
export async function listJobs(
  ctx: Context,
  filters: JobFilters,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<Job[]> {
  const { rows } = await sql<Job>`select j.* ${fromReached(ctx)} ${whereFilters(filters)}
    order by j.start_local, j.uid limit ${limit} offset ${offset}`.execute(ctx.db)
  return rows
}

/** A job that a request named. */
export type ReachedJob = Job & Reached

/**
 * The job that a uid in a path names, within reach as its property is.
 *
 * @throws ApiError JOB_NOT_FOUND, READ_ONLY_GRANT
 */
export async function reachedJob(
  ctx: Context,
  text: string,
  wanted: Pick<Wanted, 'access'> = {},
): Promise<ReachedJob> {
  const named = { ...wanted, parameter: 'jobUid', inPath: true }
  return reach(text, named, 'JOB_NOT_FOUND', async uid => {
    const { rows } = await sql<ReachedJob>`select j.*, ${access(ctx)} as access
      ${fromReached(ctx)} and j.uid = ${uid}`.execute(ctx.db)
    return rows[0]
  })
}

function access({ caller }: Context): Sql {
  return limitedTo(caller) ? sql`'READ_WRITE'` : propertyAccess(caller, 'p')
}

/** Own jobs are within reach also when they are done. */
function fromReached({ caller }: Context): Sql {
  const limited = limitedTo(caller)
  return sql`from jobs j
    join properties p on p.agency_uid = ${agencyOf(caller, 'j')} and p.uid = j.property_uid
    where ${ofCaller(caller, 'j')}
    and ${limited ? isOwnJob('j', limited) : isReached(caller, 'p')}`
}

function whereFilters(filters: JobFilters): Sql {
  const { from, to, propertyUids, statuses, modifiedSince, ...uids } = filters
  const conditions = [
    from === undefined ? null : sql`j.start_local >= ${from}::date`,
    to === undefined ? null : sql`j.start_local < ${to}::date + 1`,
    propertyUids && sql`j.property_uid = any(${propertyUids}::uuid[])`,
    statuses && sql`j.status = any(${statuses}::text[])`,
    modifiedSince && sql`j.updated_at >= ${modifiedSince}`,
    uids.agencyUid === undefined ? null : sql`j.agency_uid = ${uids.agencyUid}`,
    uids.leadUid === undefined ? null : sql`j.lead_uid = ${uids.leadUid}`,
    uids.serviceProviderUid === undefined
      ? null
      : sql`j.service_provider_uid = ${uids.serviceProviderUid}`,
  ]
  const given = conditions.filter(condition => condition != null)
  return given.length === 0 ? sql`` : sql`and ${sql.join(given, sql` and `)}`
}

/** Whether a service has jobs that wait for somebody. */
export async function hasOpenJobs(
  { db }: Pick<Context, 'db'>,
  service: { agency_uid: string; uid: string },
): Promise<boolean> {
  const open = await db
    .selectFrom('jobs')
    .select('uid')
    .where('agency_uid', '=', service.agency_uid)
    .where('service_uid', '=', service.uid)
    .where('status', 'in', openStatuses)
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

/** The job as it is, which nobody else writes until the transaction ends; undefined: it is gone. */
export async function lockJob(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: JobKey,
): Promise<Job | undefined> {
  const { rows } = await sql<Job>`select j.* from jobs j where j.agency_uid = ${agency_uid}
    and j.uid = ${uid} for no key update`.execute(db)
  return rows[0]
}

/** Whose jobs are locked. */
type Owner = { leadUids: string[] } | { propertyUid: string } | { serviceProviderUid: string }

/**
 * Locks the jobs of leads, a property or a service provider, in the order of their uids, in
 * whatever status: one that is about to be accepted shows only when that has happened. Of a
 * property, those that have ended are left out.
 */
export async function lockJobs(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  owner: Owner,
): Promise<Job[]> {
  const { rows } = await sql<Job>`select j.* from jobs j where j.agency_uid = ${agencyUid}
    and ${isOf(owner)} order by j.uid for no key update`.execute(db)
  return rows
}

function isOf(owner: Owner): Sql {
  if ('leadUids' in owner) return sql`j.lead_uid = any(${owner.leadUids}::uuid[])`
  if ('propertyUid' in owner) {
    return sql`j.property_uid = ${owner.propertyUid} and j.status = any(${unendedStatuses}::text[])`
  }
  return sql`j.service_provider_uid = ${owner.serviceProviderUid}`
}

/** What jobs look at of a property, deleted or not, which stays so until the transaction ends. */
export async function keptProperty(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: { agency_uid: string; uid: string },
): Promise<{ time_zone: string; deleted_at: Date | null } | undefined> {
  return db
    .selectFrom('properties')
    .select(['time_zone', 'deleted_at'])
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', uid)
    .forShare()
    .executeTakeFirst()
}

/** The time zones of properties of an agency; nulls among the uids are passed over. */
export async function timeZonesOf(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  propertyUids: (string | null)[],
): Promise<Map<string, string>> {
  const uids = propertyUids.filter(uid => uid !== null)
  if (uids.length === 0) return new Map()
  const rows = await db
    .selectFrom('properties')
    .select(['uid', 'time_zone'])
    .where('agency_uid', '=', agencyUid)
    .where('uid', '=', sql<string>`any(${uids}::uuid[])`)
    .execute()
  return new Map(rows.map(({ uid, time_zone }) => [uid, time_zone]))
}

/** The property of a lead, which stays what it is until the transaction ends. */
export async function keptLead(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: { agency_uid: string; uid: string },
): Promise<{ property_uid: string | null } | undefined> {
  return db
    .selectFrom('leads')
    .select('property_uid')
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', uid)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
}

/** Writes changed columns of jobs of one agency and gives these as they are then, in no order. */
export async function updateJobs(
  ctx: Pick<Context, 'db' | 'clock'>,
  jobs: JobKey[],
  changes: Partial<Job>,
): Promise<Job[]> {
  const [first] = jobs
  if (!first) return []
  const rows = await ctx.db
    .updateTable('jobs')
    .set({ ...changes, updated_at: laterThan(ctx) })
    .where('agency_uid', '=', first.agency_uid)
    .where('uid', '=', sql<string>`any(${jobs.map(({ uid }) => uid)}::uuid[])`)
    .returningAll()
    .execute()
  return rows as Job[]
}
