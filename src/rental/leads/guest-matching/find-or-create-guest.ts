import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { newUid } from '../../../platform/uid.ts'
import { lockGuest } from '../guests/guests.ts'
import { emailKey, phoneKey } from './guest-details.sql.ts'
import { matchGuests } from './match-guests.sql.ts'

/** Sender of a message without a lead. */
export interface NamedGuest {
  first_name: string | null
  last_name: string | null
  email: string | null
  phone_number: string | null
}

/**
 * Returns the guest of an agency with this e-mail address, else with this phone number, else a new
 * one (contract/messaging.md §1). Existing details are unchanged; missing ones are added. Two
 * e-mail addresses are two guests, even with one phone number. Locks the guest, so that no lead is
 * linked to it before the caller's transaction ends.
 */
export async function findOrCreateGuest(
  ctx: Pick<Context, 'db' | 'clock' | 'caller'>,
  agencyUid: string,
  { first_name, last_name, email, phone_number }: NamedGuest,
): Promise<{ uid: string }> {
  const now = ctx.clock.now()
  const nullText = sql`null::text`
  // Without a lead no grant gives a partner access to personal data.
  const partnerUid = ctx.caller.kind === 'partner' ? ctx.caller.partnerUid : null
  const details = sql`select null::uuid as lead_uid, ${now}::timestamptz as reported_at,
    ${emailKey(sql`${email}::text`)} as email_key,
    ${phoneKey(sql`${phone_number}::text`)} as phone_key,
    ${first_name}::text as first_name, ${last_name}::text as last_name, ${email}::text as email,
    ${phone_number}::text as phone_number, ${nullText} as mobile_number, ${nullText} as address,
    ${nullText} as address2, ${nullText} as city, ${nullText} as state, ${nullText} as zip_code,
    ${partnerUid}::uuid as reported_by, ${newUid(now.getTime())}::uuid as new_uid`
  const guests = await matchGuests(ctx, { agencyUid, details, existingGuests: 'FILL_MISSING' })
  const uid = guests.get(null)!
  await lockGuest(ctx, agencyUid, uid)
  return { uid }
}
