/** Queries for units that leads occupy, and SQL expressions for rows of `occupancies`. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { type LockedUnit, unitsOfFamilies } from './units.ts'

/** Civil dates. */
interface Nights {
  checkIn: string
  checkOut: string
}

/** Nights that a lead requests. */
export interface RequestedNights extends Nights {
  turnoverNights: number
  /** If true, ignores the turnover of other leads. */
  nightsOnly?: boolean | undefined
  /**
   * Current nights of the lead. Turnover is not required from a neighbour that the new nights come
   * no nearer to.
   */
  former?: Nights | undefined
  /** The requesting lead; its own nights are ignored. */
  leadUid?: string | undefined
}

/** Returns the uids of those units whose nights are occupied. */
export async function listOccupiedUnits(
  ctx: Pick<Context, 'db'>,
  agencyUid: string,
  units: LockedUnit[],
  { checkIn, checkOut, turnoverNights, nightsOnly = false, former, leadUid }: RequestedNights,
): Promise<string[]> {
  const [agency, from, to] = [
    sql`${agencyUid}::uuid`,
    sql`${checkIn}::date`,
    sql`${checkOut}::date`,
  ]
  const formerFrom = sql`${former?.checkIn ?? null}::date`
  const formerTo = sql`${former?.checkOut ?? null}::date`
  const exceptCondition = sql`and o.lead_uid is distinct from ${leadUid ?? null}::uuid
    and (not ${nightsOnly}::boolean or ${endOfNights('o')} > ${from})
    and not ${isNoNearer({ from, to, formerFrom, formerTo })}`
  const nights = { from, to, turnover: sql`${turnoverNights}::integer` }
  const { rows } = await sql<{ uid: string }>`select u.uid
    from unnest(${units.map(({ uid }) => uid)}::uuid[]) u (uid)
    where ${isOccupied(agency, nights, exceptCondition)}`.execute(ctx.db)
  return rows.map(({ uid }) => uid)
}

/** Nights of a new lead in a property and its sub-properties. */
interface NewLeadNights extends Nights {
  propertyUid: string
  /** A block needs no turnover. */
  isBlock: boolean
}

/**
 * Returns the occupied units of a property and its sub-properties, with the property's own
 * turnover. A new lead queries them in the same pipeline as the locks.
 */
export async function listOccupiedInFamily(
  ctx: Pick<Context, 'db'>,
  agencyUid: string,
  { propertyUid, checkIn, checkOut, isBlock }: NewLeadNights,
): Promise<string[]> {
  const [agency, property] = [sql`${agencyUid}::uuid`, sql`${propertyUid}::uuid`]
  const turnover = sql`(select case when ${isBlock}::boolean then 0
    else coalesce(p.turn_over_days, 0) end from properties p
    where p.agency_uid = ${agency} and p.uid = ${property})`
  const nights = { from: sql`${checkIn}::date`, to: sql`${checkOut}::date`, turnover }
  const { rows } = await sql<{ uid: string }>`select u.uid
    from (${unitsOfFamilies(agency, sql`array[${property}]`)}) u
    where ${isOccupied(agency, nights)}`.execute(ctx.db)
  return rows.map(({ uid }) => uid)
}

/**
 * Returns the condition that new nights come no nearer to those of a row than the lead's current
 * nights. Turnover that was not respected before is not required now.
 */
export function isNoNearer(range: Record<'from' | 'to' | 'formerFrom' | 'formerTo', Sql>): Sql {
  const { from, to, formerFrom, formerTo } = range
  return sql`coalesce(lower(o.occupied) >= ${formerTo} and ${to} <= ${formerTo}
    or ${endOfNights('o')} <= ${formerFrom} and ${from} >= ${formerFrom}, false)`
}

/** Returns the condition that nights of a unit `u` are occupied, looked up unit by unit. */
function isOccupied(
  agency: Sql,
  { from, to, turnover }: Record<'from' | 'to' | 'turnover', Sql>,
  exceptCondition: Sql = sql``,
): Sql {
  return sql`exists (select 1 from occupancies o where o.agency_uid = ${agency}
    and o.unit_uid = u.uid and ${isNear('o', from, sql`${to} + ${turnover}`)}
    ${exceptCondition} offset 0)`
}

// SQL expressions for a row of `occupancies`, in the format of every release, and for its turnover
// (docs/decisions/0088-turnover.md).

/** Maximum number of nights that a property keeps free after a stay. */
export const turnoverDaysMax = 30

/** Returns the date after the nights of a row, its check-out. */
export function endOfNights(alias: string): Sql {
  return sql`(upper(${column(alias, 'occupied')}) - ${column(alias, 'turnover_nights')})`
}

/** Returns the date after the nights of a row and its turnover. */
export function endOfTurnover(alias: string): Sql {
  return sql`(upper(${column(alias, 'occupied')}) + ${column(alias, 'turnover_after')})`
}

/** Returns the number of turnover nights of a row. */
export function turnoverOf(alias: string): Sql {
  return sql`(${column(alias, 'turnover_nights')} + ${column(alias, 'turnover_after')})`
}

/** Returns the condition that a row has a night between two dates, the second one exclusive. */
export function holdsNight(alias: string, from: Sql, to: Sql): Sql {
  return sql`(${column(alias, 'occupied')} && daterange(${from}, ${to})
    and ${endOfNights(alias)} > ${from})`
}

/** Returns the condition that the nights of a row, or its turnover, overlap a range. */
export function isNear(alias: string, from: Sql, to: Sql): Sql {
  const earliest = sql`${from} - ${sql.lit(turnoverDaysMax)}`
  return sql`(${column(alias, 'occupied')} && daterange(${earliest}, ${to})
    and ${endOfTurnover(alias)} > ${from})`
}

function column(alias: string, name: string): Sql {
  return sql.ref(`${alias}.${name}`)
}
