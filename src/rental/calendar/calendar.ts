import { type SelectQueryBuilder, sql } from 'kysely'
import type { Context } from '../../context.ts'
import { rowAs } from '../../platform/graphql/fields.ts'
import { ofCaller } from '../agencies/tenant.ts'
import { isReached } from '../partners/reach.ts'
import { effectiveCurrency } from '../properties/currency.ts'
import type { Tables } from '../tables.ts'
import { isMaster, periodsOf, ruleColumns, unitsOf } from './availability.ts'
import type { CalendarFacts, Days } from './facts.ts'
import type { DatedPeriod } from './stay.ts'
import type { Unit } from './units.ts'

/** What of a request's context these queries need. */
export type Scope = Pick<Context, 'db' | 'caller' | 'clock'>

/** What is asked of properties; see `unitsOf`. */
export interface Wanted {
  days: Days
  exceptLead?: string | undefined
}

/** What is known of properties within reach, neither deleted; in no order. */
export async function listFacts(
  ctx: Scope,
  uids: string[],
  wanted: Wanted,
): Promise<CalendarFacts[]> {
  return selectFacts(ctx, wanted).where(sql<boolean>`p.uid = any(${uids}::uuid[])`).execute()
}

/** The same of the active properties of an agency that take so many guests, newest first. */
export async function listFactsOfActive(
  ctx: Scope,
  agencyUid: string,
  guestsMin: number,
  wanted: Wanted,
): Promise<CalendarFacts[]> {
  return selectFacts(ctx, wanted)
    .where('p.agency_uid', '=', agencyUid)
    .where('p.is_active', '=', true)
    .where('p.max_guests', '>=', guestsMin)
    .orderBy('p.created_at', 'desc')
    .orderBy('p.uid', 'desc')
    .execute()
}

function selectFacts(
  { db, caller, clock }: Scope,
  { days, exceptLead }: Wanted,
): SelectQueryBuilder<Tables & { p: Tables['properties'] }, 'p', CalendarFacts> {
  const p = rowAs('p')
  return db
    .selectFrom('properties as p')
    .select(ruleColumns)
    .select(['p.agency_uid', 'p.uid', 'p.hotel_uid', 'p.daily_rate', 'p.weekend_adjustment_rate'])
    .select([
      sql<string>`${effectiveCurrency(p)}`.as('currency'),
      sql<boolean>`${isMaster(p)}`.as('is_master'),
      sql<Unit[]>`${unitsOf(p, days, clock.now(), exceptLead)}`.as('units'),
      sql<DatedPeriod[]>`${periodsOf(p, days)}`.as('periods'),
    ])
    .where(sql<boolean>`${ofCaller(caller, 'p')}`)
    .where(sql<boolean>`${isReached(caller, 'p')}`)
    .where('p.deleted_at', 'is', null)
}
