/** For whom and for which unit a pin code is: contract/resources.md §5. */
import type { Context } from '../../../context.ts'
import { exactlyOne, invalidParameter, notFound, oneOfRequired } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import { findEmployee } from '../../access/employees/employees.ts'
import type { LeadRow } from '../../leads/leads/lead.ts'
import { lockLeads, reachedLead } from '../../leads/leads/leads.ts'
import { findOwner } from '../../properties/owners/owners.ts'
import { reachedUnit } from '../../properties/units/units.ts'

interface Property {
  agency_uid: string
  uid: string
}

/** Whom a request names as the holder of a code. */
export interface AskedHolder {
  leadUid?: string | null | undefined
  userUid?: string | null | undefined
}

/** @throws ApiError REQUIRED_PARAMETER, CONFLICTING_PARAMETERS */
export function checkHolder({ leadUid, userUid }: AskedHolder): void {
  const oneOf = ['leadUid', 'userUid']
  if (leadUid == null && userUid == null) throw oneOfRequired(oneOf)
  if (leadUid != null && userUid != null) throw exactlyOne(oneOf)
}

/**
 * The lead for whom a code is, locked so that its stay does not move meanwhile.
 *
 * @throws ApiError LEAD_NOT_FOUND, INVALID_PARAMETER for a lead of another property
 */
export async function lockHolder(
  ctx: Context,
  property: Property,
  leadUid: string,
): Promise<LeadRow> {
  const { agency_uid, uid } = await reachedLead(ctx, leadUid)
  const [lead] = await lockLeads(ctx, agency_uid, [uid])
  if (!lead) throw notFound('LEAD_NOT_FOUND', leadUid)
  if (lead.property_uid === property.uid) return lead
  throw invalidParameter('leadUid', `is not a lead of property ${property.uid}`)
}

/**
 * The uid of an employee or owner of the property's agency.
 *
 * @throws ApiError EMPLOYEE_NOT_FOUND
 */
export async function userOf(
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
 * The uid of a unit of the property.
 *
 * @throws ApiError ACCESS_DENIED, INVALID_PARAMETER for a unit of another property
 */
export async function unitOf(ctx: Context, property: Property, unitUid: string): Promise<string> {
  const { uid, property_uid } = await reachedUnit(ctx, unitUid)
  if (property_uid === property.uid) return uid
  throw invalidParameter('unitUid', `does not belong to property ${property.uid}`)
}
