import type { Context } from '../../../context.ts'
import { deleteRow, lockRow } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { detachEmployees } from '../../access/employees/employees.ts'
import { recordJobChanges } from '../jobs/job-events.ts'
import { lockJobs, updateJobs } from '../jobs/jobs.ts'
import { detachProviderFromServices, lockServicesOfProvider } from '../services/services.ts'
import type { ServiceProviderKey } from './service-providers.ts'

/**
 * Deletes a service provider. Its services, jobs and employees are kept without a provider, and an
 * event is emitted for each job (contract/resources.md §1.4).
 *
 * @throws ApiError SERVICE_PROVIDER_NOT_FOUND if it was deleted concurrently
 */
export async function deleteServiceProvider(ctx: Context, key: ServiceProviderKey): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    // Writers of jobs lock the service before the provider. The same order here avoids deadlocks.
    await lockServicesOfProvider(ctx, key)
    if (!(await lockRow(ctx, 'service_providers', key)))
      throw notFound('SERVICE_PROVIDER_NOT_FOUND', key.uid)
    await detachProviderFromServices(ctx, key)
    await detachEmployees(ctx, key)
    const jobs = await lockJobs(ctx, key.agency_uid, { serviceProviderUid: key.uid })
    const detached = await updateJobs(ctx, jobs, { service_provider_uid: null })
    recordJobChanges(ctx, jobs, detached)
    await deleteRow(ctx, 'service_providers', key)
  })
}
