import type { Context } from '../../../context.ts'
import { differing } from '../../../platform/db/differing.ts'
import { laterThan } from '../../../platform/db/later-than.ts'
import { lockRow, updateRowOrThrow } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import type { ServiceProviderColumns } from './service-provider-shape.ts'
import type { ServiceProvider, ServiceProviderKey } from './service-providers.ts'

/**
 * Replaces what may be changed of a service provider; one that stays as it is is not touched.
 *
 * @throws ApiError SERVICE_PROVIDER_NOT_FOUND when it has gone meanwhile
 */
export async function changeServiceProvider(
  ctx: Context,
  key: ServiceProviderKey,
  columns: ServiceProviderColumns,
): Promise<ServiceProvider> {
  return transaction(ctx, async (ctx: Context) => {
    const present = await lockRow(ctx, 'service_providers', key)
    if (!present) throw notFound('SERVICE_PROVIDER_NOT_FOUND', key.uid)
    const changes = differing(present, columns)
    if (Object.keys(changes).length === 0) return present
    const updated = { ...changes, updated_at: laterThan(ctx) }
    return updateRowOrThrow(ctx, 'service_providers', present, updated)
  })
}
