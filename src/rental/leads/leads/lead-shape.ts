/** Response schema of a lead: contract/leads.md §1. */
import type { Static } from 'typebox'
import type { Context } from '../../../context.ts'
import { utcText, utcTextOrNull, zonedText } from '../../../platform/dates/dates.ts'
import {
  bool,
  localDateTime,
  named,
  nullable,
  oneOf,
  personal,
  shape,
  since,
  Type,
  text,
  uid,
  utcDateTime,
  zonedDateTime,
} from '../../../platform/rest/fields.ts'
import { pagedResponse } from '../../../platform/rest/list.ts'
import type { Version } from '../../../platform/rest/version.ts'
import {
  leadStatuses,
  leadTypes,
  statusAt,
  statusSince,
} from '../../prices/occupancies/lead-status.ts'
import { guestInformationSchema, presentGuest } from './guest-information-shape.ts'
import { type Lead, leadSources } from './lead.ts'

const cancellationSchema = shape('Cancellation', {
  cancelledBy: text(),
  reason: nullable(text({ max: 1_000 })),
  cancelledUtcDateTime: utcDateTime(),
})

export const leadSchema = shape('Lead', {
  uid: uid(),
  type: named('LeadType', oneOf(leadTypes)),
  status: named('LeadStatus', oneOf(leadStatuses, statusSince)),
  source: named('LeadSource', oneOf(leadSources)),
  channel: text(),
  agencyUid: uid(),
  propertyUid: nullable(uid()),
  unitUid: since('3.1', nullable(uid())),
  hotelUid: since('3.3', nullable(uid())),
  groupUid: since('3.3', nullable(uid())),
  checkInZonedDateTime: zonedDateTime(),
  checkOutZonedDateTime: zonedDateTime(),
  checkInLocalDateTime: localDateTime(),
  checkOutLocalDateTime: localDateTime(),
  bookedUtcDateTime: nullable(utcDateTime()),
  externalBookingId: nullable(text()),
  notes: personal(nullable(text({ max: 10_000 }))),
  extraNotes: personal(nullable(text({ max: 10_000 }))),
  referrer: nullable(text()),
  assignee: Type.Object({ uid: nullable(uid()), type: oneOf(['EMPLOYEE']) }),
  rentalAgreementUrl: since('3.3', nullable(text({ max: 2_048 }))),
  agreementSigned: since('3.3', bool()),
  hasCompletedPreArrivalForm: since('3.3', bool()),
  holdExpiresUtcDateTime: since('3.3', nullable(utcDateTime())),
  closeReason: since('3.3', nullable(text())),
  declineReason: since('3.3', nullable(text({ max: 1_000 }))),
  cancellation: since('3.3', nullable(cancellationSchema)),
  guestInformation: guestInformationSchema,
  metadata: Type.Object({
    createdUtcDateTime: utcDateTime(),
    updatedUtcDateTime: utcDateTime(),
    creationCircumstances: nullable(text()),
  }),
})

export const leadResponse = Type.Object({ lead: leadSchema })

export const leadsResponse = pagedResponse('leads', leadSchema, { delta: true })

/** Presents a lead in an API version, without personal data that the caller may not see. */
export function presentLead(
  ctx: Pick<Context, 'cipher'>,
  row: Lead,
  version: Version,
): Static<typeof leadSchema> {
  return {
    uid: row.uid,
    type: row.type as Static<typeof leadSchema>['type'],
    status: statusAt(version, row.status) as Static<typeof leadSchema>['status'],
    source: row.source as Static<typeof leadSchema>['source'],
    channel: row.channel,
    agencyUid: row.agency_uid,
    propertyUid: row.property_uid,
    unitUid: row.unit_uid,
    hotelUid: row.hotel_uid,
    groupUid: row.group_uid,
    checkInZonedDateTime: zonedText(row.check_in_local, row.check_in_at),
    checkOutZonedDateTime: zonedText(row.check_out_local, row.check_out_at),
    checkInLocalDateTime: row.check_in_local,
    checkOutLocalDateTime: row.check_out_local,
    bookedUtcDateTime: utcTextOrNull(row.booked_at),
    externalBookingId: row.external_booking_id,
    referrer: row.referrer,
    assignee: { uid: row.assignee_uid, type: 'EMPLOYEE' },
    rentalAgreementUrl: row.rental_agreement_url,
    agreementSigned: row.agreement_signed,
    hasCompletedPreArrivalForm: row.paf_completed_at !== null,
    holdExpiresUtcDateTime: utcTextOrNull(row.timer_ends_at),
    closeReason: row.close_reason,
    declineReason: row.decline_reason,
    cancellation: presentCancellation(row),
    guestInformation: presentGuest(ctx, row),
    metadata: {
      createdUtcDateTime: utcText(row.created_at),
      updatedUtcDateTime: utcText(row.updated_at),
      creationCircumstances: row.creation_circumstances,
    },
    ...(row.personal ? { notes: row.notes, extraNotes: row.extra_notes } : {}),
  }
}

function presentCancellation(row: Lead): Static<typeof cancellationSchema> | null {
  if (row.status !== 'CANCELLED' || row.cancelled_at === null) return null
  return {
    cancelledBy: row.cancelled_by ?? 'AGENCY',
    reason: row.cancelled_reason,
    cancelledUtcDateTime: utcText(row.cancelled_at),
  }
}
