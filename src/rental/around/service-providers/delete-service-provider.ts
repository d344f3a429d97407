import type { Context } from '../../../context.ts'
import { deleteRow, lockRow } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { detachEmployees } from '../../access/employees/employees.ts'
import { recordJobChanges } from '../jobs/job-events.ts'
import { lockJobs, updateJobs } from '../jobs/jobs.ts'
import { detachServices, lockServicesOf } from '../services/services.ts'
import type { ServiceProviderKey } from './service-providers.ts'

/**
 * Deletes a service provider; its services, jobs and employees stay and have none then, of which
 * each job is told (contract/resources.md §1.4).
 *
 * @throws ApiError SERVICE_PROVIDER_NOT_FOUND when it has gone meanwhile
 */
export async function deleteServiceProvider(ctx: Context, key: ServiceProviderKey): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    // Whoever refers to a provider locks the service first: in the same order here, too.
    await lockServicesOf(ctx, key)
    if (!(await lockRow(ctx, 'service_providers', key)))
      throw notFound('SERVICE_PROVIDER_NOT_FOUND', key.uid)
    await detachServices(ctx, key)
    await detachEmployees(ctx, key)
    const jobs = await lockJobs(ctx, key.agency_uid, { serviceProviderUid: key.uid })
    const detached = await updateJobs(ctx, jobs, { service_provider_uid: null })
    recordJobChanges(ctx, jobs, detached)
    await deleteRow(ctx, 'service_providers', key)
  })
}
