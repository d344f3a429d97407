/**
 * Who the guest of a new lead is, where that is plain: somebody who is known by the e-mail address
 * and of whom nothing new is told, or somebody new. Then the lead is bound to the guest as it is
 * stored; all else is left to `identify`, which takes the database ten times as long.
 */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { insertOf, type Write } from '../../../platform/db/one-statement.ts'
import { newUid } from '../../../platform/uid.ts'
import { type GuestRow, type ToldColumn, toldColumns, toldNames } from '../guests/guest.ts'
import type { LeadRow } from '../leads/lead.ts'
import { emailKey, phoneKey } from './told-by-leads.sql.ts'

/** The guest of a lead that is not stored yet. */
export interface GuestOfNewLead {
  uid: string
  /** Null: the guest is known. */
  made: Pick<GuestRow, 'email_key' | 'phone_key'> | null
}

/** What of a lead tells whose it is. */
export type TellingLead = Pick<
  LeadRow,
  'agency_uid' | 'created_by_partner_uid' | (typeof toldColumns)[ToldColumn]
>

interface Found extends Omit<Partial<GuestRow>, 'email_key'> {
  email_key: string | null
  told_phone: string | null
  is_adoptable: boolean
}

/** Null: it is not plain, or a partner tells it, which may not be heard. */
export async function findGuestOf(
  ctx: Pick<Context, 'db' | 'clock'>,
  lead: TellingLead,
): Promise<GuestOfNewLead | null> {
  if (lead.created_by_partner_uid !== null) return null
  const { agency_uid, email: givenEmail, phone_number, cell_phone_number } = lead
  const [phone, mobile] = [sql`${phone_number}::text`, sql`${cell_phone_number}::text`]
  const { rows } = await sql<Found>`
    select k.email_key, k.phone_key as told_phone, g.uid, g.phone_key, g.told_by_partner_uid,
      ${sql.join(toldNames.map(name => sql.ref(`g.${name}`)))},
      exists (select 1 from guests a where a.agency_uid = ${agency_uid} and a.email_key is null
        and a.phone_key = k.phone_key) as is_adoptable
    from (select ${emailKey(sql`${givenEmail}::text`)} as email_key,
      coalesce(${phoneKey(phone)}, ${phoneKey(mobile)}) as phone_key) k
    left join guests g on g.agency_uid = ${agency_uid} and g.email_key = k.email_key`.execute(
    ctx.db,
  )
  const [found] = rows
  const { email_key, told_phone, uid } = found!
  if (email_key === null && told_phone !== null) return null
  if (uid != null) return tellsNew(found!, lead) ? null : { uid, made: null }
  if (found!.is_adoptable) return null
  const fresh = newUid(ctx.clock.now().getTime())
  return { uid: fresh, made: { email_key, phone_key: told_phone } }
}

function tellsNew(found: Found, lead: TellingLead): boolean {
  const { told_by_partner_uid, told_phone, phone_key } = found
  if (told_by_partner_uid !== null) return true
  if (told_phone !== null && told_phone !== phone_key) return true
  return toldNames.some(name => {
    const told = lead[toldColumns[name]]
    return told !== null && told !== found[name]
  })
}

/**
 * Returns the inserts that link a lead to its guest, and insert a new guest, as writes of the
 * statement that stores the lead; none without a guest.
 */
export function linkGuest(
  { clock }: Pick<Context, 'clock'>,
  lead: TellingLead & Pick<LeadRow, 'uid' | 'created_at'>,
  guest: GuestOfNewLead | null,
): Write[] {
  if (guest === null) return []
  const { uid, made } = guest
  const { agency_uid } = lead
  const bound = insertOf('lead_guests', [{ agency_uid, lead_uid: lead.uid, guest_uid: uid }])
  if (made === null) return [bound]
  const told = toldNames.map(name => [name, lead[toldColumns[name]]])
  const times = { created_at: lead.created_at, updated_at: clock.now() }
  const row = { agency_uid, uid, ...made, ...Object.fromEntries(told), ...times }
  return [insertOf('guests', [row]), bound]
}
