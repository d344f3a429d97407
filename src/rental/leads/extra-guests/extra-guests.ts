import type { Selectable } from 'kysely'
import type { Context } from '../../../context.ts'
import { deleteRows, insertRows } from '../../../platform/db/rows.ts'
import type { ExtraGuestsTable } from '../../tables.ts'

/** Details of a person who accompanies the guest of a lead. */
export type ExtraGuest = Omit<Selectable<ExtraGuestsTable>, 'agency_uid' | 'lead_uid' | 'position'>

interface LeadKey {
  agency_uid: string
  uid: string
}

/** Returns the extra guests of a lead, in the order of the request that stored them. */
export async function listExtraGuests({ db }: Context, lead: LeadKey): Promise<ExtraGuest[]> {
  return db
    .selectFrom('extra_guests')
    .select(['first_name', 'last_name', 'email', 'age'])
    .where('agency_uid', '=', lead.agency_uid)
    .where('lead_uid', '=', lead.uid)
    .orderBy('position')
    .execute()
}

/** Replaces the extra guests of a lead, whose row must be locked. */
export async function replaceExtraGuests(
  { db }: Context,
  { agency_uid, uid: lead_uid }: LeadKey,
  guests: ExtraGuest[],
): Promise<void> {
  await deleteRows({ db }, 'extra_guests', { agency_uid, lead_uid })
  const rows = guests.map((guest, position) => ({ agency_uid, lead_uid, position, ...guest }))
  await insertRows({ db }, 'extra_guests', rows)
}
