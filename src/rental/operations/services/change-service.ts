import type { Context } from '../../../context.ts'
import { diffColumns } from '../../../platform/db/dirty-columns.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { requireProviderUidForShare } from '../service-providers/service-providers.ts'
import type { Service, ServiceFields, ServiceKey } from './service.ts'
import { toServiceColumns } from './service-shape.ts'
import { lockService, updateService } from './services.ts'

/**
 * Replaces the fields of a service. Without changes nothing is written. Existing orders keep title
 * and price, jobs keep their provider.
 *
 * @throws ApiError SERVICE_NOT_FOUND, SERVICE_PROVIDER_NOT_FOUND
 */
export async function changeService(
  ctx: Context,
  key: ServiceKey,
  fields: ServiceFields,
): Promise<Service> {
  return transaction(ctx, async (ctx: Context) => {
    const current = await lockService(ctx, key)
    if (!current) throw notFound('SERVICE_NOT_FOUND', key.uid)
    const { serviceProviderUid } = fields
    const changes = diffColumns(current, {
      ...toServiceColumns(fields, current.currency),
      service_provider_uid: await requireProviderUidForShare(
        ctx,
        key.agency_uid,
        serviceProviderUid,
      ),
    })
    if (Object.keys(changes).length === 0) return current
    return updateService(ctx, current, changes)
  })
}
