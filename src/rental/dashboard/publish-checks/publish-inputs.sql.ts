/** Inputs that the publish checks need, read set-based: contract/resources.md §11.3. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { dateIn } from '../../../platform/dates/dates.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { agencyRow } from '../../access/agencies/tenant.sql.ts'
import { isPropertyAccessible } from '../../access/partners/access-scope.sql.ts'
import { weekdays } from '../../properties/properties/property.ts'
import { selectBedCount } from '../../properties/rooms/rooms.ts'
import type { AgencyInputs, PropertyInputs } from './publish-check.ts'

/** Number of days in which a property needs a price and a day of arrival. */
const horizonDays = 365

interface Scope {
  agencyUid: string
  /** Time zone of the agency, which tells the current date. */
  timeZone: string
  /** Only this property; null: all. */
  propertyUid: string | null
}

type PropertyRow = PropertyInputs & { uid: string }

/** Reads the inputs of the caller's properties, sorted by uid. */
export async function readPropertyInputs(
  { db, caller, clock }: Pick<Context, 'db' | 'caller' | 'clock'>,
  { agencyUid, timeZone, propertyUid }: Scope,
): Promise<PropertyRow[]> {
  const agency = sql`${agencyUid}::uuid`
  const today = sql`${dateIn(timeZone, clock.now())}::date`
  const exists = (table: string, condition = sql``) => sql`exists (select 1
    from ${sql.table(table)} t where t.agency_uid = ${agency} and t.property_uid = p.uid
    ${condition})`
  const { rows } = await sql<PropertyRow>`
    with days as materialized (
      select ${today} + n as day,
        (${[...weekdays]}::text[])[extract(isodow from ${today} + n)::integer] as weekday
      from generate_series(0, ${horizonDays}::integer) n)
    select p.uid, p.is_active,
      p.master_bookable or p.uid <> all(array(select s.parent_uid from properties s
        where s.agency_uid = ${agency} and s.parent_uid is not null and s.deleted_at is null))
        as is_sold,
      p.daily_rate > 0 or ${exists('pricing_periods', pricedFrom(today))} as has_price,
      p.hotel_uid is null
        or ${exists('units', sql`and t.is_active and t.deleted_at is null`)} as has_unit,
      ${hasArrivalDay(agency, today)} as has_arrival_day,
      ${exists('photos')} as has_photo,
      ${exists('property_descriptions', hasText)} as has_description,
      coalesce(${selectBedCount(agencyRow('p', agency))}, p.beds) > 0 as has_beds,
      (${count(agency, 'amenities')} + ${count(agency, 'custom_amenities')})::integer as amenities,
      p.latitude is not null as has_coordinates,
      ${exists('icals', sql`and t.deleted_at is null`)}
        or ${exists('property_channel_links', sql`and t.is_active`)} as has_calendar
    from properties p
    where p.agency_uid = ${agency} and p.deleted_at is null
      ${propertyUid === null ? sql`` : sql`and p.uid = ${propertyUid}`}
      and ${isPropertyAccessible(caller, 'p')}
    order by p.uid`.execute(db)
  return rows
}

const hasText = sql`and (btrim(t.summary) <> '' or btrim(t.short_summary) <> '')`

function pricedFrom(today: Sql): Sql {
  return sql`and t.date between ${today} and ${today} + ${horizonDays}::integer and t.price > 0`
}

function count(agency: Sql, table: string): Sql {
  return sql`(select count(*) from ${sql.table(table)} t
    where t.agency_uid = ${agency} and t.property_uid = p.uid)`
}

/**
 * Returns the condition that a stay can begin at the property `p` on one of the days of `days`: by
 * weekday, booking window, lead time and pricing periods (`stay.ts`). The lookup ends with the
 * first such day, mostly one of the next.
 */
function hasArrivalDay(agency: Sql, today: Sql): Sql {
  return sql`exists (select 1 from days d
    where (cardinality(p.days_of_the_week_to_check_in_on) = 0
        or d.weekday = any(p.days_of_the_week_to_check_in_on))
      and (p.booking_window is null or p.booking_window <= 0
        or d.day <= ${today} + p.booking_window)
      and (p.allow_booking_request_when_out_of_lead_time
        or d.day >= ${today} + greatest(coalesce(p.booking_lead_time, 0), 0) / 24)
      and coalesce((select t.available_for_check_in from pricing_periods t
        where t.agency_uid = ${agency} and t.property_uid = p.uid and t.date = d.day), true))`
}

/** Reads the inputs of an agency that its rows tell. */
export async function readAgencyInputs(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
): Promise<Omit<AgencyInputs, 'sendsMail' | 'hasBackups'>> {
  const agency = sql`${agencyUid}::uuid`
  const { rows } = await sql<Omit<AgencyInputs, 'sendsMail' | 'hasBackups'>>`
    select a.agency_email_address as email, a.phone_number as phone, a.address1 as address,
      exists (select 1 from properties p
        where p.agency_uid = ${agency} and p.deleted_at is null) as has_property,
      (select count(*)::integer from employees e
        where e.agency_uid = ${agency} and e.is_active) as employees
    from agencies a where a.agency_uid = ${agency}`.execute(db)
  return rows[0]!
}
