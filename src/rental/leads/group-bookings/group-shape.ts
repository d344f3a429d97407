/** Response schema of a group booking: contract/leads.md §9.1. */
import type { Static } from 'typebox'
import type { Context } from '../../../context.ts'
import { listOf, named, nullable, oneOf, shape, Type, uid } from '../../../platform/rest/fields.ts'
import { pagedResponse } from '../../../platform/rest/list.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { leadStatuses } from '../../prices/occupancies/lead-status.ts'
import { leadSchema, presentLead } from '../leads/lead-shape.ts'
import { type GroupBooking, subLeadsMax } from './group-booking.ts'

const groupBookingSchema = shape('GroupBooking', {
  groupUid: uid(),
  agencyUid: uid(),
  hotelUid: nullable(uid()),
  status: named('LeadStatus', oneOf(leadStatuses)),
  mainLead: leadSchema,
  subLeads: listOf(leadSchema, subLeadsMax),
})

export const groupResponse = Type.Object({ groupBooking: groupBookingSchema })

export const groupsResponse = pagedResponse('groupBookings', groupBookingSchema, { delta: true })

/** Presents a group booking with the status of its main lead. */
export function presentGroup(
  ctx: Pick<Context, 'cipher'>,
  { main, subs }: GroupBooking,
  version: Version,
): Static<typeof groupBookingSchema> {
  const mainLead = presentLead(ctx, main, version)
  return {
    groupUid: main.group_uid!,
    agencyUid: main.agency_uid,
    hotelUid: main.hotel_uid,
    status: mainLead.status,
    mainLead,
    subLeads: subs.map(sub => presentLead(ctx, sub, version)),
  }
}
