import type { Selectable } from 'kysely'
import type { Context } from '../../../context.ts'
import { deleteRows, insertRows } from '../../../platform/db/rows.ts'
import type { ExtraGuestsTable } from '../../tables.ts'

/** What is told of somebody who comes along with the guest of a lead. */
export type ExtraGuest = Omit<Selectable<ExtraGuestsTable>, 'agency_uid' | 'lead_uid' | 'position'>

interface Of {
  agency_uid: string
  uid: string
}

/** The extra guests of a lead, in the order in which they were told. */
export async function listExtraGuests({ db }: Context, lead: Of): Promise<ExtraGuest[]> {
  return db
    .selectFrom('extra_guests')
    .select(['first_name', 'last_name', 'email', 'age'])
    .where('agency_uid', '=', lead.agency_uid)
    .where('lead_uid', '=', lead.uid)
    .orderBy('position')
    .execute()
}

/** Puts others in the place of a lead's extra guests. The lead's row has to be locked. */
export async function replaceExtraGuests(
  { db }: Context,
  { agency_uid, uid: lead_uid }: Of,
  guests: ExtraGuest[],
): Promise<void> {
  await deleteRows({ db }, 'extra_guests', { agency_uid, lead_uid })
  const rows = guests.map((guest, position) => ({ agency_uid, lead_uid, position, ...guest }))
  await insertRows({ db }, 'extra_guests', rows)
}
