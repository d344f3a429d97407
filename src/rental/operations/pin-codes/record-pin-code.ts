import { type Changes, diffFields } from '../../../pending-events/changes.ts'
import type { EventType } from '../../../pending-events/event.ts'
import { type EventContext, recordEvent } from '../../../pending-events/record-event.ts'
import type { PinCodeRow } from './pin-code.ts'

type PinCodeEvent = Extract<EventType, `PINCODE_${string}`>

/** Columns that events do not contain: secrets and internals. */
const omittedColumns = {
  sealed: null,
  key_id: null,
  code_fingerprint: null,
  starts_with_stay: null,
  ends_with_stay: null,
  revoked_at: null,
  meets_equal: null,
}

/**
 * Emits an event of a pin code, without code and URL. For a changed pin code, `before` is its
 * former row. A restored one has both, and PINCODE_CREATED without `isNew`.
 */
export function recordPinCode(
  ctx: EventContext,
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
    changes: before ? diffPinCode(before, pinCode) : {},
  })
}

function diffPinCode(before: PinCodeRow, after: object): Changes {
  const names = {
    ...omittedColumns,
    start_local: 'startLocalDateTime',
    end_local: 'endLocalDateTime',
  }
  return diffFields(before, after, names)
}
