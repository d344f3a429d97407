/** The group booking on the wire: contract/leads.md §9.1. */
import type { Static } from 'typebox'
import type { Context } from '../../../context.ts'
import { listOf, named, nullable, oneOf, shape, Type, uid } from '../../../platform/rest/fields.ts'
import { pagedAnswer } from '../../../platform/rest/list.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { leadStatuses } from '../leads/lead.ts'
import { lead, presentLead } from '../leads/lead-shape.ts'
import { type GroupBooking, subLeadsMax } from './group-booking.ts'

const groupBooking = shape('GroupBooking', {
  groupUid: uid(),
  agencyUid: uid(),
  hotelUid: nullable(uid()),
  status: named('LeadStatus', oneOf(leadStatuses)),
  mainLead: lead,
  subLeads: listOf(lead, subLeadsMax),
})

export const groupAnswer = Type.Object({ groupBooking })

export const groupsAnswer = pagedAnswer('groupBookings', groupBooking, { delta: true })

/** A group booking; its status is that of the main lead. */
export function presentGroup(
  ctx: Pick<Context, 'sealer'>,
  { main, subs }: GroupBooking,
  version: Version,
): Static<typeof groupBooking> {
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
