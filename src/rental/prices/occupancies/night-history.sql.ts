import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { ofCaller, rowOfAgency } from '../../access/agencies/tenant.sql.ts'
import { isReached } from '../../access/partners/reach.sql.ts'
import { endOfNights, isNear } from '../../properties/units/taken-units.sql.ts'
import type { NightChangesTable } from '../../tables.ts'
import { stayedIn } from '../calendar-facts/availability.sql.ts'

/** That a lead took or freed a night of a unit, and of what property the lead was or is. */
export type NightChange = Selectable<NightChangesTable> & {
  property_uid: string | null
  /** The hotel of the unit, if it is one of a unit type. */
  hotel_uid: string | null
  /** The night was kept free after the stay. */
  is_turnover: boolean
  /** The caller may see the lead. */
  is_visible: boolean
}

/** An agency sees its leads, deleted ones too; a partner those at properties granted to it. */
function canSee({ caller }: Context): Sql {
  if (caller.kind === 'agency') return sql`true`
  return sql`coalesce(${isReached(caller, 'held')}, false) and l.deleted_at is null`
}

/**
 * Who took and freed a night of the units that a property is stayed in, oldest first; `date` is the
 * date on which the night begins.
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
      ${canSee(ctx)} as is_visible
    from properties p
    join units u on u.agency_uid = ${agency}
      and u.property_uid = any(${stayedIn(rowOfAgency('p', agency))})
    join properties home on home.agency_uid = ${agency} and home.uid = u.property_uid
    join night_changes n on n.agency_uid = ${agency} and n.unit_uid = u.uid
      and ${isNear('n', night, sql`${night} + 1`)}
    join leads l on l.agency_uid = ${agency} and l.uid = n.lead_uid
    left join properties held on held.agency_uid = ${agency} and held.uid = l.property_uid
    where ${ofCaller(ctx.caller, 'p')} and p.uid = ${property.uid}
      and p.agency_uid = ${agency}
    order by n.created_at, n.uid`.execute(ctx.db)
  return rows
}
