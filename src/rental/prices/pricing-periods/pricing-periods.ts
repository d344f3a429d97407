import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { DateRange } from '../../../platform/dates/date-range.ts'
import { deleteRows } from '../../../platform/db/rows.ts'
import type { PeriodValues, PricingPeriod } from './pricing-period.ts'

interface PropertyKey {
  agency_uid: string
  uid: string
}

/** Lists the pricing periods of a property within a range of dates, by date. */
export async function listPeriods(
  { db }: Context,
  property: PropertyKey,
  { from, to }: DateRange,
): Promise<PricingPeriod[]> {
  return db
    .selectFrom('pricing_periods')
    .selectAll()
    .where('agency_uid', '=', property.agency_uid)
    .where('property_uid', '=', property.uid)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .orderBy('date')
    .execute()
}

/** Lists the pricing periods of some dates of a property, unsorted. */
export async function findPeriods(
  { db }: Context,
  property: PropertyKey,
  dates: string[],
): Promise<PricingPeriod[]> {
  return db
    .selectFrom('pricing_periods')
    .selectAll()
    .where('agency_uid', '=', property.agency_uid)
    .where('property_uid', '=', property.uid)
    .where(sql<boolean>`date = any(${dates}::date[])`)
    .execute()
}

export type DatedValues = Pick<PricingPeriod, 'date'> & PeriodValues

export async function storePeriods(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: PropertyKey,
  records: DatedValues[],
): Promise<void> {
  if (records.length === 0) return
  await sql`
    insert into pricing_periods
    select ${agency_uid}::uuid, ${uid}::uuid, p.* from jsonb_to_recordset(
      ${JSON.stringify(records)}::text::jsonb) as p(date date, price numeric, minimum_stay int,
      available_for_check_in boolean, available_for_check_out boolean, name text)
    on conflict (agency_uid, property_uid, date) do update set
      price = excluded.price, minimum_stay = excluded.minimum_stay,
      available_for_check_in = excluded.available_for_check_in,
      available_for_check_out = excluded.available_for_check_out, name = excluded.name
  `.execute(db)
}

export async function deletePeriods(
  { db }: Context,
  property: PropertyKey,
  dates: string[],
): Promise<void> {
  const where = { agency_uid: property.agency_uid, property_uid: property.uid, date: dates }
  await deleteRows({ db }, 'pricing_periods', where)
}
