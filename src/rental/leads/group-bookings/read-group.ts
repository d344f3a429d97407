/** Parser of the members of a new group booking: contract/leads.md §9.1. */
import type { Context } from '../../../context.ts'
import type { Version } from '../../../platform/rest/version.ts'
import type { NewLead } from '../lead-writes/new-lead.ts'
import { readNewLead } from '../lead-writes/read-lead.ts'
import { guestColumns } from '../leads/guest-information-shape.ts'
import type { LeadRow } from '../leads/lead.ts'
import { readStayEnds } from '../leads/lead-body.ts'
import type { GroupTargets } from './create-group-booking.ts'
import type { NewGroupBody, SubLeadBody } from './group-body.ts'
import { memberPath } from './group-booking.ts'

/**
 * Returns the leads of a body, the main lead first. A sub-lead inherits missing fields from the
 * main lead, the guest as a whole. A promo code applies to the first member with an order.
 *
 * @throws ApiError OPERATION_NOT_PERMITTED, EMPLOYEE_NOT_FOUND
 */
export async function readMembers(
  ctx: Context,
  { agencyUid, propertyUids }: GroupTargets,
  body: NewGroupBody,
  version: Version,
): Promise<NewLead[]> {
  const mainInput = await readNewLead(ctx, agencyUid, body)
  const isHotel = body.hotelUid != null
  const unitUid = isHotel ? null : mainInput.unitUid
  const main: NewLead = { ...mainInput, unitUid, propertyUid: propertyUids[0]!, version }
  const mainGuest = guestColumns(ctx, body.guestInformation ?? {})
  const subs = body.subLeads.map((sub, i): NewLead => {
    const subStay = readStayEnds(sub)
    return {
      ...main,
      propertyUid: propertyUids[i + 1]!,
      stay: {
        checkIn: subStay.checkIn ?? main.stay.checkIn,
        checkOut: subStay.checkOut ?? main.stay.checkOut,
      },
      unitUid: sub.unitUid ?? null,
      // At a hotel the main lead has no order, so the first sub-lead has the first one.
      promoCode: isHotel && i === 0 ? main.promoCode : null,
      overrides: sub.quoteOverrides ?? main.overrides,
      overridesAt: sub.quoteOverrides == null ? undefined : memberPath(i + 1, 'quoteOverrides'),
      columns: subLeadColumns(ctx, sub, main, mainGuest),
    }
  })
  return [main, ...subs]
}

function subLeadColumns(
  ctx: Context,
  { guestInformation, notes }: SubLeadBody,
  main: NewLead,
  mainGuest: Partial<LeadRow>,
): Partial<LeadRow> {
  const columns = notes === undefined ? main.columns : { ...main.columns, notes }
  if (guestInformation == null || main.status === 'BLOCKED') return columns
  // The guest of the main lead is replaced as a whole, not field by field.
  const withoutGuest = Object.entries(columns).filter(([column]) => !(column in mainGuest))
  return { ...Object.fromEntries(withoutGuest), ...guestColumns(ctx, guestInformation) }
}
