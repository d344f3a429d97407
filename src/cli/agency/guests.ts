/** Commands about the personal data of guests: docs/administration.md. */
import type { Command } from '@commander-js/extra-typings'
import type { Context } from '../../context.ts'
import { createCipher } from '../../platform/crypto/encryption.ts'
import { SigningKeys } from '../../platform/crypto/signing-keys.ts'
import { notFound } from '../../platform/errors.ts'
import { hasGuest } from '../../rental/leads/guests/guests.ts'
import { presentGuestData } from '../../rental/privacy/guest-data/present-guest-data.ts'
import { requireSecretKeys } from '../../server/start/require-secret-keys.ts'
import type { Declare, Select } from '../command.ts'
import { agencyOption, uid } from '../options.ts'
import { requireAgency } from './agencies.ts'
import { eraseByCommand, erasuresOption, repeatErasures, replacesOption } from './erasures.ts'

export const addGuestCommands: Declare = (program, select) => {
  const guest = program.command('guest').description('Show and erase personal data of guests')
  addExport(guest, select)
  addErase(guest, select)
  guest
    .command('erase-again')
    .description('Repeat erasures that are missing in the database')
    .addOption(erasuresOption())
    .addOption(replacesOption())
    .action(options =>
      select(({ withDatabase, config, report }) =>
        withDatabase(async database => {
          const summary = await repeatErasures(config, database, options)
          report({ summary }, summary)
        }),
      ),
    )
}

function addExport(guest: Command, select: Select): void {
  guest
    .command('export')
    .description('Print all personal data of a guest as JSON')
    .argument('<uid>', 'the guest', uid)
    .addOption(agencyOption())
    .action((uid, { agency }) =>
      select(({ withDatabase, config, report }) =>
        withDatabase(async database => {
          const { kysely: db, clock } = database
          await requireSecretKeys(database, config.secretKeys)
          const guest = await requireGuest({ db }, agency, uid)
          const signing = new SigningKeys(config.secretKeys)
          const ctx = {
            db,
            clock,
            settings: config,
            signing,
            cipher: createCipher(config.secretKeys),
          }
          const data = await presentGuestData(ctx, guest)
          report(data, JSON.stringify(data, null, 2))
        }),
      ),
    )
}

function addErase(guest: Command, select: Select): void {
  guest
    .command('erase')
    .description('Erase the personal data of a guest permanently; nights, amounts and dates remain')
    .argument('<uid>', 'the guest', uid)
    .addOption(agencyOption())
    .action((uid, { agency }) =>
      select(({ withDatabase, config, report }) =>
        withDatabase(async database => {
          const guest = await requireGuest({ db: database.kysely }, agency, uid)
          const counts = await eraseByCommand(config, database, guest)
          const erased = Object.entries(counts).filter(([, count]) => count > 0)
          const summary = erased.map(([kind, count]) => `${kind} ${count}`).join(', ')
          report(counts, summary === '' ? 'Nothing to erase.' : `Erased. (${summary})`)
        }),
      ),
    )
}

async function requireGuest({ db }: Pick<Context, 'db'>, agency_uid: string, uid: string) {
  await requireAgency(db, agency_uid)
  if (await hasGuest({ db }, { agency_uid, uid })) return { agency_uid, uid }
  throw notFound('GUEST_NOT_FOUND', uid)
}
