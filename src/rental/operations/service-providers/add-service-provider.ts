import type { Context } from '../../../context.ts'
import { insertRows } from '../../../platform/db/rows.ts'
import { newUid } from '../../../platform/uid.ts'
import type { ServiceProviderColumns } from './service-provider-shape.ts'
import type { ServiceProvider } from './service-providers.ts'

/** Adds a service provider to an agency (contract/resources.md §1.4). */
export async function addServiceProvider(
  ctx: Context,
  agencyUid: string,
  columns: ServiceProviderColumns,
): Promise<ServiceProvider> {
  const now = ctx.clock.now()
  const provider = {
    agency_uid: agencyUid,
    uid: newUid(now.getTime()),
    ...columns,
    created_at: now,
    updated_at: now,
  }
  await insertRows(ctx, 'service_providers', [provider])
  return provider
}
