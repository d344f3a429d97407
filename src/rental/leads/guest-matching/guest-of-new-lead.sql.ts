/**
 * Fast guest matching for a new lead in the simple cases: a known guest with the same e-mail
 * address and no new details, or a new guest. The lead is then linked as it is stored. All other
 * cases are left to `linkLeads`, which takes the database ten times as long.
 */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { buildInsert, type Write } from '../../../platform/db/combine-writes.ts'
import { newUid } from '../../../platform/uid.ts'
import {
  type GuestDetail,
  type GuestRow,
  guestDetailColumns,
  guestDetailNames,
} from '../guests/guest.ts'
import type { LinkedGuest } from '../lead-history/lead-events.ts'
import type { LeadRow } from '../leads/lead.ts'
import { emailKey, phoneKey } from './guest-details.sql.ts'

/** Guest of a lead that is not stored yet. */
export interface GuestOfNewLead extends LinkedGuest {
  newGuestKeys: Pick<GuestRow, 'email_key' | 'phone_key'> | null
}

/** Columns of a lead that identify its guest. */
export type LeadWithDetails = Pick<
  LeadRow,
  'agency_uid' | 'created_by_partner_uid' | (typeof guestDetailColumns)[GuestDetail]
>

interface MatchedGuest extends Omit<Partial<GuestRow>, 'email_key'> {
  email_key: string | null
  lead_phone_key: string | null
  /** True if a guest without an e-mail address has the phone number of the lead. */
  is_adoptable: boolean
}

/**
 * Returns the guest of a new lead; null for cases that need `linkLeads`, including all leads of
 * partners, whose details may have lower priority.
 */
export async function findGuestOfNewLead(
  ctx: Pick<Context, 'db' | 'clock'>,
  lead: LeadWithDetails,
): Promise<GuestOfNewLead | null> {
  if (lead.created_by_partner_uid !== null) return null
  const { agency_uid, email: requestedEmail, phone_number, cell_phone_number } = lead
  const [phone, mobile] = [sql`${phone_number}::text`, sql`${cell_phone_number}::text`]
  const { rows } = await sql<MatchedGuest>`
    select k.email_key, k.phone_key as lead_phone_key, g.uid, g.phone_key, g.told_by_partner_uid,
      ${sql.join(guestDetailNames.map(name => sql.ref(`g.${name}`)))},
      exists (select 1 from guests a where a.agency_uid = ${agency_uid} and a.email_key is null
        and a.phone_key = k.phone_key) as is_adoptable
    from (select ${emailKey(sql`${requestedEmail}::text`)} as email_key,
      coalesce(${phoneKey(phone)}, ${phoneKey(mobile)}) as phone_key) k
    left join guests g on g.agency_uid = ${agency_uid} and g.email_key = k.email_key`.execute(
    ctx.db,
  )
  const match = rows[0]!
  const { email_key, lead_phone_key, uid } = match
  // Matching by phone number alone depends on other leads, too.
  if (email_key === null && lead_phone_key !== null) return null
  if (uid != null) return hasNewDetails(match, lead) ? null : { uid, newGuestKeys: null }
  if (match.is_adoptable) return null
  const newGuestUid = newUid(ctx.clock.now().getTime())
  return { uid: newGuestUid, newGuestKeys: { email_key, phone_key: lead_phone_key } }
}

function hasNewDetails(match: MatchedGuest, lead: LeadWithDetails): boolean {
  const { told_by_partner_uid, lead_phone_key, phone_key } = match
  if (told_by_partner_uid !== null) return true
  if (lead_phone_key !== null && lead_phone_key !== phone_key) return true
  return guestDetailNames.some(name => {
    const value = lead[guestDetailColumns[name]]
    return value !== null && value !== match[name]
  })
}

/**
 * Returns the inserts that link a lead to its guest, and insert a new guest, as writes of the
 * statement that stores the lead; none without a guest.
 */
export function linkGuest(
  { clock }: Pick<Context, 'clock'>,
  lead: LeadWithDetails & Pick<LeadRow, 'uid' | 'created_at'>,
  guest: GuestOfNewLead | null,
): Write[] {
  if (guest === null) return []
  const { uid, newGuestKeys } = guest
  const { agency_uid } = lead
  const link = buildInsert('lead_guests', [{ agency_uid, lead_uid: lead.uid, guest_uid: uid }])
  if (newGuestKeys === null) return [link]
  const details = guestDetailNames.map(name => [name, lead[guestDetailColumns[name]]])
  const times = { created_at: lead.created_at, updated_at: clock.now() }
  const row = { agency_uid, uid, ...newGuestKeys, ...Object.fromEntries(details), ...times }
  return [buildInsert('guests', [row]), link]
}
