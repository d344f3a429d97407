import type { EventType } from '../../../pending-events/event.ts'
import { type EventContext, recordEvent } from '../../../pending-events/record-event.ts'
import type { DataObject } from './custom-data.ts'

/**
 * Records an event of a value (contract/events.md §3.1). The payload omits the text, which may be a
 * door code.
 */
export function recordCustomData(
  ctx: EventContext,
  type: Extract<EventType, `CUSTOM_DATA_${string}`>,
  field: { agency_uid: string; uid: string },
  object: DataObject,
): void {
  recordEvent(ctx, {
    agencyUid: field.agency_uid,
    type,
    keys: {
      custom_data_field_uid: field.uid,
      lead_uid: object.type === 'LEAD' ? object.uid : null,
      unit_uid: object.type === 'UNIT' ? object.uid : null,
      property_uid: object.property_uid,
    },
  })
}
