/** Promo codes: contract/orders.md §9. */
import { type Context, route } from '../../../context.ts'
import { ApiError, accessDenied, notFound } from '../../../platform/errors.ts'
import { bool, Type, text, uid } from '../../../platform/rest/fields.ts'
import { pagedResponse, pageQuery, readList } from '../../../platform/rest/list.ts'
import { asUid } from '../../../platform/uid.ts'
import { requireAgencyUid, requireAgencyUidOrOnly } from '../../access/agencies/tenant.sql.ts'
import { stateReader } from '../../events/events/object-states.sql.ts'
import { requireProperty } from '../../properties/properties/properties.ts'
import { changePromoCode } from './change-promo-code.ts'
import { createPromoCode } from './create-promo-code.ts'
import { deletePromoCode } from './delete-promo-code.ts'
import {
  changedFields,
  fullPromoCode,
  newPromoCode,
  presentPromoCode,
  promoCode,
  promoCodePatch,
  readFullFields,
} from './promo-code-shape.ts'
import {
  countPromoCodes,
  findPromoCode,
  listPromoCodes,
  type UsedPromoCode,
} from './promo-codes.ts'

const response = Type.Object({ promoCode })
const writeErrors = [
  'REQUIRED_PARAMETER',
  'INVALID_PARAMETER',
  'INVALID_ENUM_VALUE',
  'INVALID_DATE_RANGE',
  'CONFLICTING_PARAMETERS',
  'ACCESS_DENIED',
  'ALREADY_EXISTS',
] as const
const promoCodeRoute = {
  path: '/promo-codes/:uid',
  http: { findState: stateReader('promo_codes', 'PROMO_CODE') },
  since: '3.3',
  tag: 'Promo codes',
} as const

export const promoCodeRoutes = [
  route({
    method: 'GET',
    path: '/promo-codes',
    since: '3.3',
    summary: 'List promo codes',
    tag: 'Promo codes',
    query: Type.Object({
      agencyUid: Type.Optional(uid()),
      propertyUid: Type.Optional(uid()),
      code: Type.Optional(text()),
      isActive: Type.Optional(bool()),
      ...pageQuery,
    }),
    response: pagedResponse('promoCodes', promoCode),
    errors: ['REQUIRED_PARAMETER', 'INVALID_PARAMETER', 'INVALID_CURSOR', 'ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const agencyUid = requireAgencyUidOrOnly(ctx.caller, query.agencyUid)
      const propertyUid = await requirePropertyOfAgency(ctx, agencyUid, query.propertyUid ?? null)
      const { code, isActive } = query
      const filters = { agencyUid, propertyUid: propertyUid?.uid, code, isActive }
      const { rows, envelope } = await readList(ctx, query, {
        list: (_sort, page) => listPromoCodes(ctx, filters, page),
        count: () => countPromoCodes(ctx, filters),
      })
      return { promoCodes: rows.map(presentPromoCode), ...envelope }
    },
  }),
  route({
    method: 'POST',
    path: '/promo-codes',
    since: '3.3',
    summary: 'Create a promo code',
    emits: ['PROMO_CODE_CREATED'],
    tag: 'Promo codes',
    body: newPromoCode,
    http: { status: 201 },
    response,
    errors: [...writeErrors],
    authorize: async (ctx, { body }) => {
      const agencyUid = requireAgencyUid(ctx.caller, body.agencyUid)
      await checkWritable(ctx, agencyUid, body.propertyUid ?? null)
      return agencyUid
    },
    handler: async (ctx, { body, authorized: agencyUid }) => {
      const created = await createPromoCode(ctx, agencyUid, readFullFields(body))
      return { promoCode: presentPromoCode(created) }
    },
  }),
  route({
    ...promoCodeRoute,
    method: 'GET',
    summary: 'Get a promo code',
    response,
    errors: ['PROMO_CODE_NOT_FOUND'],
    handler: async (ctx, { params }) => ({
      promoCode: presentPromoCode(await requirePromoCode(ctx, params.uid!)),
    }),
  }),
  route({
    ...promoCodeRoute,
    method: 'PUT',
    summary: 'Replace a promo code',
    emits: ['PROMO_CODE_UPDATED'],
    body: fullPromoCode,
    response,
    errors: ['PROMO_CODE_NOT_FOUND', ...writeErrors],
    authorize: async (ctx, { params, body }) =>
      requireWritable(ctx, params.uid!, body.propertyUid ?? null),
    handler: async (ctx, { body, authorized }) => {
      const fields = readFullFields(body)
      return { promoCode: presentPromoCode(await changePromoCode(ctx, authorized, () => fields)) }
    },
  }),
  route({
    ...promoCodeRoute,
    method: 'PATCH',
    summary: 'Update a promo code',
    emits: ['PROMO_CODE_UPDATED'],
    body: promoCodePatch,
    response,
    errors: ['PROMO_CODE_NOT_FOUND', ...writeErrors],
    authorize: async (ctx, { params, body }) => requireWritable(ctx, params.uid!, body.propertyUid),
    handler: async (ctx, { body, authorized }) => {
      const changed = await changePromoCode(ctx, authorized, current =>
        changedFields(body, current),
      )
      return { promoCode: presentPromoCode(changed) }
    },
  }),
  route({
    ...promoCodeRoute,
    method: 'DELETE',
    summary: 'Delete a promo code',
    emits: ['PROMO_CODE_DELETED'],
    http: { ...promoCodeRoute.http, status: 204 },
    errors: ['PROMO_CODE_NOT_FOUND'],
    authorize: async (ctx, { params }) => requireWritable(ctx, params.uid!, undefined),
    handler: async (ctx, { authorized }) => deletePromoCode(ctx, authorized),
  }),
]

/** @throws ApiError PROMO_CODE_NOT_FOUND */
async function requirePromoCode(ctx: Context, uidText: string): Promise<UsedPromoCode> {
  const uid = asUid(uidText)
  const row = uid === null ? undefined : await findPromoCode(ctx, uid)
  if (!row) throw notFound('PROMO_CODE_NOT_FOUND', uidText)
  return row
}

/**
 * Finds a property of the agency.
 *
 * @throws ApiError ACCESS_DENIED
 */
async function requirePropertyOfAgency(
  ctx: Context,
  agencyUid: string,
  propertyUid: string | null,
) {
  if (propertyUid === null) return null
  const property = await requireProperty(ctx, propertyUid)
  if (property.agency_uid !== agencyUid) throw accessDenied('propertyUid', propertyUid)
  return property
}

/**
 * Checks that the caller may write codes of a property; null: codes of the agency. Partners may
 * write codes of properties with write access.
 *
 * @throws ApiError ACCESS_DENIED, OPERATION_NOT_PERMITTED
 */
async function checkWritable(ctx: Context, agencyUid: string, propertyUid: string | null) {
  const property = await requirePropertyOfAgency(ctx, agencyUid, propertyUid)
  if (ctx.caller.kind === 'agency' || property?.access === 'READ_WRITE') return
  const requires = property === null ? 'agency' : 'READ_WRITE'
  const text = `Writing this promo code requires ${requires}`
  throw new ApiError('OPERATION_NOT_PERMITTED', text, { members: { requires } })
}

/** Finds a code to change. Moving it to another property requires write access to both. */
async function requireWritable(ctx: Context, uid: string, propertyUid: string | null | undefined) {
  const promoCode = await requirePromoCode(ctx, uid)
  const { agency_uid, property_uid } = promoCode
  if (ctx.caller.kind !== 'agency') await checkWritable(ctx, agency_uid, property_uid)
  if (propertyUid !== undefined && propertyUid !== property_uid) {
    await checkWritable(ctx, agency_uid, propertyUid)
  }
  return promoCode
}
