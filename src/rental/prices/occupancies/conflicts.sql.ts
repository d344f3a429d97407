/** The leads that stand in the way of a stay, as a refusal names them: contract/leads.md §6. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { dateOf, utcText } from '../../../platform/dates.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { rowOfAgency } from '../../access/agencies/tenant.sql.ts'
import { isReached } from '../../access/partners/reach.sql.ts'
import { statusAt } from '../../leads/leads/lead.ts'
import { endOfTurnover, isNear, turnoverOf } from '../../properties/units/taken-units.sql.ts'
import { asDate, dayNumber, isUnexpired, stayedIn } from '../calendar-facts/availability.sql.ts'
import type { Range } from '../calendar-facts/free-units.ts'

const nightsMax = 62

/** Which nights are wanted of which property, and how the refusal words it. */
export interface WantedNights {
  property: { agency_uid: string; uid: string; hotel_uid: string | null }
  /** The stay and, up to `end`, the turnover after it. */
  range: Range
  end: number
  unitUid?: string | undefined
  exceptLead?: string | undefined
  version: Version
}

interface TakenRow {
  unit_uid: string
  from: number
  to: number
  turnover_nights: number
  uid: string
  type: string
  status: string
  property_uid: string | null
  timer_ends_at: Date | null
  is_visible: boolean
}

/** One entry per lead that takes wanted nights, by its first night. */
export async function listConflicts(ctx: Context, wanted: WantedNights) {
  const rows = await listTaken(ctx, wanted)
  const first = new Map(rows.toReversed().map(row => [row.uid, row]))
  return rows.filter(row => first.get(row.uid) === row).map(row => presentConflict(row, wanted))
}

async function listTaken(ctx: Context, wanted: WantedNights): Promise<TakenRow[]> {
  const { property, range, end, unitUid, exceptLead } = wanted
  const agency = sql`${property.agency_uid}::uuid`
  const isTheirs = (alias: string) => sql<boolean>`${sql.ref(`${alias}.agency_uid`)} = ${agency}`
  const p = rowOfAgency('p', agency)
  return ctx.db
    .selectFrom('properties as p')
    .innerJoin('units as u', join =>
      join
        .on(isTheirs('u'))
        .on(sql<boolean>`u.property_uid = any(${stayedIn(p)})`)
        .on('u.deleted_at', 'is', null)
        .on('u.is_active', '=', true),
    )
    .innerJoin('occupancies as o', join =>
      join
        .on(isTheirs('o'))
        .onRef('o.unit_uid', '=', 'u.uid')
        .on(sql<boolean>`${isNear('o', asDate(range.a), asDate(end))}`),
    )
    .innerJoin('leads as l', join => join.on(isTheirs('l')).onRef('l.uid', '=', 'o.lead_uid'))
    .innerJoin('properties as held', join =>
      join.on(isTheirs('held')).onRef('held.uid', '=', 'l.property_uid'),
    )
    .select(['o.unit_uid', 'l.uid', 'l.type', 'l.status', 'l.property_uid'])
    .select('l.timer_ends_at')
    .select([
      sql<number>`${dayNumber(sql`lower(o.occupied)`)}`.as('from'),
      sql<number>`${dayNumber(endOfTurnover('o'))}`.as('to'),
      sql<number>`${turnoverOf('o')}`.as('turnover_nights'),
      sql<boolean>`${isReached(ctx.caller, 'held')}`.as('is_visible'),
    ])
    .where(isTheirs('p'))
    .where('p.uid', '=', property.uid)
    .where(sql<boolean>`${isUnexpired(ctx.clock.now())}`)
    .$if(unitUid !== undefined, query => query.where('u.uid', '=', unitUid!))
    .$if(exceptLead !== undefined, query => query.where('l.uid', '<>', exceptLead!))
    .orderBy(sql`lower(o.occupied)`)
    .orderBy('l.uid')
    .orderBy('o.unit_uid')
    .execute()
}

function presentConflict(row: TakenRow, { property, range, end, version }: WantedNights) {
  const from = Math.max(row.from, range.a)
  const count = Math.min(row.to, end) - from
  const nights = Array.from({ length: Math.min(count, nightsMax) }, (_, i) => dateOf(from + i))
  return {
    nights,
    ...(count > nightsMax ? { nightsTruncated: true } : {}),
    reason: reasonOf(row, property.uid, range),
    leadType: row.type,
    leadStatus: statusAt(version, row.status),
    leadUid: row.is_visible ? row.uid : null,
    propertyUid: row.property_uid,
    unitUid: property.hotel_uid === null ? null : row.unit_uid,
    freesUtcDateTime: hasTimer(row) ? utcText(row.timer_ends_at!) : null,
  }
}

function reasonOf(row: TakenRow, propertyUid: string, { a, b }: Range): string {
  if (row.property_uid !== propertyUid) return 'LINKED'
  return row.from < b && a < row.to - row.turnover_nights ? 'STAY' : 'TURNOVER'
}

function hasTimer({ status, timer_ends_at }: TakenRow): boolean {
  return timer_ends_at !== null && status !== 'BOOKED' && status !== 'BLOCKED'
}
