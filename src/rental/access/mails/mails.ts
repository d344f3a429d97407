import type { Context } from '../../../context.ts'
import type { Addressee } from './mail.ts'

/** Where mails to an agency or a partner go; null: nowhere. */
export async function findAddress(
  { db }: Pick<Context, 'db'>,
  to: Addressee,
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
