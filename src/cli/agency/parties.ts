/** Agency, partner and employee of a command. */
import { Option } from '@commander-js/extra-typings'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/db/database.ts'
import { systemCaller } from '../../rental/access/agencies/caller.ts'
import { type Employee, listByEmail } from '../../rental/access/employees/employees.ts'
import type { GrantContext } from '../../rental/access/grants/change-grants.ts'
import type { Partner } from '../../rental/access/partners/partner.ts'
import { findPartner } from '../../rental/access/partners/partners.ts'
import { openPendingEvents } from '../../rental/events/events/open-pending-events.ts'
import { subscribers } from '../../rental/subscribers.ts'
import type { Tables } from '../../rental/tables.ts'
import type { Terminal } from '../command.ts'
import { commandLog } from '../options.ts'
import { requireAgency } from './agencies.ts'

export const partnerOption = () =>
  new Option('--partner <uid>', "the partner's uid or client id").makeOptionMandatory()

/** @throws Error if the partner does not exist */
export async function requirePartner(ctx: Pick<Context, 'db'>, name: string): Promise<Partner> {
  const partner = await findPartner(ctx, name)
  if (partner) return partner
  throw new Error(`There is no partner with the uid or client id '${name}'`)
}

/** @throws Error if the agency, or one employee with the e-mail address, does not exist */
export async function requireEmployee(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  email: string,
): Promise<Employee> {
  await requireAgency(db, agencyUid)
  const [employee, ...otherEmployees] = await listByEmail({ db }, agencyUid, email)
  if (!employee) throw new Error(`The agency has no employee with the e-mail address ${email}`)
  if (otherEmployees.length > 0)
    throw new Error(`Several employees have the e-mail address ${email}`)
  return employee
}

/**
 * Returns the context of a command in which the operator acts for an agency.
 *
 * @throws Error if the agency or the partner does not exist
 */
export async function requireGrantContext(
  database: Database<Tables>,
  { agency: agencyUid, partner }: { agency: string; partner: string },
  terminal: Pick<Terminal, 'complain'>,
) {
  await requireAgency(database.kysely, agencyUid)
  const { partner_uid: partnerUid } = await requirePartner({ db: database.kysely }, partner)
  const ctx: GrantContext = {
    log: commandLog(terminal),
    db: database.kysely,
    caller: systemCaller(agencyUid),
    clock: database.clock,
    pending: openPendingEvents(database.clock),
    requestUid: null,
    subscribers,
  }
  return { ctx, party: { agencyUid, partnerUid } }
}
