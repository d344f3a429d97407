import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError, notFound } from '../../../platform/errors.ts'
import { hasOpenJobs } from '../jobs/jobs.ts'
import type { ServiceKey } from './service.ts'
import { lockService, updateService } from './services.ts'

/**
 * Marks a service as deleted, so that ended jobs and existing orders can still refer to it.
 *
 * @throws ApiError STATE_CONFLICT while it has open jobs, SERVICE_NOT_FOUND
 */
export async function deleteService(ctx: Context, key: ServiceKey): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    const service = await lockService(ctx, key)
    if (!service) throw notFound('SERVICE_NOT_FOUND', key.uid)
    if (await hasOpenJobs(ctx, service)) {
      throw new ApiError(
        'STATE_CONFLICT',
        'The service still has open jobs; complete or cancel them first',
        {
          members: { state: 'HAS_OPEN_JOBS', allowedActions: [] },
        },
      )
    }
    await updateService(ctx, service, { deleted_at: ctx.clock.now() })
  })
}
