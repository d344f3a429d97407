/** Checks of the work of a server: backups, webhooks, queues and clocks. */
import type { BackupLocation } from '../../config/backup-config.ts'
import { parseGenerationName } from '../../platform/backup/generations.ts'
import { hourMs } from '../../platform/dates/dates.ts'
import { findWaitingTasks } from '../../platform/jobs/waiting-tasks.ts'
import { findLastBackup } from '../../rental/access/backups/last-backups.ts'
import { backlogAgeUnscoped } from '../../rental/events/deliveries/deliveries.ts'
import { findFailingWebhooksUnscoped } from '../../rental/events/webhook-states/failing-webhooks.sql.ts'
import { findWaitingMessagesUnscoped } from '../../rental/inbox/message-deliveries/message-deliveries.ts'
import { openTarget } from '../backups/backup-location.ts'
import { type Check, type Finding, failed, ok, skipped, warning, worstOf } from './check.ts'
import { compareClocks, type DatabaseContext, databaseSkewMs } from './database-checks.ts'
import type { PublicContext } from './public-url-checks.ts'

/** Hours between backups without a schedule, before the last one is reported as old. */
const unscheduledHours = 8 * 24
/** Tolerated difference between clocks of backups, in milliseconds. */
const futureMs = 300_000

export const backupCheck: Check<DatabaseContext> = {
  name: 'backup',
  async run({ config: { backups }, database }) {
    const now = database.clock.now().getTime()
    const recorded = await findLastBackup({ db: database.kysely })
    const isScheduled = backups.everyHours > 0
    const inTarget = isScheduled ? await listBackups(backups.location) : []
    const times = [...(recorded ? [recorded] : []), ...inTarget].map(date => date.getTime())
    const future = times.find(time => time > now + futureMs)
    if (future !== undefined) {
      return warning(
        `a backup is dated in the future, ${new Date(future).toISOString()}`,
        'Check the clock; a scheduled backup of the future is ignored and can be deleted',
      )
    }
    const remedy = isScheduled
      ? 'Read the log for the reason; backups are written to BACKUP_URL, or to BACKUP_FOLDER'
      : 'Set BACKUP_EVERY_HOURS, or run from a timer: lodgepole backup create --into <target>. ' +
        'Ignore this if another tool makes backups'
    if (times.length === 0) return warning('there is no backup', remedy)
    const last = Math.max(...times)
    const detail = `the last backup was made at ${new Date(last).toISOString()}`
    // A failed backup is repeated after an hour.
    const hours = isScheduled ? backups.everyHours + 2 : unscheduledHours
    return now - last > hours * hourMs ? warning(detail, remedy) : ok(detail)
  },
}

/** @throws Error if the target cannot be read */
async function listBackups(location: BackupLocation): Promise<Date[]> {
  const names = await (await openTarget(location)).list()
  return names.flatMap(name => parseGenerationName(name) ?? [])
}

export const webhooksCheck: Check<DatabaseContext> = {
  name: 'webhooks',
  async run({ database }) {
    const { count, since, callbackUrls } = await findFailingWebhooksUnscoped({
      db: database.kysely,
    })
    if (since === null) return ok('no webhook fails')
    // Paths and parameters of a URL may be secret.
    const hosts = new Set(callbackUrls.map(url => new URL(url).host))
    return warning(
      `${count} webhooks fail, the first since ${since.toISOString()}: ${[...hosts].join(', ')}`,
      'Their agencies have a notice. If all fail, check CALLBACK_PROXY and the firewall',
    )
  },
}

/** Age of due work from which a queue is reported, and has failed, in seconds. */
const [lateSeconds, lateSecondsMax] = [300, 3_600]

export const queuesCheck: Check<DatabaseContext> = {
  name: 'queues',
  async run({ database }) {
    const { kysely: db, clock } = database
    const [deliveries, messages, tasks] = await Promise.all([
      backlogAgeUnscoped({ db, clock }),
      findWaitingMessagesUnscoped({ db, clock }),
      findWaitingTasks(db, clock.now()),
    ])
    const taskMs = tasks.dueSince ? clock.now().getTime() - tasks.dueSince.getTime() : 0
    const ages = [
      { queue: 'deliveries of webhooks', seconds: deliveries },
      { queue: 'messages to guests', seconds: messages.dueSeconds },
      { queue: 'background tasks', seconds: taskMs / 1_000 },
    ]
    const late = ages.filter(({ seconds }) => seconds >= lateSeconds)
    if (late.length === 0) return ok('nothing has been due for more than five minutes')
    const detail = late.map(({ queue, seconds }) => `${queue} wait for ${Math.round(seconds)} s`)
    const isFailed = late.some(({ seconds }) => seconds >= lateSecondsMax)
    return (isFailed ? failed : warning)(
      detail.join(', '),
      'Check that a process runs with RUN_WORKER=true or as `lodgepole work`, and read its log',
    )
  },
}

export const clockCheck: Check<DatabaseContext & PublicContext> = {
  name: 'clock',
  async run({ config, database, isServing, probe }) {
    const findings: Finding[] = []
    if (config.databaseUrl !== null) {
      findings.push(compareClocks('the clock of the database', await databaseSkewMs(database)))
    }
    const date = isServing ? ((await probe().catch(() => null))?.date ?? null) : null
    if (date !== null) {
      findings.push(
        compareClocks('the clock of the host of PUBLIC_URL', date.getTime() - Date.now()),
      )
    }
    if (findings.length === 0) return skipped('there is no other clock to compare with')
    return worstOf(findings)
  },
}
