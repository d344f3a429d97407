/** Pin codes on the wire, and access to their codes and URLs: contract/resources.md §5. */
import type { Context } from '../../../context.ts'
import { utcText } from '../../../platform/dates/dates.ts'
import { notFound } from '../../../platform/errors.ts'
import {
  httpsUrl,
  localDateTime,
  nullable,
  shape,
  since,
  Type,
  text,
  uid,
  utcDateTime,
  withAlias,
} from '../../../platform/rest/fields.ts'
import { type RequiredAccess, requireAccess } from '../../access/partners/access-scope.sql.ts'
import { requireLead } from '../../leads/leads/leads.ts'
import { requireProperty } from '../../properties/properties/properties.ts'
import { decryptOpening } from './encrypted-opening.ts'
import type { Opening } from './pin-code.ts'
import { type AccessiblePinCode, findPinCode, listPinCodes } from './pin-codes.ts'

export const pinCodeSchema = shape('PinCode', {
  uid: uid(),
  propertyUid: uid(),
  unitUid: since('3.1', nullable(uid())),
  leadUid: nullable(uid()),
  userUid: nullable(uid()),
  lockName: nullable(text({ max: 100 })),
  code: Type.Optional(nullable(text({ max: 20 }))),
  url: Type.Optional(nullable(httpsUrl())),
  startLocalDateTime: nullable(localDateTime()),
  endLocalDateTime: nullable(localDateTime()),
  createdUtcDateTime: utcDateTime(),
  updatedUtcDateTime: utcDateTime(),
})

/** Schemas of code and URL in a body. */
export const openingFields = {
  code: Type.Optional(withAlias('pinCode', nullable(text()))),
  url: Type.Optional(nullable(httpsUrl())),
}

/** Schemas of the recipient in a body: a lead or a user. */
export const recipientFields = {
  leadUid: Type.Optional(nullable(uid())),
  userUid: Type.Optional(nullable(uid())),
}

/** Presents a pin code for v3, without code and URL if the caller may not see them. */
export function presentPinCode(ctx: Context, row: AccessiblePinCode) {
  const { code, url } = decryptOpening(ctx, row)
  // Every caller may see that a pin code has no code or URL.
  const ifVisible = (value: string | null) =>
    value === null || canSeeOpening(ctx, row) ? value : undefined
  return {
    uid: row.uid,
    propertyUid: row.property_uid,
    unitUid: row.unit_uid,
    leadUid: row.lead_uid,
    userUid: row.user_uid,
    lockName: row.lock_name,
    code: ifVisible(code),
    url: ifVisible(url),
    startLocalDateTime: row.start_local,
    endLocalDateTime: row.end_local,
    createdUtcDateTime: utcText(row.created_at),
    updatedUtcDateTime: utcText(row.updated_at),
  }
}

/** Value that v2 returns in place of a code or URL that the caller may not see. */
const hiddenText = 'HIDDEN'

/** Presents a pin code for v2. */
export function presentLegacyPinCode(ctx: Context, row: AccessiblePinCode) {
  const { uid, propertyUid, leadUid, userUid, code, url } = presentPinCode(ctx, row)
  const textOrHidden = (value: string | null | undefined) =>
    value === undefined ? hiddenText : value
  return { uid, propertyUid, leadUid, userUid, code: textOrHidden(code), url: textOrHidden(url) }
}

/**
 * Returns whether the caller may see code and URL. With a read-only grant, a partner sees those of
 * the pin codes that it created.
 */
function canSeeOpening({ caller }: Context, row: AccessiblePinCode): boolean {
  if (row.access === 'READ_WRITE') return true
  return caller.kind === 'partner' && row.created_by_partner_uid === caller.partnerUid
}

export function readOpening(body: { code?: string | null; url?: string | null }): Opening {
  return { code: body.code ?? null, url: body.url ?? null }
}

/**
 * Returns the pin code of a uid in a request, if the caller has access to it.
 *
 * @throws ApiError PIN_CODE_NOT_FOUND, READ_ONLY_GRANT
 */
export async function requirePinCode(
  ctx: Context,
  pinCodeUid: string,
  { access = 'READ' }: Pick<RequiredAccess, 'access'> = {},
): Promise<AccessiblePinCode> {
  const options = { access, inPath: true, parameter: 'pinCodeUid' }
  return requireAccess(pinCodeUid, options, 'PIN_CODE_NOT_FOUND', uid => findPinCode(ctx, uid))
}

/** Reads the stored row of a pin code. @throws ApiError PIN_CODE_NOT_FOUND */
export async function readStoredPinCode(ctx: Context, uid: string): Promise<AccessiblePinCode> {
  const row = await findPinCode(ctx, uid)
  if (!row) throw notFound('PIN_CODE_NOT_FOUND', uid)
  return row
}

/**
 * Lists the pin codes of a property, a lead, or both.
 *
 * @throws ApiError ACCESS_DENIED, LEAD_NOT_FOUND
 */
export async function listRequestedPinCodes(
  ctx: Context,
  { propertyUid, leadUid }: { propertyUid?: string; leadUid?: string },
): Promise<AccessiblePinCode[]> {
  const property = propertyUid === undefined ? null : await requireProperty(ctx, propertyUid)
  const lead = leadUid === undefined ? null : await requireLead(ctx, leadUid)
  return listPinCodes(ctx, { propertyUid: property?.uid, leadUid: lead?.uid })
}
