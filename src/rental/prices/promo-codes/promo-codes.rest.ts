/** Promo codes: contract/orders.md §9. */
import { type Context, route } from '../../../context.ts'
import { ApiError, accessDenied, notFound } from '../../../platform/errors.ts'
import { bool, Type, text, uid } from '../../../platform/rest/fields.ts'
import { pagedAnswer, pageQuery, readList } from '../../../platform/rest/list.ts'
import { asUid } from '../../../platform/uid.ts'
import { agencyUidOrOnly, reachedAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { stateOfRows } from '../../events/events/object-states.sql.ts'
import { reachedProperty } from '../../properties/properties/properties.ts'
import { changePromoCode } from './change-promo-code.ts'
import { createPromoCode } from './create-promo-code.ts'
import { deletePromoCode } from './delete-promo-code.ts'
import {
  changedFields,
  newPromoCode,
  presentPromoCode,
  promoCode,
  promoCodeParts,
  wholeFields,
  wholePromoCode,
} from './promo-code-shape.ts'
import {
  countPromoCodes,
  findPromoCode,
  listPromoCodes,
  type UsedPromoCode,
} from './promo-codes.ts'

const answer = Type.Object({ promoCode })
const writeErrors = [
  'REQUIRED_PARAMETER',
  'INVALID_PARAMETER',
  'INVALID_ENUM_VALUE',
  'INVALID_DATE_RANGE',
  'CONFLICTING_PARAMETERS',
  'ACCESS_DENIED',
  'ALREADY_EXISTS',
] as const
const one = {
  path: '/promo-codes/:uid',
  http: { findState: stateOfRows('promo_codes', 'PROMO_CODE') },
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
    answer: pagedAnswer('promoCodes', promoCode),
    errors: ['REQUIRED_PARAMETER', 'INVALID_PARAMETER', 'INVALID_CURSOR', 'ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const agencyUid = agencyUidOrOnly(ctx.caller, query.agencyUid)
      const propertyUid = await propertyOf(ctx, agencyUid, query.propertyUid ?? null)
      const { code, isActive } = query
      const filters = { agencyUid, propertyUid: propertyUid?.uid, code, isActive }
      const { rows, beside } = await readList(ctx, query, {
        list: (_sort, page) => listPromoCodes(ctx, filters, page),
        count: () => countPromoCodes(ctx, filters),
      })
      return { promoCodes: rows.map(presentPromoCode), ...beside }
    },
  }),
  route({
    method: 'POST',
    path: '/promo-codes',
    since: '3.3',
    summary: 'Create a promo code',
    tells: ['PROMO_CODE_CREATED'],
    tag: 'Promo codes',
    body: newPromoCode,
    http: { status: 201 },
    answer,
    errors: [...writeErrors],
    authorize: async (ctx, { body }) => {
      const agencyUid = reachedAgencyUid(ctx.caller, body.agencyUid)
      await checkWritable(ctx, agencyUid, body.propertyUid ?? null)
      return agencyUid
    },
    handler: async (ctx, { body, reached: agencyUid }) => {
      const made = await createPromoCode(ctx, agencyUid, wholeFields(body))
      return { promoCode: presentPromoCode(made) }
    },
  }),
  route({
    ...one,
    method: 'GET',
    summary: 'Get a promo code',
    answer,
    errors: ['PROMO_CODE_NOT_FOUND'],
    handler: async (ctx, { params }) => ({
      promoCode: presentPromoCode(await reachedCode(ctx, params.uid!)),
    }),
  }),
  route({
    ...one,
    method: 'PUT',
    summary: 'Replace a promo code',
    tells: ['PROMO_CODE_UPDATED'],
    body: wholePromoCode,
    answer,
    errors: ['PROMO_CODE_NOT_FOUND', ...writeErrors],
    authorize: async (ctx, { params, body }) =>
      reachedForChange(ctx, params.uid!, body.propertyUid ?? null),
    handler: async (ctx, { body, reached }) => {
      const fields = wholeFields(body)
      return { promoCode: presentPromoCode(await changePromoCode(ctx, reached, () => fields)) }
    },
  }),
  route({
    ...one,
    method: 'PATCH',
    summary: 'Update a promo code',
    tells: ['PROMO_CODE_UPDATED'],
    body: promoCodeParts,
    answer,
    errors: ['PROMO_CODE_NOT_FOUND', ...writeErrors],
    authorize: async (ctx, { params, body }) =>
      reachedForChange(ctx, params.uid!, body.propertyUid),
    handler: async (ctx, { body, reached }) => {
      const changed = await changePromoCode(ctx, reached, present => changedFields(body, present))
      return { promoCode: presentPromoCode(changed) }
    },
  }),
  route({
    ...one,
    method: 'DELETE',
    summary: 'Delete a promo code',
    tells: ['PROMO_CODE_DELETED'],
    http: { ...one.http, status: 204 },
    errors: ['PROMO_CODE_NOT_FOUND'],
    authorize: async (ctx, { params }) => reachedForChange(ctx, params.uid!, undefined),
    handler: async (ctx, { reached }) => deletePromoCode(ctx, reached),
  }),
]

/** @throws ApiError PROMO_CODE_NOT_FOUND */
async function reachedCode(ctx: Context, text: string): Promise<UsedPromoCode> {
  const uid = asUid(text)
  const row = uid === null ? undefined : await findPromoCode(ctx, uid)
  if (!row) throw notFound('PROMO_CODE_NOT_FOUND', text)
  return row
}

/** A property of the agency. @throws ApiError ACCESS_DENIED */
async function propertyOf(ctx: Context, agencyUid: string, propertyUid: string | null) {
  if (propertyUid === null) return null
  const property = await reachedProperty(ctx, propertyUid)
  if (property.agency_uid !== agencyUid) throw accessDenied('propertyUid', propertyUid)
  return property
}

/**
 * Partners may write the codes of properties that they may write.
 *
 * @throws ApiError ACCESS_DENIED, OPERATION_NOT_PERMITTED
 */
async function checkWritable(ctx: Context, agencyUid: string, propertyUid: string | null) {
  const property = await propertyOf(ctx, agencyUid, propertyUid)
  if (ctx.caller.kind === 'agency' || property?.access === 'READ_WRITE') return
  const requires = property === null ? 'agency' : 'READ_WRITE'
  const text = `Writing this promo code requires ${requires}`
  throw new ApiError('OPERATION_NOT_PERMITTED', text, { members: { requires } })
}

/** A code may be moved from one property to another by whoever may write both. */
async function reachedForChange(ctx: Context, uid: string, propertyUid: string | null | undefined) {
  const reached = await reachedCode(ctx, uid)
  const { agency_uid, property_uid } = reached
  if (ctx.caller.kind !== 'agency') await checkWritable(ctx, agency_uid, property_uid)
  if (propertyUid !== undefined && propertyUid !== property_uid) {
    await checkWritable(ctx, agency_uid, propertyUid)
  }
  return reached
}
