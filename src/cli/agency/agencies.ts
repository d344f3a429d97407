/** Commands about agencies: docs/operating.md. */
import type { Kysely } from 'kysely'
import { findAgencyName } from '../../rental/access/agencies/agencies.ts'
import { createAgency } from '../../rental/access/agencies/create-agency.ts'
import type { Tables } from '../../rental/tables.ts'
import type { Declare } from '../command.ts'

export const addAgencyCommands: Declare = (program, select) => {
  program
    .command('agency')
    .description('Manage agencies')
    .command('create')
    .description('Create an agency, and print its uid')
    .requiredOption('--name <text>', 'the name')
    .option('--currency <code>', 'the currency', 'USD')
    .option('--time-zone <name>', 'the time zone', 'UTC')
    .action(agency =>
      select(({ withDatabase, print }) =>
        withDatabase(async ({ kysely: db, clock }) =>
          print(await createAgency({ db }, agency, clock.now())),
        ),
      ),
    )
}

/** @throws Error if the agency does not exist */
export async function requireAgency(db: Kysely<Tables>, agencyUid: string): Promise<void> {
  const name = await findAgencyName({ db }, agencyUid)
  if (name === undefined) throw new Error(`Agency not found: ${agencyUid}`)
}
