import type { Kysely } from 'kysely'
import { transaction } from '../../platform/db/transaction.ts'
import { newUid } from '../../platform/uid.ts'
import type { Tables } from '../tables.ts'

export interface NewAgency {
  uid?: string
  name: string
  currency?: string
  timeZone?: string
  countryCode?: string | null
  emailAddress?: string | null
}

/** Makes an agency with the standard settings. Agencies are made by the server's operator. */
export async function createAgency(
  ctx: { db: Kysely<Tables> },
  agency: NewAgency,
  now: Date,
): Promise<string> {
  const uid = agency.uid ?? newUid(now.getTime())
  await transaction(ctx, async ({ db }) => {
    await db
      .insertInto('agencies')
      .values({
        agency_uid: uid,
        name: agency.name,
        agency_email_address: agency.emailAddress ?? null,
        country_code: agency.countryCode ?? null,
        currency: agency.currency ?? 'USD',
        time_zone: agency.timeZone ?? 'UTC',
        created_at: now,
        updated_at: now,
      })
      .execute()
    await db.insertInto('agency_settings').values({ agency_uid: uid }).execute()
  })
  return uid
}
