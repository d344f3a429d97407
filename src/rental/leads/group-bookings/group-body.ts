/** What requests say of new group bookings, and what is wrong with it: contract/leads.md §9.1. */
import type { Static } from 'typebox'
import type { FieldError } from '../../../platform/errors.ts'
import { checked, listOf, nullable, shape, Type, uid } from '../../../platform/rest/fields.ts'
import {
  checkNewLead,
  endsOf,
  memberMembers,
  newLeadMembers,
  rangeError,
} from '../leads/lead-body.ts'
import { groupStatuses, subLeadsMax } from './group-booking.ts'

const subLead = shape('SubLeadInput', { propertyUid: uid(), ...memberMembers })

const newGroupFields = Type.Object({
  ...newLeadMembers,
  hotelUid: Type.Optional(nullable(uid())),
  subLeads: listOf(subLead, subLeadsMax, 1),
})

export type NewGroupBody = Static<typeof newGroupFields>
export type SubLeadBody = Static<typeof subLead>

/** The body of `POST /leads/group-booking`. */
export const newGroupBody = checked(newGroupFields, checkNewGroup)

/** What is wrong with the main lead, as with any lead, and then with its sub-leads. */
function checkNewGroup(body: Partial<NewGroupBody>, errors: FieldError[]): FieldError[] {
  const isBlock = body.status === 'BLOCKED'
  const told = isBlock ? errors.filter(({ field }) => !ofSubGuest.test(field)) : errors
  return [...checkNewLead(body, told, groupStatuses), ...rangeErrors(body, told)]
}

const ofSubGuest = /^subLeads\[\d+\]\.guestInformation\b/

/** Sub-leads with dates of their own; the others have those of the main lead. */
function rangeErrors(body: Partial<NewGroupBody>, errors: FieldError[]): FieldError[] {
  const main = endsOf(body)
  return (body.subLeads ?? []).flatMap((sub: SubLeadBody | undefined, i): FieldError[] => {
    const path = `subLeads[${i}].check`
    if (!sub || errors.some(({ field }) => field.startsWith(path))) return []
    const own = endsOf(sub)
    const [checkIn, checkOut] = [own.checkIn ?? main.checkIn, own.checkOut ?? main.checkOut]
    const isOwn = own.checkIn !== null || own.checkOut !== null
    if (!isOwn || checkIn === null || checkOut === null) return []
    const message = rangeError(checkIn, checkOut, body.status === 'BLOCKED')
    return message ? [{ field: `${path}OutLocalDate`, code: 'INVALID_DATE_RANGE', message }] : []
  })
}
