import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { laterThan } from '../../../platform/db/monotonic-timestamp.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { agencyOf, inCallerTenant } from '../../access/agencies/tenant.sql.ts'
import {
  type AccessibleRow,
  isPropertyAccessible,
  limitedEmployeeRef,
  propertyAccess,
  type RequiredAccess,
  requireAccess,
} from '../../access/partners/access-scope.sql.ts'
import { isAssignedJob } from '../../access/roles/assigned-jobs.sql.ts'
import { changeableStatuses, type Job, type JobKey, type JobStatus, openStatuses } from './job.ts'

/** Filters of jobs. Both dates are inclusive and apply to the start. */
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

/** Lists accessible jobs, sorted by start. */
export async function listJobs(
  ctx: Context,
  filters: JobFilters,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<Job[]> {
  const { rows } = await sql<Job>`select j.* ${fromAccessible(ctx)} ${andFilters(filters)}
    order by j.start_local, j.uid limit ${limit} offset ${offset}`.execute(ctx.db)
  return rows
}

/** Job with the caller's access. */
export type AccessibleJob = Job & AccessibleRow

/**
 * Returns the job of a uid in a path, if the caller has access to its property.
 *
 * @throws ApiError JOB_NOT_FOUND, READ_ONLY_GRANT
 */
export async function requireJob(
  ctx: Context,
  jobUid: string,
  options: Pick<RequiredAccess, 'access'> = {},
): Promise<AccessibleJob> {
  const accessOptions = { ...options, parameter: 'jobUid', inPath: true }
  return requireAccess(jobUid, accessOptions, 'JOB_NOT_FOUND', async uid => {
    const { rows } = await sql<AccessibleJob>`select j.*, ${jobAccess(ctx)} as access
      ${fromAccessible(ctx)} and j.uid = ${uid}`.execute(ctx.db)
    return rows[0]
  })
}

function jobAccess({ caller }: Context): Sql {
  return limitedEmployeeRef(caller) ? sql`'READ_WRITE'` : propertyAccess(caller, 'p')
}

/**
 * Returns the `from … where` clause of accessible jobs. Callers limited to their own jobs can read
 * them even when they are done.
 */
function fromAccessible({ caller }: Context): Sql {
  const limited = limitedEmployeeRef(caller)
  return sql`from jobs j
    join properties p on p.agency_uid = ${agencyOf(caller, 'j')} and p.uid = j.property_uid
    where ${inCallerTenant(caller, 'j')}
    and ${limited ? isAssignedJob('j', limited) : isPropertyAccessible(caller, 'p')}`
}

/** Returns the conditions of filters, each beginning with `and`. */
function andFilters(filters: JobFilters): Sql {
  const { from, to, propertyUids, statuses, modifiedSince } = filters
  const { agencyUid, leadUid, serviceProviderUid } = filters
  const conditions = [
    from === undefined ? null : sql`j.start_local >= ${from}::date`,
    to === undefined ? null : sql`j.start_local < ${to}::date + 1`,
    propertyUids && sql`j.property_uid = any(${propertyUids}::uuid[])`,
    statuses && sql`j.status = any(${statuses}::text[])`,
    modifiedSince && sql`j.updated_at >= ${modifiedSince}`,
    agencyUid === undefined ? null : sql`j.agency_uid = ${agencyUid}`,
    leadUid === undefined ? null : sql`j.lead_uid = ${leadUid}`,
    serviceProviderUid === undefined ? null : sql`j.service_provider_uid = ${serviceProviderUid}`,
  ]
  const present = conditions.filter(condition => condition != null)
  return present.length === 0 ? sql`` : sql`and ${sql.join(present, sql` and `)}`
}

export async function hasOpenJobs(
  { db }: Pick<Context, 'db'>,
  service: { agency_uid: string; uid: string },
): Promise<boolean> {
  const openJob = await db
    .selectFrom('jobs')
    .select('uid')
    .where('agency_uid', '=', service.agency_uid)
    .where('service_uid', '=', service.uid)
    .where('status', 'in', openStatuses)
    .limit(1)
    .executeTakeFirst()
  return openJob !== undefined
}

/** Locks a job and returns its row; undefined if it is deleted. */
export async function lockJob(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: JobKey,
): Promise<Job | undefined> {
  const { rows } = await sql<Job>`select j.* from jobs j where j.agency_uid = ${agency_uid}
    and j.uid = ${uid} for no key update`.execute(db)
  return rows[0]
}

/** Object whose jobs are locked. */
type JobOwner = { leadUids: string[] } | { propertyUid: string } | { serviceProviderUid: string }

/**
 * Locks the jobs of leads, of a property or of a service provider, in the order of their uids. For
 * a property, only those that can still change. Others in any status: a concurrent transaction may
 * be changing it, and the new status is only known once the job is locked.
 */
export async function lockJobs(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  owner: JobOwner,
): Promise<Job[]> {
  const { rows } = await sql<Job>`select j.* from jobs j where j.agency_uid = ${agencyUid}
    and ${isOwnedBy(owner)} order by j.uid for no key update`.execute(db)
  return rows
}

function isOwnedBy(owner: JobOwner): Sql {
  if ('leadUids' in owner) return sql`j.lead_uid = any(${owner.leadUids}::uuid[])`
  if ('propertyUid' in owner) {
    return sql`j.property_uid = ${owner.propertyUid}
      and j.status = any(${changeableStatuses}::text[])`
  }
  return sql`j.service_provider_uid = ${owner.serviceProviderUid}`
}

/** Locks a property, deleted or not, and returns the columns that jobs depend on. */
export async function findPropertyForShare(
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

/** Returns the time zones of properties of an agency by uid. Null uids are skipped. */
export async function listTimeZones(
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

/** Locks a lead against changes and returns its property; undefined if it is deleted. */
export async function findLeadForShare(
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

/** Updates jobs of one agency and returns their new rows, in no order. */
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
