/** Keys of a PATCH body of a lead that are ignored, and the operations that change them. Pure. */
import { schemaAt } from '../../../platform/rest/schema-at.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { guestBody } from './guest-information-shape.ts'
import type { LeadAction } from './lead.ts'
import { alterationBody, countFields, leadPatch } from './lead-body.ts'

const alterationOperation = 'POST /leads/{uid}/alteration'

const actionByStatus = new Map<unknown, LeadAction>(
  Object.entries({
    NEW: 'reopen',
    ON_HOLD: 'put-on-hold',
    BOOKED: 'mark-as-booked',
    PENDING_APPROVED: 'accept-booking-request',
    DECLINED: 'decline-booking-request',
    CANCELLED: 'cancel',
    CLOSED: 'close',
    IGNORED: 'close',
    DUPLICATE: 'close',
  } as const),
)

const actionByField = new Map<string, LeadAction>(
  Object.entries({
    bookedUtcDateTime: 'mark-as-booked',
    hasCompletedPreArrivalForm: 'mark-paf-completed',
    holdExpiresUtcDateTime: 'extend-hold',
    closeReason: 'close',
    declineReason: 'decline-booking-request',
    cancellation: 'cancel',
  } as const),
)

const countKeys = Object.keys(countFields)
const alterationKeys = Object.keys(alterationBody.properties)

/**
 * Returns the text of `x-lodgepole-warning` for the keys of a PATCH that change nothing, grouped by
 * the operation that changes them (contract/leads.md §8); null if there are none.
 */
export function ignoredFieldsWarning(
  body: Record<string, unknown>,
  version: Version,
): string | null {
  const keys = ignoredKeys(body, version)
  const byOperation = Map.groupBy(keys, key => findOperation(key, body))
  const sections = [...byOperation].map(([operation, keys]) => `${joinNames(keys)} (${operation})`)
  return sections.length === 0 ? null : `not changed by PATCH: ${sections.join('; ')}`
}

function ignoredKeys(body: Record<string, unknown>, version: Version): string[] {
  const { properties } = schemaAt(leadPatch, version)
  const { guestInformation: guest } = body
  const guestKeys = typeof guest === 'object' && guest !== null ? Object.keys(guest) : []
  const guestProperties = schemaAt(guestBody({ counts: false }), version).properties
  return [
    ...Object.keys(body).filter(key => !Object.hasOwn(properties, key)),
    ...guestKeys
      .filter(key => !Object.hasOwn(guestProperties, key))
      .map(key => `guestInformation.${key}`),
  ]
}

function findOperation(key: string, { status }: Record<string, unknown>): string {
  const name = key.replace('guestInformation.', '')
  if (Object.hasOwn(leadPatch.properties, key)) return 'PATCH /leads/{uid} from v3.3 on'
  if (alterationKeys.includes(key) || countKeys.includes(name) || /^check(In|Out)/.test(key)) {
    return alterationOperation
  }
  if (key === 'status') {
    return `POST /leads/{uid}/${actionByStatus.get(status) ?? '<action>'}`
  }
  const action = actionByField.get(key)
  return action ? `POST /leads/{uid}/${action}` : 'no operation'
}

/** Maximum number of names in the header. */
const keysMax = 20

/**
 * Joins names for a header value. Names with other characters and those past the limit are only
 * counted.
 */
function joinNames(keys: string[]): string {
  const valid = keys.filter(key => /^[\w.]{1,64}$/.test(key)).slice(0, keysMax)
  const omittedCount = keys.length - valid.length
  return [...valid, ...(omittedCount > 0 ? [`${omittedCount} more`] : [])].join(', ')
}
