import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { laterThan } from '../../../platform/db/monotonic-timestamp.ts'
import { updateRowOrThrow, updateRows } from '../../../platform/db/rows.ts'
import { notFound } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import { inCallerTenant } from '../../access/agencies/tenant.sql.ts'
import type { Service, ServiceAudience, ServiceKey } from './service.ts'

/** Lists the services of an agency, sorted by title. Services for BOTH match GUEST and HOST. */
export async function listServices(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  filters: {
    serviceProviderUid?: string | undefined
    cateredTo?: ServiceAudience | undefined
  } = {},
): Promise<Service[]> {
  const { serviceProviderUid, cateredTo } = filters
  return db
    .selectFrom('services')
    .selectAll()
    .where('agency_uid', '=', agencyUid)
    .where('deleted_at', 'is', null)
    .$if(serviceProviderUid !== undefined, query =>
      query.where('service_provider_uid', '=', serviceProviderUid!),
    )
    .$if(cateredTo !== undefined, query => query.where('catered_to', 'in', [cateredTo!, 'BOTH']))
    .orderBy('title')
    .orderBy('uid')
    .execute()
}

/**
 * Returns the service of a uid in a request, if it belongs to one of the caller's agencies and is
 * not deleted.
 *
 * @throws ApiError SERVICE_NOT_FOUND
 */
export async function requireService(ctx: Context, serviceUid: string): Promise<Service> {
  const row = await ctx.db
    .selectFrom('services as s')
    .selectAll()
    .where(sql<boolean>`${inCallerTenant(ctx.caller, 's')}`)
    .where('s.uid', '=', asUid(serviceUid))
    .where('s.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw notFound('SERVICE_NOT_FOUND', serviceUid)
  return row
}

/**
 * Locks a service of an agency against changes and deletion, and returns it.
 *
 * @param allowedDeletedUid uid of the service that may be deleted: callers already refer to it
 * @throws ApiError SERVICE_NOT_FOUND
 */
export async function requireServiceForShare(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  serviceUid: string,
  allowedDeletedUid?: string,
): Promise<Service> {
  const row = await db
    .selectFrom('services')
    .selectAll()
    .where('agency_uid', '=', agencyUid)
    .where('uid', '=', asUid(serviceUid))
    .forShare()
    .executeTakeFirst()
  if (!row || (row.deleted_at !== null && row.uid !== allowedDeletedUid)) {
    throw notFound('SERVICE_NOT_FOUND', serviceUid)
  }
  return row
}

/** Locks services of an agency against deletion and returns the uids of those that exist. */
export async function listServiceUidsForShare(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  uids: string[],
): Promise<Set<string>> {
  if (uids.length === 0) return new Set()
  const rows = await db
    .selectFrom('services')
    .select('uid')
    .where('agency_uid', '=', agencyUid)
    .where('uid', '=', sql<string>`any(${uids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .orderBy('uid')
    .forShare()
    .execute()
  return new Set(rows.map(({ uid }) => uid))
}

/** Locks a service and returns its row; undefined if it is deleted. */
export async function lockService(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: ServiceKey,
): Promise<Service | undefined> {
  return db
    .selectFrom('services')
    .selectAll()
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', uid)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Locks the services of a provider. */
export async function lockServicesOfProvider(
  { db }: Pick<Context, 'db'>,
  provider: { agency_uid: string; uid: string },
): Promise<void> {
  await db
    .selectFrom('services')
    .select('uid')
    .where('agency_uid', '=', provider.agency_uid)
    .where('service_provider_uid', '=', provider.uid)
    .orderBy('uid')
    .forNoKeyUpdate()
    .execute()
}

/** Removes a provider from its services, including deleted ones. */
export async function detachProviderFromServices(
  ctx: Pick<Context, 'db' | 'clock'>,
  provider: { agency_uid: string; uid: string },
): Promise<void> {
  const where = { agency_uid: provider.agency_uid, service_provider_uid: provider.uid }
  const changes = { service_provider_uid: null, updated_at: laterThan(ctx) }
  await updateRows(ctx, 'services', where, changes)
}

/** Updates a service and returns its new row. */
export async function updateService(
  ctx: Pick<Context, 'db' | 'clock'>,
  key: ServiceKey,
  changes: Partial<Service>,
): Promise<Service> {
  return updateRowOrThrow(ctx, 'services', key, { ...changes, updated_at: laterThan(ctx) })
}
