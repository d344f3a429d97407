import { type Changes, changesOf } from '../../events/events/changes.ts'
import type { EventType } from '../../events/events/event.ts'
import { recordEvent, type Telling } from '../../events/events/record-event.ts'
import type { PinCodeRow } from './pin-code.ts'

type PinCodeEvent = Extract<EventType, `PINCODE_${string}`>

/** What is never told, and what only the server needs. */
const untold = {
  sealed: null,
  key_id: null,
  code_fingerprint: null,
  starts_with_stay: null,
  ends_with_stay: null,
}

/** Tells of a pin code, but not what the code is; of a changed one how it was `before`. */
export function recordPinCode(
  ctx: Telling,
  type: PinCodeEvent,
  pinCode: Pick<PinCodeRow, 'agency_uid' | 'uid' | 'property_uid' | 'lead_uid'>,
  before?: PinCodeRow,
): void {
  const { agency_uid, uid, property_uid, lead_uid } = pinCode
  recordEvent(ctx, {
    agencyUid: agency_uid,
    type,
    keys: { pincode_uid: uid, property_uid, lead_uid },
    isNew: type === 'PINCODE_CREATED',
    changes: before ? changed(before, pinCode) : {},
  })
}

function changed(before: PinCodeRow, after: object): Changes {
  const names = { ...untold, start_local: 'startLocalDateTime', end_local: 'endLocalDateTime' }
  return changesOf(before, after, names)
}
