import type { Context } from '../../../context.ts'
import { differing } from '../../../platform/db/differing.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import type { ServiceProviderColumns } from './service-provider-shape.ts'
import {
  lockServiceProvider,
  type ServiceProvider,
  type ServiceProviderKey,
  updateServiceProvider,
} from './service-providers.ts'

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
    const present = await lockServiceProvider(ctx, key)
    if (!present) throw notFound('SERVICE_PROVIDER_NOT_FOUND', key.uid)
    const changes = differing(present, columns)
    if (Object.keys(changes).length === 0) return present
    return updateServiceProvider(ctx, present, changes)
  })
}
