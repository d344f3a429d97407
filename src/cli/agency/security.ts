/** Command that lists security events: docs/reference/logs-and-events.md. */
import {
  listSecurityEvents,
  type StoredSecurityEvent,
} from '../../rental/access/security-events/security-events.ts'
import type { Declare } from '../command.ts'
import { agencyOption } from '../options.ts'
import { formatTable } from '../table.ts'
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
      select(({ withDatabase, report }) =>
        withDatabase(async ({ kysely: db }) => {
          await requireAgency(db, agency)
          const events = (await listSecurityEvents({ db }, agency, eventsMax)).map(describeEvent)
          report({ events }, formatTable(header, events.map(toColumns)))
        }),
      ),
    )
}

const header = ['TIME', 'EVENT', 'TIMES', 'ACTOR', 'SUBJECT', 'PARTNER', 'ADDRESS']

function describeEvent({ last_at, event, times, ...row }: StoredSecurityEvent) {
  const actor = { kind: row.actor_kind, uid: row.actor_uid }
  const { subject_uid: subjectUid, partner_uid: partnerUid, address } = row
  return { at: last_at, event, times, actor, subjectUid, partnerUid, address }
}

function toColumns({ at, event, times, actor, ...rest }: ReturnType<typeof describeEvent>) {
  const { subjectUid, partnerUid, address } = rest
  const actorText = actor.uid === null ? actor.kind : `${actor.kind}:${actor.uid}`
  return [at, event, times, actorText, subjectUid, partnerUid, address]
}
