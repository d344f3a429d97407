/** Parses request bodies of leads and checks their references: contract/leads.md §2.3, §5, §8. */
import type { Context } from '../../../context.ts'
import { ApiError, accessDenied, notFound } from '../../../platform/errors.ts'
import { warn } from '../../../platform/rest/response/warnings.ts'
import { mergeAliases } from '../../../platform/rest/steps/merge-aliases.ts'
import { asUid } from '../../../platform/uid.ts'
import { findEmployee } from '../../access/employees/employees.ts'
import { findPartnerChannel } from '../../access/partners/partners.ts'
import { type AccessibleProperty, requireProperty } from '../../properties/properties/properties.ts'
import { guestColumns, withoutPersonal } from '../leads/guest-information-shape.ts'
import { defaultChannel, type LeadRow, type LeadSource, resolveChannel } from '../leads/lead.ts'
import {
  type AlterationBody,
  type CreatableStatus,
  type countFields,
  type LeadPatch,
  type NewLeadBody,
  readStayEnds,
} from '../leads/lead-body.ts'
import { type AccessibleLead, requireLead } from '../leads/leads.ts'
import type { NewLead } from './new-lead.ts'
import type { Alteration } from './read-alteration.ts'

type NewLeadFields = Omit<NewLead, 'propertyUid' | 'version'>

/**
 * Parses the body of a new lead. Personal data is not filtered: the creator of a lead may see it.
 *
 * @throws ApiError OPERATION_NOT_PERMITTED, EMPLOYEE_NOT_FOUND
 */
export async function readNewLead(
  ctx: Context,
  agencyUid: string,
  body: NewLeadBody,
): Promise<NewLeadFields> {
  const source = body.source ?? 'HOSTFULLY_API'
  await checkSource(ctx, source)
  const guest = body.status === 'BLOCKED' ? {} : guestColumns(ctx, body.guestInformation ?? {})
  return {
    status: body.status as CreatableStatus,
    stay: readStayEnds(body),
    unitUid: body.unitUid ?? null,
    source,
    channel: body.channel ?? null,
    promoCode: body.promoCode ?? null,
    overrides: body.quoteOverrides ?? null,
    expectedTotal: body.expectedTotalAmount ?? null,
    columns: { ...guest, ...(await readColumns(ctx, agencyUid, withoutNullAssignee(body))) },
  }
}

/** Removes a null assignee: a new lead has none anyway, so partners may send null. */
function withoutNullAssignee({ assigneeUid, ...body }: NewLeadBody): NewLeadBody {
  return assigneeUid == null ? body : { ...body, assigneeUid }
}

/** Parses a PATCH body into columns, without those that the caller may not see. */
export async function readPatch(
  ctx: Context,
  lead: { agency_uid: string; personal: boolean },
  body: LeadPatch,
): Promise<{ columns: Partial<LeadRow>; guest: Partial<LeadRow> }> {
  const columns = await readColumns(ctx, lead.agency_uid, body)
  const guest = guestColumns(ctx, body.guestInformation ?? {})
  if (lead.personal) return { columns, guest }
  return { columns: withoutPersonal(columns), guest: withoutPersonal(guest) }
}

/** Parses the body of an alteration. The caller has checked `propertyUid`. */
export function readAlteration(
  body: AlterationBody,
  propertyUid: string | null = null,
): Alteration {
  const readCount = (name: keyof typeof countFields) =>
    mergeAliases(
      [name, `guestInformation.${name}`],
      body[name] ?? undefined,
      body.guestInformation?.[name] ?? undefined,
    )
  const counts = {
    adult_count: readCount('adultCount'),
    children_count: readCount('childrenCount'),
    infant_count: readCount('infantCount'),
    pet_count: readCount('petCount'),
  }
  const sentCounts = Object.entries(counts).filter(([, count]) => count !== undefined)
  return {
    stay: readStayEnds(body),
    propertyUid,
    unitUid: body.unitUid ?? null,
    counts: Object.fromEntries(sentCounts),
    promoCode: body.promoCode ?? null,
    dropsPromoCode: body.promoCode === null,
    recalculates: body.recalculate ?? false,
    expectedTotal: body.expectedTotalAmount ?? null,
    overrides: body.quoteOverrides ?? null,
  }
}

/**
 * Refuses a parameter that is reserved to the agency: general.md §3.
 *
 * @throws ApiError OPERATION_NOT_PERMITTED
 */
export function checkAgencyKey({ caller }: Context, parameter: string): void {
  if (caller.kind === 'agency') return
  throw new ApiError('OPERATION_NOT_PERMITTED', `Parameter '${parameter}' requires an agency key`, {
    members: { requires: 'agency', parameter },
  })
}

async function readColumns(
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
    // The column has no null; undefined leaves it unchanged.
    agreement_signed: body.agreementSigned === null ? false : body.agreementSigned,
    external_booking_id: body.externalBookingId,
    referrer: body.referrer,
    assignee_uid:
      assigneeUid == null ? assigneeUid : await requireAssignee(ctx, agencyUid, assigneeUid),
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

/** @throws ApiError EMPLOYEE_NOT_FOUND */
async function requireAssignee(ctx: Context, agencyUid: string, uidText: string): Promise<string> {
  const uid = asUid(uidText)
  const employee = uid === null ? undefined : await findEmployee(ctx, uid)
  if (employee?.agency_uid !== agencyUid) throw notFound('EMPLOYEE_NOT_FOUND', uidText)
  if (!employee.is_active) warn(ctx, 'ASSIGNEE_INACTIVE', `employee ${uid} is not active`)
  return employee.uid
}

const partnerSources: readonly LeadSource[] = ['HOSTFULLY_API', 'HOSTFULLY_DBS']

/**
 * Checks that a partner uses only its own sources: integration, booking site, or its own channel.
 *
 * @throws ApiError OPERATION_NOT_PERMITTED
 */
export async function checkSource(ctx: Context, source: LeadSource): Promise<void> {
  const { caller } = ctx
  if (caller.kind !== 'partner' || partnerSources.includes(source)) return
  if (source.startsWith('DIRECT_')) {
    const channel = await findPartnerChannel(ctx, caller.partnerUid)
    if (channel !== null && resolveChannel(channel) === defaultChannel(source, null)) return
  }
  throw new ApiError('OPERATION_NOT_PERMITTED', `Parameter 'source' must not be ${source} here`, {
    members: { requires: 'agency', parameter: 'source' },
  })
}

/**
 * Returns the lead of the path, with write access.
 *
 * @throws ApiError LEAD_NOT_FOUND, READ_ONLY_GRANT
 */
export function writableLead(ctx: Context, uid: string): Promise<AccessibleLead> {
  return requireLead(ctx, uid, { access: 'READ_WRITE' })
}

/**
 * Returns a property of the agency that the caller may write to.
 *
 * @throws ApiError ACCESS_DENIED, also for a property of another agency; READ_ONLY_GRANT
 */
export async function requireLeadProperty(
  ctx: Context,
  agencyUid: string,
  propertyUid: string,
): Promise<AccessibleProperty> {
  const property = await requireProperty(ctx, propertyUid, { access: 'READ_WRITE' })
  if (property.agency_uid !== agencyUid) throw accessDenied('propertyUid', propertyUid)
  return property
}
