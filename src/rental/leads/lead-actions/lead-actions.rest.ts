/** The actions on leads, as the table of transitions lists them: contract/leads.md §4.1, §8. */
import type { Static, TObject } from 'typebox'
import { type Context, route } from '../../../context.ts'
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
import type { EventType } from '../../events/events/event.ts'
import { checkAgencyKey, readAlteration, writableLead } from '../lead-writes/read-lead.ts'
import { type Action, closings, type LeadMove, leadActions } from '../leads/lead.ts'
import { bookBody, cancelBody, reason, rebookBody } from '../leads/lead-body.ts'
import { leadAnswer, presentLead } from '../leads/lead-shape.ts'
import { type Move, moveLead } from './move-lead.ts'

/** The longest hold, in hours from now. */
const holdHoursMax = 720

/** What an action's body may say, and what of a move it becomes. */
interface ActionBody {
  operationId: string
  summary: string
  description?: string
  tells: readonly EventType[]
  body?: TObject
  errors?: readonly ErrorCode[]
  read?(ctx: Context, body: never): Partial<Move>
}

const holdBody = shape('HoldInput', {
  hours: Type.Optional(nullable(integer(1, holdHoursMax))),
  untilUtcDateTime: Type.Optional(since('3.3', nullable(utcInstant()))),
})
const closeBody = shape('CloseLeadInput', {
  reason: Type.Optional(nullable(named('LeadClosing', oneOf(closings)))),
})
const declineBody = shape('DeclineBookingRequestInput', { reason: reason() })

const takingErrors = ['NOT_AVAILABLE', 'MASTER_NOT_BOOKABLE', 'STATE_CONFLICT'] as const

/** What a change of an inquiry or request tells beside what names it. */
const updated = ['BOOKING_UPDATED', 'INQUIRY_UPDATED'] as const

const hold = {
  body: holdBody,
  read: (ctx: Context, { hours, untilUtcDateTime }: Static<typeof holdBody>) => {
    if (hours != null) checkAgencyKey(ctx, 'hours')
    if (untilUtcDateTime == null) return { hours }
    checkAgencyKey(ctx, 'untilUtcDateTime')
    if (hours != null) {
      throw new ApiError(
        'CONFLICTING_PARAMETERS',
        "Exactly one of ['hours', 'untilUtcDateTime'] must be given",
      )
    }
    return { until: checkedEnd(ctx, untilUtcDateTime) }
  },
}

/** @throws ApiError INVALID_PARAMETER unless the instant is later than now, by 720 hours at most */
function checkedEnd({ clock }: Context, end: Date): Date {
  const leftMs = end.getTime() - clock.now().getTime()
  if (leftMs > 0 && leftMs <= holdHoursMax * 3_600_000) return end
  const reason = `must be in the future, at most ${holdHoursMax} hours from now`
  throw invalidParameter('untilUtcDateTime', reason)
}

const actions: Record<LeadMove, ActionBody> = {
  'put-on-hold': {
    operationId: 'putLeadOnHold',
    summary: 'Hold the nights of an inquiry',
    description:
      'Holds the nights, so that nobody else can take them, for `hours`, until ' +
      '`untilUtcDateTime` or as long as the agency has set. Nights that are taken refuse it.',
    tells: ['NEW_HOLD', 'PROPERTY_AVAILABILITY_UPDATED', 'LEAD_STATUS_CHANGED'],
    errors: ['OPERATION_NOT_PERMITTED', 'CONFLICTING_PARAMETERS', ...takingErrors],
    ...hold,
  },
  'extend-hold': {
    operationId: 'extendHold',
    summary: 'Begin the time of a hold anew',
    description:
      'The hold lapses `hours` from now, or as long from now as the agency has set; ' +
      'what was left is not added. `untilUtcDateTime` names the end itself: later than now, ' +
      'and at most 720 hours ahead.',
    tells: updated,
    errors: ['OPERATION_NOT_PERMITTED', 'CONFLICTING_PARAMETERS'],
    ...hold,
  },
  'mark-quote-sent': {
    operationId: 'markQuoteSent',
    summary: 'Say that a quote was sent',
    description:
      'Records that the guest has got a quote, which is then good as long as the ' +
      'agency has set. Nothing is sent.',
    tells: updated,
  },
  close: {
    operationId: 'closeLead',
    summary: 'Close an inquiry or a booking request',
    description:
      'Ends it without a booking and frees the nights that it holds. It can be ' + 'reopened.',
    tells: ['BOOKING_UPDATED', 'INQUIRY_UPDATED', 'LEAD_STATUS_CHANGED', 'HOLD_CANCELLED'],
    body: closeBody,
    read: (_, { reason }: Static<typeof closeBody>) => ({ closing: reason }),
  },
  reopen: {
    operationId: 'reopenLead',
    summary: 'Reopen a closed inquiry or request',
    description: 'Makes it an open inquiry again. It holds no nights.',
    tells: [...updated, 'LEAD_STATUS_CHANGED'],
  },
  'mark-as-booked': {
    operationId: 'bookLead',
    summary: 'Make it a booking',
    description: 'Takes the nights for good. Nights that are taken refuse it, stay rules do not.',
    tells: ['NEW_BOOKING', 'PROPERTY_AVAILABILITY_UPDATED', 'LEAD_STATUS_CHANGED'],
    body: bookBody,
    errors: takingErrors,
    read: (_, { promoCode }: Static<typeof bookBody>) => ({ dropsPromoCode: promoCode === null }),
  },
  'accept-booking-request': {
    operationId: 'acceptBookingRequest',
    summary: 'Accept a booking request',
    description:
      'Makes the request a booking, or lets it wait for its payment where the agency ' +
      'wants that.',
    tells: ['NEW_BOOKING', 'PROPERTY_AVAILABILITY_UPDATED', 'LEAD_STATUS_CHANGED'],
  },
  'decline-booking-request': {
    operationId: 'declineBookingRequest',
    summary: 'Decline a booking request',
    description: 'Ends the request and frees its nights; `reason` is kept with it.',
    tells: [
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
    description: 'Frees the nights. The lead and its order stay, and it can be booked again.',
    tells: ['BOOKING_CANCELLED', 'PROPERTY_AVAILABILITY_UPDATED', 'LEAD_STATUS_CHANGED'],
    body: cancelBody,
    read: (_, body: Static<typeof cancelBody>) => body,
  },
  rebook: {
    operationId: 'rebookLead',
    summary: 'Book a cancelled booking again',
    description:
      'Takes the nights again, or others that the body says. Nights that are taken ' + 'refuse it.',
    tells: ['NEW_BOOKING', 'PROPERTY_AVAILABILITY_UPDATED', 'LEAD_STATUS_CHANGED'],
    body: rebookBody,
    errors: [
      'CONFLICTING_PARAMETERS',
      'INVALID_DATE_RANGE',
      'ACCESS_DENIED',
      'PRICE_CHANGED',
      ...takingErrors,
    ],
    read: (_, body: Static<typeof rebookBody>) => ({
      alteration: readAlteration(body),
      dropsPromoCode: body.promoCode === null,
    }),
  },
  'mark-paf-completed': {
    operationId: 'markPreArrivalFormCompleted',
    summary: 'Say that the pre-arrival form is completed',
    tells: ['BOOKING_UPDATED', 'PRE_ARRIVAL_FORM_COMPLETED'],
  },
}

export const leadActionRoutes = (Object.keys(actions) as LeadMove[]).map(action => {
  const { body, errors = [], read, ...words } = actions[action]
  const { since }: Action = leadActions[action]
  return route({
    method: 'POST',
    path: `/leads/:uid/${action}`,
    ...(since ? { since } : {}),
    ...words,
    tag: 'Leads',
    ...(body ? { body } : {}),
    answer: leadAnswer,
    errors: [
      ...(body ? (['INVALID_PARAMETER', 'INVALID_ENUM_VALUE'] as const) : []),
      'LEAD_NOT_FOUND',
      'READ_ONLY_GRANT',
      'LEAD_READ_ONLY',
      'ILLEGAL_TRANSITION',
      ...errors,
    ],
    authorize: async (ctx, { params }) => writableLead(ctx, params.uid!),
    handler: async (ctx, { body, version, reached }) => {
      const told = read?.(ctx, body as never) ?? {}
      const lead = await moveLead(ctx, reached, { ...told, action, version })
      return { lead: presentLead(ctx, { ...lead, personal: reached.personal }, version) }
    },
  })
})
