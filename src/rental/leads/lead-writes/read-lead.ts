/** Reads what requests say of leads, and checks what they name: contract/leads.md §2.3, §5, §8. */
import type { Context } from '../../../context.ts'
import { ApiError, accessDenied, notFound } from '../../../platform/errors.ts'
import { warn } from '../../../platform/rest/answers/warnings.ts'
import { agreed } from '../../../platform/rest/steps/agreed.ts'
import { asUid } from '../../../platform/uid.ts'
import { findEmployee } from '../../access/employees/employees.ts'
import { findPartnerChannel } from '../../access/partners/partners.ts'
import { type ReachedProperty, reachedProperty } from '../../properties/properties/properties.ts'
import { guestColumns, withoutPersonal } from '../leads/guest-information-shape.ts'
import { channelMeant, defaultChannel, type LeadRow, type LeadSource } from '../leads/lead.ts'
import {
  type AlterationBody,
  type CreatableStatus,
  type countMembers,
  endsOf,
  type LeadPatch,
  type NewLeadBody,
} from '../leads/lead-body.ts'
import { type ReachedLead, reachedLead } from '../leads/leads.ts'
import type { NewLead } from './new-lead.ts'
import type { Alteration } from './read-alteration.ts'

type Told = Omit<NewLead, 'propertyUid' | 'version'>

/**
 * What a body tells of a new lead. Who creates a lead may see its guest: nothing is left out.
 *
 * @throws ApiError OPERATION_NOT_PERMITTED, EMPLOYEE_NOT_FOUND
 */
export async function readNewLead(
  ctx: Context,
  agencyUid: string,
  body: NewLeadBody,
): Promise<Told> {
  const source = body.source ?? 'HOSTFULLY_API'
  await checkSource(ctx, source)
  const guest = body.status === 'BLOCKED' ? {} : guestColumns(ctx, body.guestInformation ?? {})
  return {
    status: body.status as CreatableStatus,
    stay: endsOf(body),
    unitUid: body.unitUid ?? null,
    source,
    channel: body.channel ?? null,
    promoCode: body.promoCode ?? null,
    overrides: body.quoteOverrides ?? null,
    expectedTotal: body.expectedTotalAmount ?? null,
    columns: { ...guest, ...(await ownColumns(ctx, agencyUid, withoutNobody(body))) },
  }
}

/** A new lead has no assignee anyway, so null says nothing. */
function withoutNobody({ assigneeUid, ...body }: NewLeadBody): NewLeadBody {
  return assigneeUid == null ? body : { ...body, assigneeUid }
}

/** The columns that a PATCH names, those that the caller may not see left out. */
export async function readPatch(
  ctx: Context,
  lead: { agency_uid: string; personal: boolean },
  body: LeadPatch,
): Promise<{ columns: Partial<LeadRow>; guest: Partial<LeadRow> }> {
  const columns = await ownColumns(ctx, lead.agency_uid, body)
  const guest = guestColumns(ctx, body.guestInformation ?? {})
  if (lead.personal) return { columns, guest }
  return { columns: withoutPersonal(columns), guest: withoutPersonal(guest) }
}

/** What a body says of an alteration; its property is checked. */
export function readAlteration(
  body: AlterationBody,
  propertyUid: string | null = null,
): Alteration {
  const countOf = (name: keyof typeof countMembers) =>
    agreed(
      [name, `guestInformation.${name}`],
      body[name] ?? undefined,
      body.guestInformation?.[name] ?? undefined,
    )
  const counts = {
    adult_count: countOf('adultCount'),
    children_count: countOf('childrenCount'),
    infant_count: countOf('infantCount'),
    pet_count: countOf('petCount'),
  }
  const given = Object.entries(counts).filter(([, count]) => count !== undefined)
  return {
    stay: endsOf(body),
    propertyUid,
    unitUid: body.unitUid ?? null,
    counts: Object.fromEntries(given),
    promoCode: body.promoCode ?? null,
    dropsPromoCode: body.promoCode === null,
    recalculates: body.recalculate ?? false,
    expectedTotal: body.expectedTotalAmount ?? null,
    overrides: body.quoteOverrides ?? null,
  }
}

/** What is reserved to the agency: general.md §3. */
export function checkAgencyKey({ caller }: Context, parameter: string): void {
  if (caller.kind === 'agency') return
  throw new ApiError('OPERATION_NOT_PERMITTED', `Parameter '${parameter}' requires an agency key`, {
    members: { requires: 'agency', parameter },
  })
}

async function ownColumns(
  ctx: Context,
  agencyUid: string,
  body: LeadPatch | NewLeadBody,
): Promise<Partial<LeadRow>> {
  const { assigneeUid } = body
  if (assigneeUid !== undefined) checkAgencyKey(ctx, 'assigneeUid')
  const columns = {
    notes: body.notes,
    extra_notes: body.extraNotes,
    rental_agreement_url: body.rentalAgreementUrl,
    agreement_signed: body.agreementSigned === null ? false : body.agreementSigned,
    external_booking_id: body.externalBookingId,
    referrer: body.referrer,
    assignee_uid: assigneeUid == null ? assigneeUid : await employeeOf(ctx, agencyUid, assigneeUid),
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

/** @throws ApiError EMPLOYEE_NOT_FOUND */
async function employeeOf(ctx: Context, agencyUid: string, text: string): Promise<string> {
  const uid = asUid(text)
  const employee = uid === null ? undefined : await findEmployee(ctx, uid)
  if (employee?.agency_uid !== agencyUid) throw notFound('EMPLOYEE_NOT_FOUND', text)
  if (!employee.is_active) warn(ctx, 'ASSIGNEE_INACTIVE', `employee ${uid} is not active`)
  return employee.uid
}

const ofPartners: readonly LeadSource[] = ['HOSTFULLY_API', 'HOSTFULLY_DBS']

/**
 * A partner speaks for itself: as an integration, a booking site, or its own channel.
 *
 * @throws ApiError OPERATION_NOT_PERMITTED
 */
export async function checkSource(ctx: Context, source: LeadSource): Promise<void> {
  const { caller } = ctx
  if (caller.kind !== 'partner' || ofPartners.includes(source)) return
  if (source.startsWith('DIRECT_')) {
    const channel = await findPartnerChannel(ctx, caller.partnerUid)
    if (channel !== null && channelMeant(channel) === defaultChannel(source, null)) return
  }
  throw new ApiError('OPERATION_NOT_PERMITTED', `Parameter 'source' must not be ${source} here`, {
    members: { requires: 'agency', parameter: 'source' },
  })
}

/**
 * The lead in a path that the caller is about to write.
 *
 * @throws ApiError LEAD_NOT_FOUND, READ_ONLY_GRANT
 */
export function writableLead(ctx: Context, uid: string): Promise<ReachedLead> {
  return reachedLead(ctx, uid, { access: 'READ_WRITE' })
}

/**
 * A property of an agency that a lead is to be put in.
 *
 * @throws ApiError ACCESS_DENIED, also for a property of another agency; READ_ONLY_GRANT
 */
export async function placeOf(
  ctx: Context,
  agencyUid: string,
  propertyUid: string,
): Promise<ReachedProperty> {
  const property = await reachedProperty(ctx, propertyUid, { access: 'READ_WRITE' })
  if (property.agency_uid !== agencyUid) throw accessDenied('propertyUid', propertyUid)
  return property
}
