/** Recipient and unit of a pin code: contract/resources.md §5. */
import type { Context } from '../../../context.ts'
import { exactlyOne, invalidParameter, notFound, oneOfRequired } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import { findEmployee } from '../../access/employees/employees.ts'
import type { LeadRow } from '../../leads/leads/lead.ts'
import { lockLeads, requireLead } from '../../leads/leads/leads.ts'
import { findOwner } from '../../properties/owners/owners.ts'
import { requireUnit } from '../../properties/units/units.ts'

interface Property {
  agency_uid: string
  uid: string
}

/** Recipient of a code in a request: a lead or a user. */
export interface RecipientInput {
  leadUid?: string | null | undefined
  userUid?: string | null | undefined
}

/** @throws ApiError REQUIRED_PARAMETER, CONFLICTING_PARAMETERS */
export function checkRecipient({ leadUid, userUid }: RecipientInput): void {
  const fields = ['leadUid', 'userUid']
  if (leadUid == null && userUid == null) throw oneOfRequired(fields)
  if (leadUid != null && userUid != null) throw exactlyOne(fields)
}

/**
 * Locks the lead of a code, so that its stay cannot change concurrently, and returns it.
 *
 * @throws ApiError LEAD_NOT_FOUND, INVALID_PARAMETER for a lead of another property
 */
export async function lockRecipientLead(
  ctx: Context,
  property: Property,
  leadUid: string,
): Promise<LeadRow> {
  const { agency_uid, uid } = await requireLead(ctx, leadUid)
  const [lead] = await lockLeads(ctx, agency_uid, [uid])
  if (!lead) throw notFound('LEAD_NOT_FOUND', leadUid)
  if (lead.property_uid === property.uid) return lead
  throw invalidParameter('leadUid', `is not a lead of property ${property.uid}`)
}

/**
 * Returns the uid of an employee or owner of the property's agency.
 *
 * @throws ApiError EMPLOYEE_NOT_FOUND
 */
export async function requireUserUid(
  ctx: Context,
  { agency_uid }: Property,
  userUid: string,
): Promise<string> {
  const uid = asUid(userUid)
  const employee = uid === null ? undefined : await findEmployee(ctx, uid)
  const user = employee ?? (await findOwner(ctx, userUid))
  if (user?.agency_uid !== agency_uid) throw notFound('EMPLOYEE_NOT_FOUND', userUid)
  return user.uid
}

/**
 * Returns the uid of a unit of the property.
 *
 * @throws ApiError ACCESS_DENIED, INVALID_PARAMETER for a unit of another property
 */
export async function requireUnitUid(
  ctx: Context,
  property: Property,
  unitUid: string,
): Promise<string> {
  const { uid, property_uid } = await requireUnit(ctx, unitUid)
  if (property_uid === property.uid) return uid
  throw invalidParameter('unitUid', `does not belong to property ${property.uid}`)
}
