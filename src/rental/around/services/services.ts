import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { laterThan } from '../../../platform/db/later-than.ts'
import { updateRowOrThrow, updateRows } from '../../../platform/db/rows.ts'
import { notFound } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import { ofCaller } from '../../access/agencies/tenant.sql.ts'
import type { Service, ServiceAudience, ServiceKey } from './service.ts'

/** The services of an agency by title; what caters to both caters to either. */
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
 * The service that a uid of a request names, of an agency of the caller's and not deleted.
 *
 * @throws ApiError SERVICE_NOT_FOUND
 */
export async function reachedService(ctx: Context, text: string): Promise<Service> {
  const row = await ctx.db
    .selectFrom('services as s')
    .selectAll()
    .where(sql<boolean>`${ofCaller(ctx.caller, 's')}`)
    .where('s.uid', '=', asUid(text))
    .where('s.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw notFound('SERVICE_NOT_FOUND', text)
  return row
}

/**
 * An agency's service, which is neither changed nor deleted before the transaction ends.
 *
 * @param known a service that may be named although it is deleted
 * @throws ApiError SERVICE_NOT_FOUND
 */
export async function keptService(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  text: string,
  known?: string,
): Promise<Service> {
  const row = await db
    .selectFrom('services')
    .selectAll()
    .where('agency_uid', '=', agencyUid)
    .where('uid', '=', asUid(text))
    .forShare()
    .executeTakeFirst()
  if (!row || (row.deleted_at !== null && row.uid !== known)) {
    throw notFound('SERVICE_NOT_FOUND', text)
  }
  return row
}

/** Which of an agency's services are there; none of them is deleted before the transaction ends. */
export async function keptServiceUids(
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

/** The service as it is, which nobody else writes or begins to use; undefined: it is gone. */
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
export async function lockServicesOf(
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

/** Takes a provider from its services, deleted ones among them. */
export async function detachServices(
  ctx: Pick<Context, 'db' | 'clock'>,
  provider: { agency_uid: string; uid: string },
): Promise<void> {
  const ofProvider = { agency_uid: provider.agency_uid, service_provider_uid: provider.uid }
  const changes = { service_provider_uid: null, updated_at: laterThan(ctx) }
  await updateRows(ctx, 'services', ofProvider, changes)
}

/** Writes changed columns of a service and gives it as it is then. */
export async function updateService(
  ctx: Pick<Context, 'db' | 'clock'>,
  key: ServiceKey,
  changes: Partial<Service>,
): Promise<Service> {
  return updateRowOrThrow(ctx, 'services', key, { ...changes, updated_at: laterThan(ctx) })
}
