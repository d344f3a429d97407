/** Commands about agencies: docs/administration.md. */
import { type Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { findAgencyName } from '../../rental/access/agencies/agencies.ts'
import { createAgency } from '../../rental/access/agencies/create-agency.ts'
import {
  findAgencyOverview,
  type ListedAgency,
  listServerAgenciesUnscoped,
} from '../../rental/access/agency-states/agency-overview.sql.ts'
import { changeAgencyName } from '../../rental/access/agency-states/change-agency-name.ts'
import { disableAgency } from '../../rental/access/agency-states/disable-agency.ts'
import { enableAgency } from '../../rental/access/agency-states/enable-agency.ts'
import {
  operator,
  recordSecurityEvent,
  type SecurityContext,
} from '../../rental/access/security-events/record-security-event.ts'
import { openPendingEvents } from '../../rental/events/events/open-pending-events.ts'
import { subscribers } from '../../rental/subscribers.ts'
import type { Tables } from '../../rental/tables.ts'
import type { Declare, Select } from '../command.ts'
import { commandLog, uid } from '../options.ts'
import { formatProperties, formatTable } from '../table.ts'
import { addDeleteAgency } from './agency-deletion.ts'

export const addAgencyCommands: Declare = (program, select) => {
  const agency = program.command('agency').description('Manage agencies')
  addCreate(agency, select)
  addList(agency, select)
  addShow(agency, select)
  addRename(agency, select)
  addDisable(agency, select)
  addEnable(agency, select)
  addDeleteAgency(agency, select)
}

const nameOption = () =>
  new Option('--name <text>', 'the name').argParser(requireText).makeOptionMandatory()

function requireText(text: string): string {
  if (text.trim() !== '') return text.trim()
  throw new InvalidArgumentError('It must not be empty.')
}

function addCreate(agency: Command, select: Select): void {
  agency
    .command('create')
    .description('Create an agency, and print its uid')
    .addOption(nameOption())
    .option('--currency <code>', 'the currency', 'USD')
    .option('--time-zone <name>', 'the time zone', 'UTC')
    .action(agency =>
      select(session =>
        session.withDatabase(async ({ kysely: db, clock }) => {
          const ctx = { db, log: commandLog(session) }
          const now = clock.now()
          const uid = await transaction(ctx, async (ctx: Pick<Context, 'db'> & SecurityContext) => {
            const agencyUid = await createAgency(ctx, agency, now)
            const event = { agencyUid, event: 'agency.created', actor: operator } as const
            await recordSecurityEvent(ctx, now, event)
            return agencyUid
          })
          session.report({ uid }, uid)
        }),
      ),
    )
}

function addList(agency: Command, select: Select): void {
  agency
    .command('list')
    .description('List the agencies of this server')
    .action(() =>
      select(({ withDatabase, report }) =>
        withDatabase(async ({ kysely: db }) => {
          const agencies = await listServerAgenciesUnscoped({ db })
          report({ agencies }, formatTable(header, agencies.map(toColumns)))
        }),
      ),
    )
}

const header = ['UID', 'CREATED', 'DISABLED SINCE', 'NAME']

function toColumns({ uid, createdAt, disabledAt, name }: ListedAgency) {
  return [uid, createdAt, disabledAt, name]
}

function addShow(agency: Command, select: Select): void {
  agency
    .command('show')
    .description('Show an agency, with the numbers of its properties, leads, employees and so on')
    .argument('<uid>', 'the agency', uid)
    .action(uid =>
      select(({ withDatabase, report }) =>
        withDatabase(async ({ kysely: db }) => {
          const found = await findAgencyOverview({ db }, uid)
          if (!found) throw new Error(`Agency not found: ${uid}`)
          const { createdAt, disabledAt, timeZone, ...overview } = found
          const times: [string, string | Date | null][] = [
            ['time zone', timeZone],
            ['created', createdAt],
            ['disabled since', disabledAt],
          ]
          report(found, formatProperties([...Object.entries(overview), ...times]))
        }),
      ),
    )
}

function addRename(agency: Command, select: Select): void {
  agency
    .command('rename')
    .description('Change the name of an agency')
    .argument('<uid>', 'the agency', uid)
    .addOption(nameOption())
    .action((uid, { name }) =>
      select(session =>
        session.withDatabase(async ({ kysely: db, clock }) => {
          const ctx = { db, clock, log: commandLog(session) }
          const formerName = await changeAgencyName(ctx, uid, name)
          session.report({ uid, name, formerName }, `Renamed '${formerName}' to '${name}'.`)
        }),
      ),
    )
}

function addDisable(agency: Command, select: Select): void {
  agency
    .command('disable')
    .description('Refuse all credentials of an agency, and let its deliveries wait; its data stays')
    .argument('<uid>', 'the agency', uid)
    .action(uid =>
      select(session =>
        session.withDatabase(async ({ kysely: db, clock }) => {
          const ctx = { db, clock, log: commandLog(session) }
          const { disabledAt, isChanged } = await disableAgency(ctx, uid)
          const text = isChanged ? 'Disabled.' : `Disabled since ${disabledAt.toISOString()}.`
          session.report({ uid, disabledAt }, text)
        }),
      ),
    )
}

function addEnable(agency: Command, select: Select): void {
  agency
    .command('enable')
    .description('Accept the credentials of a disabled agency again, and continue its deliveries')
    .argument('<uid>', 'the agency', uid)
    .action(uid =>
      select(session =>
        session.withDatabase(async ({ kysely: db, clock }) => {
          const pending = openPendingEvents(clock)
          const ctx = { db, clock, pending, subscribers, log: commandLog(session) }
          const isChanged = await enableAgency(ctx, uid)
          session.report({ uid, disabledAt: null }, isChanged ? 'Enabled.' : 'It is enabled.')
        }),
      ),
    )
}

/** @throws Error if the agency does not exist */
export async function requireAgency(db: Kysely<Tables>, agencyUid: string): Promise<void> {
  const name = await findAgencyName({ db }, agencyUid)
  if (name === undefined) throw new Error(`Agency not found: ${agencyUid}`)
}
