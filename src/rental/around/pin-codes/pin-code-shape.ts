/** A pin code on the wire, and who sees what opens its lock: contract/resources.md §5. */
import type { Context } from '../../../context.ts'
import { utcText } from '../../../platform/dates.ts'
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
import { reach, type Wanted } from '../../access/partners/reach.sql.ts'
import { reachedLead } from '../../leads/leads/leads.ts'
import { reachedProperty } from '../../properties/properties/properties.ts'
import type { Opening } from './pin-code.ts'
import { findPinCode, listPinCodes, type ReachedPinCode } from './pin-codes.ts'
import { openingOf } from './sealed-opening.ts'

export const pinCode = shape('PinCode', {
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

/** The members of a body that say what opens the lock. */
export const openingFields = {
  code: Type.Optional(withAlias('pinCode', nullable(text()))),
  url: Type.Optional(nullable(httpsUrl())),
}

/** For whom a pin code is: one of the two. */
export const holderFields = {
  leadUid: Type.Optional(nullable(uid())),
  userUid: Type.Optional(nullable(uid())),
}

/** A pin code as v3 shows it. What opens the lock is left out for who may not see it. */
export function presentPinCode(ctx: Context, row: ReachedPinCode) {
  const { code, url } = openingOf(ctx, row)
  const shown = (value: string | null) =>
    value === null || showsOpening(ctx, row) ? value : undefined
  return {
    uid: row.uid,
    propertyUid: row.property_uid,
    unitUid: row.unit_uid,
    leadUid: row.lead_uid,
    userUid: row.user_uid,
    lockName: row.lock_name,
    code: shown(code),
    url: shown(url),
    startLocalDateTime: row.start_local,
    endLocalDateTime: row.end_local,
    createdUtcDateTime: utcText(row.created_at),
    updatedUtcDateTime: utcText(row.updated_at),
  }
}

/** What v2 shows of what opens a lock to who may not see it. */
const hidden = 'HIDDEN'

/** Presents a PIN code for v2. */
export function presentLegacyPinCode(ctx: Context, row: ReachedPinCode) {
  const { uid, propertyUid, leadUid, userUid, code, url } = presentPinCode(ctx, row)
  const orHidden = (value: string | null | undefined) => (value === undefined ? hidden : value)
  return { uid, propertyUid, leadUid, userUid, code: orHidden(code), url: orHidden(url) }
}

/** A grant for reading shows what the partner made itself. */
function showsOpening({ caller }: Context, row: ReachedPinCode): boolean {
  if (row.access === 'READ_WRITE') return true
  return caller.kind === 'partner' && row.created_by_partner_uid === caller.partnerUid
}

/** What a body says opens the lock of a new pin code. */
export function askedOpening(body: { code?: string | null; url?: string | null }): Opening {
  return { code: body.code ?? null, url: body.url ?? null }
}

/**
 * The pin code that a uid of a request names.
 *
 * @throws ApiError PIN_CODE_NOT_FOUND, READ_ONLY_GRANT
 */
export async function reachedPinCode(
  ctx: Context,
  uid: string,
  { access = 'READ' }: Pick<Wanted, 'access'> = {},
): Promise<ReachedPinCode> {
  const wanted = { access, inPath: true, parameter: 'pinCodeUid' }
  return reach(uid, wanted, 'PIN_CODE_NOT_FOUND', uid => findPinCode(ctx, uid))
}

/** The pin code of a uid as it is stored now. @throws ApiError PIN_CODE_NOT_FOUND */
export async function storedPinCode(ctx: Context, uid: string): Promise<ReachedPinCode> {
  const row = await findPinCode(ctx, uid)
  if (!row) throw notFound('PIN_CODE_NOT_FOUND', uid)
  return row
}

/**
 * The pin codes that a list asks for.
 *
 * @throws ApiError ACCESS_DENIED, LEAD_NOT_FOUND
 */
export async function listAsked(
  ctx: Context,
  { propertyUid, leadUid }: { propertyUid?: string; leadUid?: string },
): Promise<ReachedPinCode[]> {
  const property = propertyUid === undefined ? null : await reachedProperty(ctx, propertyUid)
  const lead = leadUid === undefined ? null : await reachedLead(ctx, leadUid)
  return listPinCodes(ctx, { propertyUid: property?.uid, leadUid: lead?.uid })
}
