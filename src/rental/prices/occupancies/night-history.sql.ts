import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { agencyRow, inCallerTenant } from '../../access/agencies/tenant.sql.ts'
import { isPropertyAccessible } from '../../access/partners/access-scope.sql.ts'
import { endOfNights, isNear } from '../../properties/units/occupied-units.sql.ts'
import type { NightChangesTable } from '../../tables.ts'
import { selectOccupiedProperties } from '../availability/availability.sql.ts'

/** Change of a night of a unit: a lead occupied or released it. */
export type NightChange = Selectable<NightChangesTable> & {
  property_uid: string | null
  /** Hotel of the unit, if it belongs to a unit type. */
  hotel_uid: string | null
  /** True if the night was reserved for turnover after the stay. */
  is_turnover: boolean
  /** True if the caller has access to the lead. */
  is_visible: boolean
}

/** Returns the condition that the caller has access to `l`: an agency also to deleted leads. */
function isLeadVisible({ caller }: Context): Sql {
  if (caller.kind === 'agency') return sql`true`
  return sql`coalesce(${isPropertyAccessible(caller, 'held')}, false) and l.deleted_at is null`
}

/**
 * Lists the changes of a night of all units that a stay at a property occupies, oldest first.
 * `date` is the date on which the night begins.
 */
export async function listNightChanges(
  ctx: Context,
  property: { agency_uid: string; uid: string },
  date: string,
): Promise<NightChange[]> {
  const agency = sql`${property.agency_uid}::uuid`
  const night = sql`${date}::date`
  const { rows } = await sql<NightChange>`select n.*, l.property_uid, home.hotel_uid,
      ${night} >= ${endOfNights('n')} as is_turnover,
      ${isLeadVisible(ctx)} as is_visible
    from properties p
    join units u on u.agency_uid = ${agency}
      and u.property_uid = any(${selectOccupiedProperties(agencyRow('p', agency))})
    join properties home on home.agency_uid = ${agency} and home.uid = u.property_uid
    join night_changes n on n.agency_uid = ${agency} and n.unit_uid = u.uid
      and ${isNear('n', night, sql`${night} + 1`)}
    join leads l on l.agency_uid = ${agency} and l.uid = n.lead_uid
    left join properties held on held.agency_uid = ${agency} and held.uid = l.property_uid
    where ${inCallerTenant(ctx.caller, 'p')} and p.uid = ${property.uid}
      and p.agency_uid = ${agency}
    order by n.created_at, n.uid`.execute(ctx.db)
  return rows
}
