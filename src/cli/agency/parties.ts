/** The agency and the partner of a command. */
import { Option } from '@commander-js/extra-typings'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/db/database.ts'
import { systemCaller } from '../../rental/access/agencies/caller.ts'
import type { Partner } from '../../rental/access/partners/partner.ts'
import { findPartner } from '../../rental/access/partners/partners.ts'
import type { Securing } from '../../rental/access/security-events/record-security-event.ts'
import { openPendingEvents } from '../../rental/events/events/open-pending-events.ts'
import type { Telling } from '../../rental/events/events/record-event.ts'
import type { Tables } from '../../rental/tables.ts'
import type { Terminal } from '../command.ts'
import { commandLog } from '../options.ts'
import { requireAgency } from './agencies.ts'

/** The option that names the partner of a command. */
export const partnerOption = () =>
  new Option('--partner <uid>', "the partner's uid or client id").makeOptionMandatory()

/** @throws Error when there is no such partner */
export async function knownPartner(ctx: Pick<Context, 'db'>, name: string): Promise<Partner> {
  const partner = await findPartner(ctx, name)
  if (partner) return partner
  throw new Error(`There is no partner with the uid or client id '${name}'`)
}

/** The context of a command by which the server's operator acts for an agency. */
export async function between(
  database: Database<Tables>,
  { agency: agencyUid, partner }: { agency: string; partner: string },
  terminal: Pick<Terminal, 'complain'>,
) {
  await requireAgency(database.kysely, agencyUid)
  const { partner_uid: partnerUid } = await knownPartner({ db: database.kysely }, partner)
  const ctx: Telling & Securing = {
    log: commandLog(terminal),
    db: database.kysely,
    caller: systemCaller(agencyUid),
    clock: database.clock,
    pending: openPendingEvents(database.clock),
    requestUid: null,
  }
  return { ctx, party: { agencyUid, partnerUid } }
}
