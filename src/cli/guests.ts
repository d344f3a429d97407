/** Commands about the personal data of guests: docs/operating.md. */
import type { Context } from '../context.ts'
import { notFound } from '../platform/errors.ts'
import { SigningKeys } from '../platform/keys/signing-keys.ts'
import { sealer } from '../platform/seal.ts'
import { asUid } from '../platform/uid.ts'
import { presentGuestData } from '../rental/around/guest-data/present-guest-data.ts'
import { hasGuest } from '../rental/leads/guests/guests.ts'
import { eraseByCommand, erasureCommands, erasureHelp } from './erasures.ts'
import { type Command, neededUid } from './values.ts'

export const guestHelp = `\
  guest export <guest uid> --agency <uid>   print all personal data of a guest as JSON
  guest erase <guest uid> --agency <uid>    erase it for good; nights, money and dates stay
${erasureHelp}`

export const guestCommands: Record<string, Command> = {
  ...erasureCommands,
  'guest export': ({ withDatabase, config, values, rest, print }) =>
    withDatabase(async ({ kysely: db, clock }) => {
      const guest = await knownGuest({ db }, neededUid(values, 'agency'), rest)
      const signing = new SigningKeys(config.secretKeys)
      const ctx = { db, clock, settings: config, signing, sealer: sealer(config.secretKeys) }
      print(JSON.stringify(await presentGuestData(ctx, guest), null, 2))
    }),
  'guest erase': ({ withDatabase, config, values, rest, print }) =>
    withDatabase(async database => {
      const guest = await knownGuest({ db: database.kysely }, neededUid(values, 'agency'), rest)
      const counts = await eraseByCommand(config, database, guest)
      const places = Object.entries(counts).filter(([, count]) => count > 0)
      const told = places.map(([place, count]) => `${place} ${count}`).join(', ')
      print(told === '' ? 'Nothing to erase.' : `Erased. (${told})`)
    }),
}

async function knownGuest(ctx: Pick<Context, 'db'>, agency_uid: string, [name = '']: string[]) {
  const uid = asUid(name)
  if (uid !== null && (await hasGuest(ctx, { agency_uid, uid }))) return { agency_uid, uid }
  throw notFound('GUEST_NOT_FOUND', name)
}
