import { touches, touchesUnknown } from '../../../platform/db/marks/touched.ts'
import type { Telling } from '../../events/events/record-event.ts'
import type { LeadRow } from '../leads/lead.ts'
import type { LeadChange } from './lead-events.ts'

/**
 * Says which properties show something of changed leads: those at which they were and are, and
 * their families, whose calendars show what each other's leads take. Where a family is not known,
 * because nobody has locked it against changes, all answers of the agency are made anew.
 */
export function touchLeads({ pending }: Pick<Telling, 'pending'>, changes: LeadChange[]): void {
  for (const { before, after } of changes) {
    // What is written of its order says so by itself.
    if (before === after) continue
    const { agency_uid, uid } = (after ?? before) as LeadRow
    touches(agency_uid, [], [uid])
    for (const propertyUid of [before?.property_uid, after?.property_uid]) {
      if (!propertyUid) continue
      const calendars = pending.calendarsOf(propertyUid)
      if (calendars) touches(agency_uid, calendars, [])
      else touchesUnknown()
    }
  }
}
