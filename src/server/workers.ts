/** List of background workers. */
import type { Config } from '../config.ts'
import { type WorkContext, worker } from '../context.ts'
import type { Database } from '../platform/db/database.ts'
import { openWorkforce, type Workforce } from '../platform/jobs/job-queue.ts'
import { errorLine } from '../platform/logs/logged-error.ts'
import { deleteExpiredKeys } from '../platform/rest/idempotency.ts'
import { deleteEndedWindows } from '../platform/rest/limits/rate-limit.ts'
import { tokenWorkers } from '../rental/access/authorizations/tokens.worker.ts'
import { signInWorkers } from '../rental/access/employees/sign-ins.worker.ts'
import { passwordLinkWorkers } from '../rental/access/passwords/password-links.worker.ts'
import { securityWorkers } from '../rental/access/security-events/security-events.worker.ts'
import { icalWorkers } from '../rental/distribution/ical-imports/icals.worker.ts'
import { deliveryWorkers } from '../rental/events/deliveries/retention.worker.ts'
import { eventWorkers } from '../rental/events/event-log/events.worker.ts'
import { noticeWorkers } from '../rental/events/notices/notices.worker.ts'
import { webhookWorkers } from '../rental/events/webhooks/webhooks.worker.ts'
import { attachmentWorkers } from '../rental/inbox/attachments/attachments.worker.ts'
import { mailWorkers } from '../rental/inbox/transports/mails.worker.ts'
import { leadWorkers } from '../rental/leads/lead-actions/leads.worker.ts'
import type { Metrics } from '../rental/metrics.ts'
import { occupancyWorkers } from '../rental/prices/occupancies/occupancies.worker.ts'
import { pricingTaskWorkers } from '../rental/prices/pricing-tasks/pricing-tasks.worker.ts'
import { guestDataWorkers } from '../rental/privacy/guest-retention/guest-retention.worker.ts'
import { photoWorkers } from '../rental/properties/photo-storage/photo-files.worker.ts'
import type { Tables } from '../rental/tables.ts'

const deleteOldRequests = worker({
  name: 'forget-requests',
  schedule: '17 * * * *',
  async work({ db, clock, settings, log }) {
    const now = clock.now()
    const keys = await deleteExpiredKeys(db, { now, hours: settings.idempotencyHours })
    const windows = await deleteEndedWindows(db, now)
    log.info({ keys, windows }, 'deleted old idempotency keys and rate-limit windows')
  },
})

export const workers = [
  deleteOldRequests,
  ...attachmentWorkers,
  ...deliveryWorkers,
  ...eventWorkers,
  ...guestDataWorkers,
  ...icalWorkers,
  ...leadWorkers,
  ...mailWorkers,
  ...passwordLinkWorkers,
  ...noticeWorkers,
  ...occupancyWorkers,
  ...photoWorkers,
  ...pricingTaskWorkers,
  ...securityWorkers,
  ...signInWorkers,
  ...tokenWorkers,
  ...webhookWorkers,
]

/** Opens the queues of the workers; with RUN_WORKER this process runs them. */
export async function openBackground(
  database: Database<Tables>,
  config: Pick<Config, 'runWorker'>,
  metrics: Pick<Metrics, 'tasks'>,
): Promise<Workforce<WorkContext>> {
  return openWorkforce(database.connection, workers, {
    runs: config.runWorker,
    clock: database.clock,
    onError: error => console.error(`Background work failed; it is retried: ${errorLine(error)}`),
    onEnded: (worker, outcome, seconds) => metrics.tasks.observe({ worker, outcome }, seconds),
  })
}
