/** Commands about webhooks and their deliveries: docs/administration.md. */
import { Option } from '@commander-js/extra-typings'
import { queueRetry } from '../../rental/events/deliveries/queue-retry.ts'
import { openPendingEvents } from '../../rental/events/events/open-pending-events.ts'
import {
  type FailingWebhook,
  listFailingUnscoped,
} from '../../rental/events/webhook-states/failing-webhooks.sql.ts'
import { type Declare, Misuse } from '../command.ts'
import { uid } from '../options.ts'
import { formatTable } from '../table.ts'
import { requireAgency } from './agencies.ts'

export const addWebhookCommands: Declare = (program, select) => {
  program
    .command('webhook')
    .description('Show webhooks')
    .command('failing')
    .description('List the webhooks that fail, longest first')
    .addOption(new Option('--agency <uid>', 'only those of this agency').argParser(uid))
    .action(({ agency }) =>
      select(({ withDatabase, report }) =>
        withDatabase(async ({ kysely: db }) => {
          if (agency !== undefined) await requireAgency(db, agency)
          const webhooks = await listFailingUnscoped({ db }, agency)
          report({ webhooks }, formatTable(header, webhooks.map(toColumns)))
        }),
      ),
    )
  program
    .command('delivery')
    .description('Retry deliveries of webhooks')
    .command('retry')
    .description('Attempt deliveries now that wait for their next attempt, or were given up')
    .addOption(new Option('--webhook <uid>', 'all that wait of this webhook').argParser(uid))
    .addOption(new Option('--delivery <uid>', 'this delivery').argParser(uid).conflicts('webhook'))
    .action(options =>
      select(({ withDatabase, report }) =>
        withDatabase(async ({ kysely: db, clock }) => {
          const ctx = { db, clock, pending: openPendingEvents(clock) }
          const retried = await queueRetry(ctx, readSelection(options))
          const noun = retried === 1 ? 'delivery is' : 'deliveries are'
          report({ retried }, retried === 0 ? 'Nothing waits.' : `${retried} ${noun} due now.`)
        }),
      ),
    )
}

interface RetryOptions {
  webhook?: string | undefined
  delivery?: string | undefined
}

function readSelection({ webhook, delivery }: RetryOptions) {
  if (webhook !== undefined) return { webhookUid: webhook }
  if (delivery !== undefined) return { deliveryUid: delivery }
  throw new Misuse('Either --webhook or --delivery is required')
}

const header = ['UID', 'OWNER', 'HOST', 'EVENT TYPE', 'STATE', 'FAILING SINCE', 'ATTEMPTS'].concat([
  'LAST OUTCOME',
  'WAITING',
])

function toColumns({ uid, agencyUid, partnerUid, host, eventType, ...rest }: FailingWebhook) {
  const { status, disabledReason, failingSince, attempts, lastOutcome, lastStatus, waiting } = rest
  const owner = agencyUid ?? `partner ${partnerUid}`
  const state = disabledReason === null ? status : `${status} (${disabledReason})`
  const outcome = lastStatus === null ? lastOutcome : `${lastOutcome} (${lastStatus})`
  return [uid, owner, host, eventType, state, failingSince, attempts, outcome, waiting]
}
