/** What was imported of the events of calendars. */
import type { Selectable } from 'kysely'
import type { Context } from '../../../context.ts'
import type { LeadRow } from '../../leads/leads/lead.ts'
import type { IcalEventsTable } from '../../tables.ts'
import type { Ical } from '../icals/ical.ts'

/** An event as it was imported last. */
export type IcalEvent = Selectable<IcalEventsTable>

/** The events of a calendar that were imported. */
export async function listIcalEvents(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: Pick<Ical, 'agency_uid' | 'uid'>,
): Promise<IcalEvent[]> {
  return db
    .selectFrom('ical_events')
    .selectAll()
    .where('agency_uid', '=', agency_uid)
    .where('ical_uid', '=', uid)
    .orderBy('check_in')
    .orderBy('event_key')
    .execute()
}

/** Keeps what was imported of an event, instead of what was known of it. */
export async function putIcalEvent({ db }: Pick<Context, 'db'>, event: IcalEvent): Promise<void> {
  const { agency_uid, ical_uid, event_key, ...imported } = event
  await db
    .insertInto('ical_events')
    .values(event)
    .onConflict(conflict =>
      conflict.columns(['agency_uid', 'ical_uid', 'event_key']).doUpdateSet(imported),
    )
    .execute()
}

/** Forgets an event, or all of a calendar. */
export async function forgetIcalEvents(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: Pick<Ical, 'agency_uid' | 'uid'>,
  eventKey?: string,
): Promise<void> {
  await db
    .deleteFrom('ical_events')
    .where('agency_uid', '=', agency_uid)
    .where('ical_uid', '=', uid)
    .$if(eventKey !== undefined, query => query.where('event_key', '=', eventKey!))
    .execute()
}

/** The lead that an event became, unless it was deleted since. */
export async function findImportedLead(
  { db }: Pick<Context, 'db'>,
  { agency_uid, lead_uid }: Pick<IcalEvent, 'agency_uid' | 'lead_uid'>,
): Promise<LeadRow | undefined> {
  return db
    .selectFrom('leads')
    .selectAll()
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', lead_uid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** The blocks of a calendar whose check-out is to come, in the order in which leads are locked. */
export async function listBlocksToCome(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { agency_uid, uid }: Pick<Ical, 'agency_uid' | 'uid'>,
): Promise<LeadRow[]> {
  return db
    .selectFrom('ical_events as e')
    .innerJoin('leads as l', join => join.onRef('l.uid', '=', 'e.lead_uid'))
    .selectAll('l')
    .where('e.agency_uid', '=', agency_uid)
    .where('l.agency_uid', '=', agency_uid)
    .where('e.ical_uid', '=', uid)
    .where('l.type', '=', 'BLOCK')
    .where('l.deleted_at', 'is', null)
    .where('l.check_out_at', '>', clock.now())
    .orderBy('l.uid')
    .execute()
}
