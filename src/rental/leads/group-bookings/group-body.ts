/** Request body of a new group booking and its validation: contract/leads.md §9.1. */
import type { Static } from 'typebox'
import type { FieldError } from '../../../platform/errors.ts'
import { checked, listOf, nullable, shape, Type, uid } from '../../../platform/rest/fields.ts'
import {
  checkNewLead,
  commonLeadFields,
  leadInputFields,
  rangeError,
  readStayEnds,
} from '../leads/lead-body.ts'
import { groupStatuses, subLeadsMax } from './group-booking.ts'

const subLead = shape('SubLeadInput', { propertyUid: uid(), ...commonLeadFields })

const newGroupFields = Type.Object({
  ...leadInputFields,
  hotelUid: Type.Optional(nullable(uid())),
  subLeads: listOf(subLead, subLeadsMax, 1),
})

export type NewGroupBody = Static<typeof newGroupFields>
export type SubLeadBody = Static<typeof subLead>

/** Body of `POST /leads/group-booking`. */
export const newGroupBody = checked(newGroupFields, checkNewGroup)

/** Returns the errors of the main lead, followed by those of the sub-leads. */
function checkNewGroup(body: Partial<NewGroupBody>, errors: FieldError[]): FieldError[] {
  const isBlock = body.status === 'BLOCKED'
  const relevant = isBlock ? errors.filter(({ field }) => !subLeadGuestPath.test(field)) : errors
  return [...checkNewLead(body, relevant, groupStatuses), ...rangeErrors(body, relevant)]
}

const subLeadGuestPath = /^subLeads\[\d+\]\.guestInformation\b/

/**
 * Returns the date errors of sub-leads with dates of their own; the others have the main lead's.
 */
function rangeErrors(body: Partial<NewGroupBody>, errors: FieldError[]): FieldError[] {
  const main = readStayEnds(body)
  return (body.subLeads ?? []).flatMap((sub: SubLeadBody | undefined, i): FieldError[] => {
    const path = `subLeads[${i}].check`
    if (!sub || errors.some(({ field }) => field.startsWith(path))) return []
    const subStay = readStayEnds(sub)
    const checkIn = subStay.checkIn ?? main.checkIn
    const checkOut = subStay.checkOut ?? main.checkOut
    const hasOwnDates = subStay.checkIn !== null || subStay.checkOut !== null
    if (!hasOwnDates || checkIn === null || checkOut === null) return []
    const message = rangeError(checkIn, checkOut, { isBlock: body.status === 'BLOCKED' })
    return message ? [{ field: `${path}OutLocalDate`, code: 'INVALID_DATE_RANGE', message }] : []
  })
}
