/** The webhooks of an agency and of a partner: types, scopes, versions and formats. */
import type { Fixture } from '../shared/fixture.ts'
import type { HookPlan } from './hooks.ts'

/** Lists the webhooks of an agency: two clients, one of which has two streams. */
export function agencyPlans({ standAlone, hotelUid, unitType, master }: Fixture): HookPlan[] {
  const [cabin] = standAlone as [string]
  return [
    ...plans('v2', 'crm/all', ['NEW_INQUIRY', 'NEW_BOOKING', 'BOOKING_UPDATED']),
    ...plans('v2', 'crm/all', ['NEW_BLOCKED_DATES', 'UPDATED_PROPERTY'], { form: true }),
    ...plans('v3', 'crm/calendar', ['PROPERTY_AVAILABILITY_UPDATED', 'HOLD_CANCELLED']),
    ...plans('v3', 'crm/all', ['NEW_HOLD', 'NEW_BOOKING_REQUEST']),
    ...plans('v3.1', 'crm/all', ['BOOKING_CANCELLED', 'UNIT_CHANGED']),
    ...plans('v3.2', 'crm/properties', ['NEW_PROPERTY', 'DELETED_PROPERTY'], { form: true }),
    ...plans('v3.3', 'pms/leads', ['LEAD_STATUS_CHANGED', 'BOOKING_UPDATED'], { extended: true }),
    ...plans('v3.3', 'pms/leads', ['NEW_BOOKING', 'LEAD_SOFT_DELETED', 'BLOCK_DELETED']),
    ...plans('v3.3', 'pms/leads', ['ORDER_UPDATED', 'ORDER_CREATED', 'INQUIRY_UPDATED'], {
      ...{ extended: true, form: true },
    }),
    ...plans('v3.3', 'pms/properties', ['TAGS_UPDATED', 'HOTEL_UPDATED', 'UPDATED_PROPERTY']),
    ...plans('v3.3', 'pms/properties', ['ACTIVATED_PROPERTY', 'DEACTIVATED_PROPERTY']),
    ...plans('v3.3', 'pms/cabin', ['BOOKING_UPDATED', 'NEW_BOOKING'], { objectUid: cabin }),
    ...plans('v3.2', 'pms/lodge', ['PROPERTY_AVAILABILITY_UPDATED'], { objectUid: master }),
    ...plans('v3.1', 'pms/inn', ['NEW_BOOKING', 'LEAD_DATES_CHANGED'], { objectUid: hotelUid }),
    ...plans('v2', 'pms/twin', ['NEW_BOOKING'], { objectUid: unitType }),
  ]
}

export function partnerPlans({ standAlone }: Fixture): HookPlan[] {
  const [cabin] = standAlone as [string]
  return [
    ...plans('v2', 'lock/all', ['NEW_INQUIRY', 'BOOKING_CANCELLED']),
    ...plans('v3', 'lock/all', ['NEW_BOOKING', 'BOOKING_UPDATED']),
    ...plans('v3.3', 'lock/all', ['LEAD_STATUS_CHANGED', 'ORDER_UPDATED'], { extended: true }),
    ...plans('v3.3', 'lock/objects', ['HOTEL_UPDATED', 'UPDATED_PROPERTY', 'NEW_PROPERTY']),
    ...plans('v3.1', 'lock/cabin', ['PROPERTY_AVAILABILITY_UPDATED'], { objectUid: cabin }),
  ]
}

/** Returns the registration of a temporary webhook, with its own stream. */
export function temporaryPlan(eventType: string, number: number): HookPlan {
  return { version: 'v3.3', eventType, stream: `passing-${number}/all` }
}

export const temporaryTypes = [
  'BOOKING_UPDATED',
  'NEW_BOOKING',
  'PROPERTY_AVAILABILITY_UPDATED',
  'LEAD_STATUS_CHANGED',
]

function plans(
  version: HookPlan['version'],
  stream: string,
  eventTypes: string[],
  more: Partial<HookPlan> = {},
): HookPlan[] {
  return eventTypes.map(eventType => ({ version, stream, eventType, ...more }))
}
