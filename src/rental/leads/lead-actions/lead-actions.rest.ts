/** Routes of the actions on leads: contract/leads.md §4.1, §8. */

import type { Static, TObject } from 'typebox'
import { type Context, route } from '../../../context.ts'
import type { EventType } from '../../../pending-events/event.ts'
import { hourMs } from '../../../platform/dates/dates.ts'
import { ApiError, type ErrorCode, invalidParameter } from '../../../platform/errors.ts'
import {
  integer,
  named,
  nullable,
  oneOf,
  shape,
  since,
  Type,
  utcInstant,
} from '../../../platform/rest/fields.ts'
import { checkAgencyKey, readAlteration, writableLead } from '../lead-writes/read-lead.ts'
import { type Action, closeReasons, type LeadMove, leadActions } from '../leads/lead.ts'
import { bookBody, cancelBody, optionalReason, rebookBody } from '../leads/lead-body.ts'
import { leadResponse, presentLead } from '../leads/lead-shape.ts'
import { type ActionInput, transitionLead } from './transition-lead.ts'

/** Maximum duration of a hold, in hours from now. */
const holdHoursMax = 720

/** Documentation, body and body parser of an action's route. */
interface ActionBody {
  operationId: string
  summary: string
  description?: string
  emits: readonly EventType[]
  body?: TObject
  errors?: readonly ErrorCode[]
  read?(ctx: Context, body: never): Partial<ActionInput>
}

const holdBody = shape('HoldInput', {
  hours: Type.Optional(nullable(integer(1, holdHoursMax))),
  untilUtcDateTime: Type.Optional(since('3.3', nullable(utcInstant()))),
})
const closeBody = shape('CloseLeadInput', {
  reason: Type.Optional(nullable(named('LeadClosing', oneOf(closeReasons)))),
})
const declineBody = shape('DeclineBookingRequestInput', { reason: optionalReason() })

const occupancyErrors = ['NOT_AVAILABLE', 'MASTER_NOT_BOOKABLE', 'STATE_CONFLICT'] as const

/** Events of a change of an inquiry or request. */
const updateEvents = ['BOOKING_UPDATED', 'INQUIRY_UPDATED'] as const

/** Body and parser of the actions that start a hold. */
const holdAction = {
  body: holdBody,
  read: (ctx: Context, { hours, untilUtcDateTime }: Static<typeof holdBody>) => {
    if (hours != null) checkAgencyKey(ctx, 'hours')
    if (untilUtcDateTime == null) return { hours }
    checkAgencyKey(ctx, 'untilUtcDateTime')
    if (hours != null) {
      throw new ApiError(
        'CONFLICTING_PARAMETERS',
        "At most one of ['hours', 'untilUtcDateTime'] can be given",
      )
    }
    return { until: readHoldEnd(ctx, untilUtcDateTime) }
  },
}

/** @throws ApiError INVALID_PARAMETER unless the instant is within the next 720 hours */
function readHoldEnd({ clock }: Context, end: Date): Date {
  const remainingMs = end.getTime() - clock.now().getTime()
  if (remainingMs > 0 && remainingMs <= holdHoursMax * hourMs) return end
  const reason = `must be in the future, at most ${holdHoursMax} hours from now`
  throw invalidParameter('untilUtcDateTime', reason)
}

const actionBodies: Record<LeadMove, ActionBody> = {
  'put-on-hold': {
    operationId: 'putLeadOnHold',
    summary: 'Put an inquiry on hold',
    description:
      'Holds the nights, so that other leads cannot occupy them, for `hours`, until ' +
      '`untilUtcDateTime`, or for the default of the agency. Rejected with 409 if nights are ' +
      'occupied.',
    emits: ['NEW_HOLD', 'PROPERTY_AVAILABILITY_UPDATED', 'LEAD_STATUS_CHANGED'],
    errors: ['OPERATION_NOT_PERMITTED', 'CONFLICTING_PARAMETERS', ...occupancyErrors],
    ...holdAction,
  },
  'extend-hold': {
    operationId: 'extendHold',
    summary: 'Extend a hold',
    description:
      'Sets the expiry to `hours` from now, or to the default of the agency from now; ' +
      'remaining time is not added. Alternatively set `untilUtcDateTime`: in the future, at ' +
      'most 720 hours ahead.',
    emits: updateEvents,
    errors: ['OPERATION_NOT_PERMITTED', 'CONFLICTING_PARAMETERS'],
    ...holdAction,
  },
  'mark-quote-sent': {
    operationId: 'markQuoteSent',
    summary: 'Mark a quote as sent',
    description:
      'Records that the guest has received a quote, which is then valid for the default time ' +
      'of the agency. Does not send a message.',
    emits: updateEvents,
  },
  close: {
    operationId: 'closeLead',
    summary: 'Close an inquiry or a booking request',
    description:
      'Ends the inquiry or request without a booking and releases its nights. It can be reopened.',
    emits: ['BOOKING_UPDATED', 'INQUIRY_UPDATED', 'LEAD_STATUS_CHANGED', 'HOLD_CANCELLED'],
    body: closeBody,
    read: (_, { reason }: Static<typeof closeBody>) => ({ closing: reason }),
  },
  reopen: {
    operationId: 'reopenLead',
    summary: 'Reopen a closed inquiry or booking request',
    description: 'Makes it an open inquiry again. Does not hold nights.',
    emits: [...updateEvents, 'LEAD_STATUS_CHANGED'],
  },
  'mark-as-booked': {
    operationId: 'bookLead',
    summary: 'Mark a lead as booked',
    description:
      'Confirms the lead as a booking. Rejected with 409 if nights are occupied. Stay rules ' +
      'such as minimum nights are not checked.',
    emits: ['NEW_BOOKING', 'PROPERTY_AVAILABILITY_UPDATED', 'LEAD_STATUS_CHANGED'],
    body: bookBody,
    errors: occupancyErrors,
    read: (_, { promoCode }: Static<typeof bookBody>) => ({ dropsPromoCode: promoCode === null }),
  },
  'accept-booking-request': {
    operationId: 'acceptBookingRequest',
    summary: 'Accept a booking request',
    description:
      'Makes the request a booking, or sets it to PENDING_APPROVED if the agency requires ' +
      'payment first.',
    emits: ['NEW_BOOKING', 'PROPERTY_AVAILABILITY_UPDATED', 'LEAD_STATUS_CHANGED'],
  },
  'decline-booking-request': {
    operationId: 'declineBookingRequest',
    summary: 'Decline a booking request',
    description: 'Ends the request and releases its nights. `reason` is stored.',
    emits: [
      'BOOKING_UPDATED',
      'PROPERTY_AVAILABILITY_UPDATED',
      'HOLD_CANCELLED',
      'INQUIRY_UPDATED',
      'LEAD_STATUS_CHANGED',
    ],
    body: declineBody,
    read: (_, { reason }: Static<typeof declineBody>) => ({ reason }),
  },
  cancel: {
    operationId: 'cancelLead',
    summary: 'Cancel a booking or withdraw a request',
    description:
      'Releases the nights. Lead and order are kept, and the lead can be rebooked. Cancels ' +
      'its open jobs and deletes its pin codes.',
    emits: ['BOOKING_CANCELLED', 'PROPERTY_AVAILABILITY_UPDATED', 'LEAD_STATUS_CHANGED'],
    body: cancelBody,
    read: (_, body: Static<typeof cancelBody>) => body,
  },
  rebook: {
    operationId: 'rebookLead',
    summary: 'Rebook a cancelled booking',
    description:
      'Occupies the former nights again, or those in the body. Rejected with 409 if nights ' +
      'are occupied. Restores the jobs and pin codes that the cancellation removed.',
    emits: ['NEW_BOOKING', 'PROPERTY_AVAILABILITY_UPDATED', 'LEAD_STATUS_CHANGED'],
    body: rebookBody,
    errors: [
      'CONFLICTING_PARAMETERS',
      'INVALID_DATE_RANGE',
      'ACCESS_DENIED',
      'PRICE_CHANGED',
      ...occupancyErrors,
    ],
    read: (_, body: Static<typeof rebookBody>) => ({
      alteration: readAlteration(body),
      dropsPromoCode: body.promoCode === null,
    }),
  },
  'mark-paf-completed': {
    operationId: 'markPreArrivalFormCompleted',
    summary: 'Mark the pre-arrival form as completed',
    emits: ['BOOKING_UPDATED', 'PRE_ARRIVAL_FORM_COMPLETED'],
  },
}

export const leadActionRoutes = (Object.keys(actionBodies) as LeadMove[]).map(action => {
  const { body, errors = [], read, ...documentation } = actionBodies[action]
  const { since }: Action = leadActions[action]
  return route({
    method: 'POST',
    path: `/leads/:uid/${action}`,
    ...(since ? { since } : {}),
    ...documentation,
    tag: 'Leads',
    ...(body ? { body } : {}),
    response: leadResponse,
    errors: [
      ...(body ? (['INVALID_PARAMETER', 'INVALID_ENUM_VALUE'] as const) : []),
      'LEAD_NOT_FOUND',
      'READ_ONLY_GRANT',
      'LEAD_READ_ONLY',
      'ILLEGAL_TRANSITION',
      ...errors,
    ],
    authorize: async (ctx, { params }) => writableLead(ctx, params.uid!),
    handler: async (ctx, { body, version, authorized }) => {
      const input = read?.(ctx, body as never) ?? {}
      const lead = await transitionLead(ctx, authorized, { ...input, action, version })
      return { lead: presentLead(ctx, { ...lead, personal: authorized.personal }, version) }
    },
  })
})
