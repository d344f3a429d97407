import type { Context } from '../../../context.ts'
import { differing } from '../../../platform/db/differing.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { keptServiceProvider } from '../service-providers/service-providers.ts'
import type { Service, ServiceFields, ServiceKey } from './service.ts'
import { columnsOf } from './service-shape.ts'
import { lockService, updateService } from './services.ts'

/**
 * Replaces what may be changed of a service; one that stays as it is is not touched. What was
 * ordered of it keeps its title and price, jobs keep their provider.
 *
 * @throws ApiError SERVICE_NOT_FOUND, SERVICE_PROVIDER_NOT_FOUND
 */
export async function changeService(
  ctx: Context,
  key: ServiceKey,
  fields: ServiceFields,
): Promise<Service> {
  return transaction(ctx, async (ctx: Context) => {
    const present = await lockService(ctx, key)
    if (!present) throw notFound('SERVICE_NOT_FOUND', key.uid)
    const { serviceProviderUid } = fields
    const changes = differing(present, {
      ...columnsOf(fields, present.currency),
      service_provider_uid: await keptServiceProvider(ctx, key.agency_uid, serviceProviderUid),
    })
    if (Object.keys(changes).length === 0) return present
    return updateService(ctx, present, changes)
  })
}
