import type { Context } from '../../../context.ts'
import type { Recipient } from './mail.ts'

/** Returns the email address of an agency or a partner, null if it has none. */
export async function findAddress(
  { db }: Pick<Context, 'db'>,
  to: Recipient,
): Promise<string | null> {
  if ('partnerUid' in to) {
    const partner = await db
      .selectFrom('partners')
      .select('contact_email')
      .where('partner_uid', '=', to.partnerUid)
      .executeTakeFirst()
    return partner?.contact_email ?? null
  }
  const agency = await db
    .selectFrom('agencies')
    .select('agency_email_address')
    .where('agency_uid', '=', to.agencyUid)
    .executeTakeFirst()
  return agency?.agency_email_address || null
}
