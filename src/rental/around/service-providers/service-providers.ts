import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { notFound } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import { ofCaller } from '../../access/agencies/tenant.sql.ts'
import type { ServiceProvidersTable } from '../../tables.ts'

export type ServiceProvider = Selectable<ServiceProvidersTable>

/** What names a service provider. */
export type ServiceProviderKey = Pick<ServiceProvider, 'agency_uid' | 'uid'>

/** The service providers of an agency, by name. */
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
 * The service provider that a uid of a request names, of an agency of the caller's.
 *
 * @throws ApiError SERVICE_PROVIDER_NOT_FOUND
 */
export async function reachedServiceProvider(ctx: Context, text: string): Promise<ServiceProvider> {
  const row = await ctx.db
    .selectFrom('service_providers as s')
    .selectAll()
    .where(sql<boolean>`${ofCaller(ctx.caller, 's')}`)
    .where('s.uid', '=', asUid(text))
    .executeTakeFirst()
  if (!row) throw notFound('SERVICE_PROVIDER_NOT_FOUND', text)
  return row
}

/**
 * The uid of an agency's service provider, which is not deleted before the transaction ends; null
 * where none is named.
 *
 * @throws ApiError SERVICE_PROVIDER_NOT_FOUND
 */
export async function keptServiceProvider(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  text: string | null,
): Promise<string | null> {
  if (text === null) return null
  const row = await db
    .selectFrom('service_providers')
    .select('uid')
    .where('agency_uid', '=', agencyUid)
    .where('uid', '=', asUid(text))
    .forKeyShare()
    .executeTakeFirst()
  if (!row) throw notFound('SERVICE_PROVIDER_NOT_FOUND', text)
  return row.uid
}
