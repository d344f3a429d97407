/** Leads that conflict with a stay, as a rejection lists them: contract/leads.md §6. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { dateOf, utcText } from '../../../platform/dates/dates.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { agencyRow } from '../../access/agencies/tenant.sql.ts'
import { isPropertyAccessible } from '../../access/partners/access-scope.sql.ts'
import { endOfTurnover, isNear, turnoverOf } from '../../properties/units/occupied-units.sql.ts'
import {
  asDate,
  dayNumber,
  isUnexpired,
  selectOccupiedProperties,
} from '../availability/availability.sql.ts'
import type { Range } from '../availability/free-units.ts'
import { statusAt } from './lead-status.ts'

/** Maximum number of nights that an entry lists. */
const nightsMax = 62

/** Requested nights of a property, and the version of the response. */
export interface RequestedNights {
  property: { agency_uid: string; uid: string; hotel_uid: string | null }
  /** Requested stay. */
  range: Range
  /** Day after the turnover that follows the stay. */
  end: number
  unitUid?: string | undefined
  exceptLead?: string | undefined
  version: Version
}

interface OccupiedRow {
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

/** Lists the leads that occupy requested nights, one entry per lead, by first night. */
export async function listConflicts(ctx: Context, request: RequestedNights) {
  const rows = await listOccupied(ctx, request)
  // Later entries of a map replace earlier ones: reversed, the first row of each lead remains.
  const firstRows = new Map(rows.toReversed().map(row => [row.uid, row]))
  return rows
    .filter(row => firstRows.get(row.uid) === row)
    .map(row => presentConflict(row, request))
}

async function listOccupied(ctx: Context, request: RequestedNights): Promise<OccupiedRow[]> {
  const { property, range, end, unitUid, exceptLead } = request
  const agency = sql`${property.agency_uid}::uuid`
  const inAgency = (alias: string) => sql<boolean>`${sql.ref(`${alias}.agency_uid`)} = ${agency}`
  const p = agencyRow('p', agency)
  return ctx.db
    .selectFrom('properties as p')
    .innerJoin('units as u', join =>
      join
        .on(inAgency('u'))
        .on(sql<boolean>`u.property_uid = any(${selectOccupiedProperties(p)})`)
        .on('u.deleted_at', 'is', null)
        .on('u.is_active', '=', true),
    )
    .innerJoin('occupancies as o', join =>
      join
        .on(inAgency('o'))
        .onRef('o.unit_uid', '=', 'u.uid')
        .on(sql<boolean>`${isNear('o', asDate(range.a), asDate(end))}`),
    )
    .innerJoin('leads as l', join => join.on(inAgency('l')).onRef('l.uid', '=', 'o.lead_uid'))
    .innerJoin('properties as held', join =>
      join.on(inAgency('held')).onRef('held.uid', '=', 'l.property_uid'),
    )
    .select(['o.unit_uid', 'l.uid', 'l.type', 'l.status', 'l.property_uid'])
    .select('l.timer_ends_at')
    .select([
      sql<number>`${dayNumber(sql`lower(o.occupied)`)}`.as('from'),
      sql<number>`${dayNumber(endOfTurnover('o'))}`.as('to'),
      sql<number>`${turnoverOf('o')}`.as('turnover_nights'),
      sql<boolean>`${isPropertyAccessible(ctx.caller, 'held')}`.as('is_visible'),
    ])
    .where(inAgency('p'))
    .where('p.uid', '=', property.uid)
    .where(sql<boolean>`${isUnexpired(ctx.clock.now())}`)
    .$if(unitUid !== undefined, query => query.where('u.uid', '=', unitUid!))
    .$if(exceptLead !== undefined, query => query.where('l.uid', '<>', exceptLead!))
    .orderBy(sql`lower(o.occupied)`)
    .orderBy('l.uid')
    .orderBy('o.unit_uid')
    .execute()
}

function presentConflict(row: OccupiedRow, { property, range, end, version }: RequestedNights) {
  const from = Math.max(row.from, range.a)
  const nightCount = Math.min(row.to, end) - from
  const nights = Array.from({ length: Math.min(nightCount, nightsMax) }, (_, i) => dateOf(from + i))
  return {
    nights,
    ...(nightCount > nightsMax ? { nightsTruncated: true } : {}),
    reason: conflictReason(row, property.uid, range),
    leadType: row.type,
    leadStatus: statusAt(version, row.status),
    leadUid: row.is_visible ? row.uid : null,
    propertyUid: row.property_uid,
    unitUid: property.hotel_uid === null ? null : row.unit_uid,
    freesUtcDateTime: hasTimer(row) ? utcText(row.timer_ends_at!) : null,
  }
}

function conflictReason(row: OccupiedRow, propertyUid: string, { a, b }: Range): string {
  if (row.property_uid !== propertyUid) return 'LINKED'
  return row.from < b && a < row.to - row.turnover_nights ? 'STAY' : 'TURNOVER'
}

function hasTimer({ status, timer_ends_at }: OccupiedRow): boolean {
  return timer_ends_at !== null && status !== 'BOOKED' && status !== 'BLOCKED'
}
