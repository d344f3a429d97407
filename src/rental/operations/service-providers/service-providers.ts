import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { notFound } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import { inCallerTenant } from '../../access/agencies/tenant.sql.ts'
import type { ServiceProvidersTable } from '../../tables.ts'

export type ServiceProvider = Selectable<ServiceProvidersTable>

export type ServiceProviderKey = Pick<ServiceProvider, 'agency_uid' | 'uid'>

/** Lists the service providers of an agency, sorted by name. */
export async function listServiceProviders(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
): Promise<ServiceProvider[]> {
  return db
    .selectFrom('service_providers')
    .selectAll()
    .where('agency_uid', '=', agencyUid)
    .orderBy('name')
    .orderBy('uid')
    .execute()
}

/**
 * Returns the service provider of a uid in a request, if it belongs to one of the caller's
 * agencies.
 *
 * @throws ApiError SERVICE_PROVIDER_NOT_FOUND
 */
export async function requireServiceProvider(
  ctx: Context,
  providerUid: string,
): Promise<ServiceProvider> {
  const row = await ctx.db
    .selectFrom('service_providers as s')
    .selectAll()
    .where(sql<boolean>`${inCallerTenant(ctx.caller, 's')}`)
    .where('s.uid', '=', asUid(providerUid))
    .executeTakeFirst()
  if (!row) throw notFound('SERVICE_PROVIDER_NOT_FOUND', providerUid)
  return row
}

/**
 * Locks a service provider of an agency against deletion.
 *
 * @returns its uid; null if the sent uid is null
 * @throws ApiError SERVICE_PROVIDER_NOT_FOUND
 */
export async function requireProviderUidForShare(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  providerUid: string | null,
): Promise<string | null> {
  if (providerUid === null) return null
  const row = await db
    .selectFrom('service_providers')
    .select('uid')
    .where('agency_uid', '=', agencyUid)
    .where('uid', '=', asUid(providerUid))
    .forKeyShare()
    .executeTakeFirst()
  if (!row) throw notFound('SERVICE_PROVIDER_NOT_FOUND', providerUid)
  return row.uid
}
