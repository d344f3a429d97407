/** Which units are taken by leads, as far as one who takes all of them asks. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { PlanCache, slot } from '../../../platform/db/prepare.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { type Unit, unitsOfFamilies } from './units.ts'

/** Civil dates. */
interface Nights {
  checkIn: string
  checkOut: string
}

/** Of some units those whose nights are taken. */
export async function listTakenUnits(
  ctx: Pick<Context, 'db'>,
  agencyUid: string,
  units: Unit[],
  { checkIn, checkOut, turnoverNights }: Nights & { turnoverNights: number },
  leadUid: string | undefined,
): Promise<string[]> {
  const asked = {
    agency: agencyUid,
    units: units.map(({ uid }) => uid),
    from: checkIn,
    to: checkOut,
    turnover: turnoverNights,
    lead: leadUid ?? null,
  }
  const { rows } = await plans.execute<{ uid: string }>(ctx, ['units', takenUnitsSql], asked)
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
  const asked = { agency: agencyUid, property: propertyUid, from: checkIn, to: checkOut, isBlock }
  const { rows } = await plans.execute<{ uid: string }>(ctx, ['property', takenAtSql], asked)
  return rows.map(({ uid }) => uid)
}

const plans = new PlanCache()
const agency = slot('agency', 'uuid')

const takenUnitsSql = () => sql`select u.uid
  from unnest(${slot('units', 'uuid[]')}) u (uid)
  where ${isTaken(
    slot('turnover', 'integer'),
    sql`and o.lead_uid is distinct from ${slot('lead', 'uuid')}`,
  )}`

const takenAtSql = () => sql`select u.uid
  from (${unitsOfFamilies(agency, sql`array[${slot('property', 'uuid')}]`)}) u
  where ${isTaken(sql`(select case when ${slot('isBlock', 'boolean')} then 0
      else coalesce(p.turn_over_days, 0) end from properties p
      where p.agency_uid = ${agency} and p.uid = ${slot('property', 'uuid')})`)}`

/** The condition that nights of a unit `u` are taken, looked up unit by unit. */
function isTaken(turnover: Sql, others: Sql = sql``): Sql {
  return sql`exists (select 1 from occupancies o where o.agency_uid = ${agency}
    and o.unit_uid = u.uid and o.occupied && daterange(${slot('from', 'date')},
      ${slot('to', 'date')} + ${turnover}) ${others} offset 0)`
}
