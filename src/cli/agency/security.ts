/** Command that lists security events: docs/operating.md. */
import {
  listSecurityEvents,
  type StoredSecurityEvent,
} from '../../rental/access/security-events/security-events.ts'
import type { Declare } from '../command.ts'
import { agencyOption } from '../options.ts'
import { requireAgency } from './agencies.ts'

const eventsMax = 1_000

export const addSecurityCommands: Declare = (program, select) => {
  program
    .command('security')
    .description('Show the security events of agencies')
    .command('list')
    .description(
      'List the security events of an agency, latest first: time, event, count, actor, ' +
        'subject, partner, IP address',
    )
    .addOption(agencyOption())
    .action(({ agency }) =>
      select(({ withDatabase, print }) =>
        withDatabase(async ({ kysely: db }) => {
          await requireAgency(db, agency)
          for (const event of await listSecurityEvents({ db }, agency, eventsMax)) {
            print(formatEvent(event))
          }
        }),
      ),
    )
}

function formatEvent(event: StoredSecurityEvent): string {
  const { last_at, times, actor_kind, actor_uid, subject_uid, partner_uid, address } = event
  const actor = actor_uid === null ? actor_kind : `${actor_kind}:${actor_uid}`
  const details = [subject_uid, partner_uid, address].map(text => text ?? '-')
  return [last_at.toISOString(), event.event, times, actor, ...details].join('  ')
}
