import type { Context } from '../../../context.ts'
import { diffColumns } from '../../../platform/db/dirty-columns.ts'
import { laterThan } from '../../../platform/db/monotonic-timestamp.ts'
import { lockRow, updateRowOrThrow } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import type { ServiceProviderColumns } from './service-provider-shape.ts'
import type { ServiceProvider, ServiceProviderKey } from './service-providers.ts'

/**
 * Replaces the fields of a service provider. Without changes nothing is written.
 *
 * @throws ApiError SERVICE_PROVIDER_NOT_FOUND if it was deleted concurrently
 */
export async function changeServiceProvider(
  ctx: Context,
  key: ServiceProviderKey,
  columns: ServiceProviderColumns,
): Promise<ServiceProvider> {
  return transaction(ctx, async (ctx: Context) => {
    const current = await lockRow(ctx, 'service_providers', key)
    if (!current) throw notFound('SERVICE_PROVIDER_NOT_FOUND', key.uid)
    const changes = diffColumns(current, columns)
    if (Object.keys(changes).length === 0) return current
    const updated = { ...changes, updated_at: laterThan(ctx) }
    return updateRowOrThrow(ctx, 'service_providers', current, updated)
  })
}
