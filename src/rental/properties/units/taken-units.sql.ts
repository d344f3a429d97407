/** Which units are taken by leads, as far as one who takes all of them asks. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { type Unit, unitsOfFamilies } from './units.ts'

/** Civil dates. */
interface Nights {
  checkIn: string
  checkOut: string
}

/** Nights that a lead is about to take. */
export interface WantedNights extends Nights {
  turnoverNights: number
  /** Nights of others count, their turnover does not. */
  nightsOnly?: boolean | undefined
  /** The lead's nights so far: a neighbour that it comes no nearer to is not asked for turnover. */
  former?: Nights | undefined
  /** The lead that takes them: its own nights do not count. */
  leadUid?: string | undefined
}

/** Of some units those whose nights are taken. */
export async function listTakenUnits(
  ctx: Pick<Context, 'db'>,
  agencyUid: string,
  units: Unit[],
  { checkIn, checkOut, turnoverNights, nightsOnly = false, former, leadUid }: WantedNights,
): Promise<string[]> {
  const [agency, from, to] = [
    sql`${agencyUid}::uuid`,
    sql`${checkIn}::date`,
    sql`${checkOut}::date`,
  ]
  const formerFrom = sql`${former?.checkIn ?? null}::date`
  const formerTo = sql`${former?.checkOut ?? null}::date`
  const others = sql`and o.lead_uid is distinct from ${leadUid ?? null}::uuid
    and (not ${nightsOnly}::boolean or ${endOfNights('o')} > ${from})
    and not ${isNoNearer({ from, to, formerFrom, formerTo })}`
  const nights = { from, to, turnover: sql`${turnoverNights}::integer` }
  const { rows } = await sql<{ uid: string }>`select u.uid
    from unnest(${units.map(({ uid }) => uid)}::uuid[]) u (uid)
    where ${isTaken(agency, nights, others)}`.execute(ctx.db)
  return rows.map(({ uid }) => uid)
}

/** What is asked of a property and its subs: nights of a new lead. */
interface AskedNights extends Nights {
  propertyUid: string
  /** A block keeps no turnover. */
  isBlock: boolean
}

/**
 * The units of a property and of its subs whose nights are taken, with the property's own turnover:
 * what a lead needs to know that is asked for in the same go as its room is locked.
 */
export async function listTakenAt(
  ctx: Pick<Context, 'db'>,
  agencyUid: string,
  { propertyUid, checkIn, checkOut, isBlock }: AskedNights,
): Promise<string[]> {
  const [agency, property] = [sql`${agencyUid}::uuid`, sql`${propertyUid}::uuid`]
  const turnover = sql`(select case when ${isBlock}::boolean then 0
    else coalesce(p.turn_over_days, 0) end from properties p
    where p.agency_uid = ${agency} and p.uid = ${property})`
  const nights = { from: sql`${checkIn}::date`, to: sql`${checkOut}::date`, turnover }
  const { rows } = await sql<{ uid: string }>`select u.uid
    from (${unitsOfFamilies(agency, sql`array[${property}]`)}) u
    where ${isTaken(agency, nights)}`.execute(ctx.db)
  return rows.map(({ uid }) => uid)
}

/**
 * The condition that nights come no nearer to those of a row than former ones of the same lead:
 * turnover that was not kept before need not be kept now.
 */
export function isNoNearer(asked: Record<'from' | 'to' | 'formerFrom' | 'formerTo', Sql>): Sql {
  const { from, to, formerFrom, formerTo } = asked
  return sql`coalesce(lower(o.occupied) >= ${formerTo} and ${to} <= ${formerTo}
    or ${endOfNights('o')} <= ${formerFrom} and ${from} >= ${formerFrom}, false)`
}

/** The condition that nights of a unit `u` are taken, looked up unit by unit. */
function isTaken(
  agency: Sql,
  { from, to, turnover }: Record<'from' | 'to' | 'turnover', Sql>,
  others: Sql = sql``,
): Sql {
  return sql`exists (select 1 from occupancies o where o.agency_uid = ${agency}
    and o.unit_uid = u.uid and ${isNear('o', from, sql`${to} + ${turnover}`)} ${others} offset 0)`
}

// Nights of a row of `occupancies`, whichever release wrote it, and the nights after
// them that are kept free (docs/decisions/0088-turnover.md).

/** The most nights that a property keeps free after a stay. */
export const turnOverDaysMax = 30

/** The first date after the nights of a row, its check-out. */
export function endOfNights(alias: string): Sql {
  return sql`(upper(${column(alias, 'occupied')}) - ${column(alias, 'turnover_nights')})`
}

/** The first date after the nights of a row and its turnover. */
export function endOfTurnover(alias: string): Sql {
  return sql`(upper(${column(alias, 'occupied')}) + ${column(alias, 'turnover_after')})`
}

/** Returns how many nights a row keeps free after its own. */
export function turnoverOf(alias: string): Sql {
  return sql`(${column(alias, 'turnover_nights')} + ${column(alias, 'turnover_after')})`
}

/** The condition that a row has a night from one date to before another. */
export function holdsNight(alias: string, from: Sql, to: Sql): Sql {
  return sql`(${column(alias, 'occupied')} && daterange(${from}, ${to})
    and ${endOfNights(alias)} > ${from})`
}

/** The condition that the nights of a row, or its turnover, meet those of a range. */
export function isNear(alias: string, from: Sql, to: Sql): Sql {
  const earliest = sql`${from} - ${sql.lit(turnOverDaysMax)}`
  return sql`(${column(alias, 'occupied')} && daterange(${earliest}, ${to})
    and ${endOfTurnover(alias)} > ${from})`
}

function column(alias: string, name: string): Sql {
  return sql.ref(`${alias}.${name}`)
}
