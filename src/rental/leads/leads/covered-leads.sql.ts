/** Leads of a group booking at a master property, whose nights depend on each other. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { isNear } from '../../properties/units/occupied-units.sql.ts'
import type { LeadRow } from './lead.ts'

/** Locks the main leads of group bookings at a property, unless it is a unit type. */
export async function lockMainLeads(
  { db }: Pick<Context, 'db'>,
  property: { agency_uid: string; uid: string },
): Promise<LeadRow[]> {
  return db
    .selectFrom('leads')
    .selectAll()
    .where('agency_uid', '=', property.agency_uid)
    .where('property_uid', '=', property.uid)
    .where('group_role', '=', 'MAIN')
    .where('hotel_uid', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('uid')
    .forNoKeyUpdate()
    .execute()
}

/** Sub-lead at a sub-property, within the stay of the main lead at its master property. */
export interface CoveredLead {
  lead: LeadRow
  held_unit_uid: string
  turn_over_days: number | null
  /** No other lead occupies the nights of the stay. */
  is_free: boolean
  /** Number of free nights after the stay; null if there is no later occupancy. */
  free_nights: number | null
}

/** Locks the sub-leads whose stays lie within that of a main lead at a master property. */
export async function lockCoveredLeads(
  { db }: Pick<Context, 'db'>,
  main: LeadRow,
): Promise<CoveredLead[]> {
  const { agency_uid } = main
  const otherOccupancies = sql`from occupancies o
    where o.agency_uid = ${agency_uid} and o.unit_uid = u.uid and o.lead_uid <> l.uid`
  type FlatRow = LeadRow & Omit<CoveredLead, 'lead'>
  const { rows } = await sql<FlatRow>`select l.*, u.uid as held_unit_uid, p.turn_over_days,
      not exists (select 1 ${otherOccupancies}
        and ${isNear('o', sql`l.check_in_local::date`, sql`l.check_out_local::date`)}) as is_free,
      (select min(lower(o.occupied)) ${otherOccupancies}
        and lower(o.occupied) >= l.check_out_local::date)
        - l.check_out_local::date as free_nights
    from leads l
    join properties p on p.agency_uid = ${agency_uid} and p.uid = l.property_uid
      and p.parent_uid = ${main.property_uid}
    join units u on u.agency_uid = ${agency_uid} and u.property_uid = p.uid and u.deleted_at is null
    where l.agency_uid = ${agency_uid} and l.group_uid = ${main.group_uid}
    and l.group_role = 'SUB' and l.deleted_at is null
    and l.check_in_local::date >= ${main.check_in_local}::date
    and l.check_out_local::date <= ${main.check_out_local}::date
    order by l.uid for no key update of l`.execute(db)
  return rows.map(({ held_unit_uid, turn_over_days, is_free, free_nights, ...lead }) => {
    return { lead, held_unit_uid, turn_over_days, is_free, free_nights }
  })
}
