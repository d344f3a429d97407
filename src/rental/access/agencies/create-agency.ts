import type { Insertable, Kysely } from 'kysely'
import { isTimeZone } from '../../../platform/dates/dates.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { asCurrency } from '../../../platform/iso-codes.ts'
import { newUid } from '../../../platform/uid.ts'
import type { AgenciesTable, Tables } from '../../tables.ts'

export interface NewAgency {
  uid?: string
  name: string
  currency?: string
  timeZone?: string
  countryCode?: string | null
  emailAddress?: string | null
  /** Further columns. */
  details?: Pick<
    Insertable<AgenciesTable>,
    'phone_number' | 'website' | 'address1' | 'city' | 'state' | 'zip_code' | 'rental_condition'
  >
}

/**
 * Creates an agency with default settings. Only the operator of the server creates agencies.
 *
 * @throws Error if the currency, time zone or name is invalid
 */
export async function createAgency(
  ctx: { db: Kysely<Tables> },
  agency: NewAgency,
  now: Date,
): Promise<string> {
  const uid = agency.uid ?? newUid(now.getTime())
  const { currency = 'USD', timeZone = 'UTC' } = agency
  if (agency.name.trim() === '') throw new Error('The name of the agency must not be empty')
  if (asCurrency(currency) === null)
    throw new Error(`'${currency}' is not an ISO 4217 currency code such as USD`)
  if (!isTimeZone(timeZone))
    throw new Error(`'${timeZone}' is not an IANA time zone such as America/Denver`)
  await transaction(ctx, async ({ db }) => {
    await db
      .insertInto('agencies')
      .values({
        agency_uid: uid,
        ...agency.details,
        name: agency.name,
        agency_email_address: agency.emailAddress ?? null,
        country_code: agency.countryCode ?? null,
        currency,
        time_zone: timeZone,
        created_at: now,
        updated_at: now,
      })
      .execute()
    await db.insertInto('agency_settings').values({ agency_uid: uid }).execute()
  })
  return uid
}
