import type { Context } from '../../../context.ts'
import { insertRows } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { newUid } from '../../../platform/uid.ts'
import { findAgency } from '../../access/agencies/agencies.ts'
import { requireProviderUidForShare } from '../service-providers/service-providers.ts'
import type { Service, ServiceFields } from './service.ts'
import { toServiceColumns } from './service-shape.ts'

/**
 * Adds a service to an agency, in the agency's currency unless another one is sent.
 *
 * @throws ApiError SERVICE_PROVIDER_NOT_FOUND
 */
export async function addService(
  ctx: Context,
  agencyUid: string,
  fields: ServiceFields & { currency: string | null },
): Promise<Service> {
  return transaction(ctx, async (ctx: Context) => {
    const currency = fields.currency ?? (await findAgency(ctx, agencyUid))!.currency
    const { serviceProviderUid } = fields
    const now = ctx.clock.now()
    const service = {
      agency_uid: agencyUid,
      uid: newUid(now.getTime()),
      service_provider_uid: await requireProviderUidForShare(ctx, agencyUid, serviceProviderUid),
      ...toServiceColumns(fields, currency),
      currency,
      created_at: now,
      updated_at: now,
      deleted_at: null,
    }
    await insertRows(ctx, 'services', [service])
    return service
  })
}
