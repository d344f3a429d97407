/** Reads what a request says of the members of a new group booking: contract/leads.md §9.1. */
import type { Context } from '../../../context.ts'
import type { Version } from '../../../platform/rest/version.ts'
import type { NewLead } from '../lead-writes/new-lead.ts'
import { readNewLead } from '../lead-writes/read-lead.ts'
import { guestColumns } from '../leads/guest-information-shape.ts'
import type { LeadRow } from '../leads/lead.ts'
import { endsOf } from '../leads/lead-body.ts'
import type { ReachedGroupPlaces } from './create-group-booking.ts'
import type { NewGroupBody, SubLeadBody } from './group-body.ts'
import { memberPath } from './group-booking.ts'

/**
 * The leads that a body asks for, the main one first. What a sub-lead leaves out it takes from the
 * main lead, a guest as a whole; a promo code is that of the first member with an order.
 *
 * @throws ApiError OPERATION_NOT_PERMITTED, EMPLOYEE_NOT_FOUND
 */
export async function readMembers(
  ctx: Context,
  { agencyUid, propertyUids }: ReachedGroupPlaces,
  body: NewGroupBody,
  version: Version,
): Promise<NewLead[]> {
  const told = await readNewLead(ctx, agencyUid, body)
  const isHotel = body.hotelUid != null
  const unitUid = isHotel ? null : told.unitUid
  const main: NewLead = { ...told, unitUid, propertyUid: propertyUids[0]!, version }
  const mainGuest = guestColumns(ctx, body.guestInformation ?? {})
  const subs = body.subLeads.map((sub, i): NewLead => {
    const own = endsOf(sub)
    const overrides = sub.quoteOverrides ?? main.overrides
    return {
      ...main,
      propertyUid: propertyUids[i + 1]!,
      stay: {
        checkIn: own.checkIn ?? main.stay.checkIn,
        checkOut: own.checkOut ?? main.stay.checkOut,
      },
      unitUid: sub.unitUid ?? null,
      promoCode: isHotel && i === 0 ? main.promoCode : null,
      overrides,
      overridesAt: sub.quoteOverrides == null ? undefined : memberPath(i + 1, 'quoteOverrides'),
      columns: columnsOf(ctx, sub, main, mainGuest),
    }
  })
  return [main, ...subs]
}

function columnsOf(
  ctx: Context,
  { guestInformation, notes }: SubLeadBody,
  main: NewLead,
  mainGuest: Partial<LeadRow>,
): Partial<LeadRow> {
  const noted = notes === undefined ? main.columns : { ...main.columns, notes }
  if (guestInformation == null || main.status === 'BLOCKED') return noted
  const guestless = Object.entries(noted).filter(([column]) => !(column in mainGuest))
  return { ...Object.fromEntries(guestless), ...guestColumns(ctx, guestInformation) }
}
