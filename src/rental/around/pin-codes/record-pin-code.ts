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
  revoked_at: null,
  meets_equal: null,
}

/** Emits an event of a pin code, without what it opens; `before` is a changed one as it was. */
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
    isNew: type === 'PINCODE_CREATED' && before === undefined,
    changes: before ? changed(before, pinCode) : {},
  })
}

function changed(before: PinCodeRow, after: object): Changes {
  const names = { ...untold, start_local: 'startLocalDateTime', end_local: 'endLocalDateTime' }
  return changesOf(before, after, names)
}
