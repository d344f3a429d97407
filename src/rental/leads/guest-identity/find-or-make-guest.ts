import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { newUid } from '../../../platform/uid.ts'
import { lockGuest } from '../guests/guests.ts'
import { identify } from './guest-identity.sql.ts'
import { emailKey, phoneKey } from './told-by-leads.sql.ts'

/** Somebody who writes without a lead. */
export interface NamedGuest {
  first_name: string | null
  last_name: string | null
  email: string | null
  phone_number: string | null
}

/**
 * The guest of an agency who has this e-mail address, else this phone number, else a new one
 * (contract/messaging.md §1). What is known of the guest stays; what is not is added. Two e-mail
 * addresses are two guests, even with one phone number. In the caller's transaction,
 * until whose end no lead is bound to the guest: who looks for a lead misses none that comes.
 */
export async function findOrMakeGuest(
  ctx: Pick<Context, 'db' | 'clock' | 'caller'>,
  agencyUid: string,
  { first_name, last_name, email, phone_number }: NamedGuest,
): Promise<{ uid: string }> {
  const now = ctx.clock.now()
  const none = sql`null::text`
  // Without a lead no grant says that a partner sees personal data.
  const partnerUid = ctx.caller.kind === 'partner' ? ctx.caller.partnerUid : null
  const told = sql`select null::uuid as lead_uid, ${now}::timestamptz as told_at,
    ${emailKey(sql`${email}::text`)} as email_key,
    ${phoneKey(sql`${phone_number}::text`)} as phone_key,
    ${first_name}::text as first_name, ${last_name}::text as last_name, ${email}::text as email,
    ${phone_number}::text as phone_number, ${none} as mobile_number, ${none} as address,
    ${none} as address2, ${none} as city, ${none} as state, ${none} as zip_code,
    ${partnerUid}::uuid as told_by, ${newUid(now.getTime())}::uuid as fresh`
  const guests = await identify(ctx, { agencyUid, told, known: 'KEPT' })
  const uid = guests.get(null)!
  await lockGuest(ctx, agencyUid, uid)
  return { uid }
}
