import type { EventType } from '../../events/events/event.ts'
import { recordEvent, type Telling } from '../../events/events/record-event.ts'
import type { DataObject } from './custom-data.ts'

/**
 * Tells what came of a value (contract/events.md §3.1). Its text is not told: it may be the code of
 * a door.
 */
export function recordCustomData(
  ctx: Telling,
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
