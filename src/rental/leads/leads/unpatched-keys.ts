/** Which keys of a body a PATCH of a lead does not take, and which operation does. Pure. */
import { schemaAt } from '../../../platform/rest/schema-at.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { guestBody } from './guest-information-shape.ts'
import type { LeadAction } from './lead.ts'
import { alterationBody, countMembers, leadPatch } from './lead-body.ts'

const alteration = 'POST /leads/{uid}/alteration'

/** The action that brings a lead into a status. */
const actionOfStatus = new Map<unknown, LeadAction>(
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

/** The action behind what a lead shows besides. */
const actionOfKey = new Map<string, LeadAction>(
  Object.entries({
    bookedUtcDateTime: 'mark-as-booked',
    hasCompletedPreArrivalForm: 'mark-paf-completed',
    holdExpiresUtcDateTime: 'extend-hold',
    closeReason: 'close',
    declineReason: 'decline-booking-request',
    cancellation: 'cancel',
  } as const),
)

const countKeys = Object.keys(countMembers)
const alteredKeys = Object.keys(alterationBody.properties)

/**
 * What `x-lodgepole-warning` says of the keys of a PATCH that change nothing (contract/leads.md
 * §8), by the operation that takes them; null where all are taken.
 */
export function unpatchedWarning(sent: Record<string, unknown>, version: Version): string | null {
  const keys = unpatchedKeys(sent, version)
  const byOperation = Map.groupBy(keys, key => operationOf(key, sent))
  const parts = [...byOperation].map(([operation, keys]) => `${listed(keys)} (${operation})`)
  return parts.length === 0 ? null : `not changed by PATCH: ${parts.join('; ')}`
}

function unpatchedKeys(sent: Record<string, unknown>, version: Version): string[] {
  const { properties } = schemaAt(leadPatch, version)
  const { guestInformation: guest } = sent
  const isObject = typeof guest === 'object' && guest !== null
  const ofGuest = schemaAt(guestBody({ counts: false }), version).properties
  return [
    ...Object.keys(sent).filter(key => !Object.hasOwn(properties, key)),
    ...(isObject ? Object.keys(guest) : [])
      .filter(key => !Object.hasOwn(ofGuest, key))
      .map(key => `guestInformation.${key}`),
  ]
}

function operationOf(key: string, { status }: Record<string, unknown>): string {
  const name = key.replace('guestInformation.', '')
  if (Object.hasOwn(leadPatch.properties, key)) return 'PATCH /leads/{uid} from v3.3 on'
  if (alteredKeys.includes(key) || countKeys.includes(name) || /^check(In|Out)/.test(key)) {
    return alteration
  }
  if (key === 'status') {
    return `POST /leads/{uid}/${actionOfStatus.get(status) ?? '<action>'}`
  }
  const action = actionOfKey.get(key)
  return action ? `POST /leads/{uid}/${action}` : 'no operation'
}

const keysMax = 20

/** Names as a header may have them; the others, and too many, are only counted. */
function listed(keys: string[]): string {
  const shown = keys.filter(key => /^[\w.]{1,64}$/.test(key)).slice(0, keysMax)
  const more = keys.length - shown.length
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ')
}
