/** Promo codes: contract/orders.md §9. */
import type { Static } from 'typebox'
import { type Context, route } from '../../../context.ts'
import { utcText } from '../../../platform/dates.ts'
import { ApiError, accessDenied, notFound } from '../../../platform/errors.ts'
import {
  bool,
  currencyCode,
  date,
  integer,
  named,
  nullable,
  number,
  oneOf,
  shape,
  Type,
  text,
  uid,
  utcDateTime,
} from '../../../platform/rest/fields.ts'
import { pagedAnswer, pageQuery, readList } from '../../../platform/rest/list.ts'
import { asUid } from '../../../platform/uid.ts'
import { agencyUidOrOnly, reachedAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { stateOfRows } from '../../events/events/object-states.sql.ts'
import { reachedProperty } from '../../properties/properties/properties.ts'
import { changePromoCode } from './change-promo-code.ts'
import { createPromoCode } from './create-promo-code.ts'
import { deletePromoCode } from './delete-promo-code.ts'
import { discountTypes, fieldsOf, type PromoCodeFields, promoCodeDefaults } from './promo-code.ts'
import {
  countPromoCodes,
  findPromoCode,
  listPromoCodes,
  type UsedPromoCode,
} from './promo-codes.ts'

const countMax = 2_147_483_647
const percentOrMoney = () => number({ above: 0, max: 1_000_000_000 })

const mandatory = {
  code: text({ min: 1, max: 50 }),
  discountType: named('DiscountType', oneOf(discountTypes)),
  discountAmount: percentOrMoney(),
}

const optional = {
  propertyUid: Type.Optional(nullable(uid())),
  description: Type.Optional(nullable(text())),
  currency: Type.Optional(nullable(currencyCode())),
  redeemByDate: Type.Optional(nullable(date())),
  stayFromDate: Type.Optional(nullable(date())),
  stayToDate: Type.Optional(nullable(date())),
  minimumNights: Type.Optional(integer(0, countMax)),
  maximumRedemptions: Type.Optional(nullable(integer(0, countMax))),
  isActive: Type.Optional(bool()),
}

const whole = Type.Object({ ...mandatory, ...optional })
const parts = shape('PromoCodePatch', {
  code: Type.Optional(mandatory.code),
  discountType: Type.Optional(mandatory.discountType),
  discountAmount: Type.Optional(mandatory.discountAmount),
  ...optional,
})

const promoCode = shape('PromoCode', {
  uid: uid(),
  agencyUid: uid(),
  propertyUid: nullable(uid()),
  code: text({ max: 50 }),
  description: nullable(text()),
  discountType: named('DiscountType', oneOf(discountTypes)),
  discountAmount: number(),
  currency: nullable(text()),
  redeemByDate: nullable(date()),
  stayFromDate: nullable(date()),
  stayToDate: nullable(date()),
  minimumNights: Type.Integer(),
  maximumRedemptions: nullable(Type.Integer()),
  redemptionsCount: Type.Integer(),
  isActive: bool(),
  createdUtcDateTime: utcDateTime(),
  updatedUtcDateTime: utcDateTime(),
})

const answer = Type.Object({ promoCode })
const writeErrors = [
  'REQUIRED_PARAMETER',
  'INVALID_PARAMETER',
  'INVALID_ENUM_VALUE',
  'INVALID_DATE_RANGE',
  'ACCESS_DENIED',
  'ALREADY_EXISTS',
] as const
const one = {
  path: '/promo-codes/:uid',
  findState: stateOfRows('promo_codes', 'PROMO_CODE'),
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
    body: Type.Object({ agencyUid: uid(), ...mandatory, ...optional }),
    status: 201,
    answer,
    errors: [...writeErrors],
    authorize: async (ctx, { body }) => {
      const agencyUid = reachedAgencyUid(ctx.caller, body.agencyUid)
      await checkWritable(ctx, agencyUid, body.propertyUid ?? null)
      return agencyUid
    },
    handler: async (ctx, { body, reached: agencyUid }) => {
      const fields = fieldsFrom(body, { ...promoCodeDefaults, ...mandatoryOf(body) })
      return { promoCode: presentPromoCode(await createPromoCode(ctx, agencyUid, fields)) }
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
    body: whole,
    answer,
    errors: ['PROMO_CODE_NOT_FOUND', ...writeErrors],
    authorize: async (ctx, { params, body }) =>
      reachedForChange(ctx, params.uid!, body.propertyUid ?? null),
    handler: async (ctx, { body, reached }) => {
      const fields = fieldsFrom(body, { ...promoCodeDefaults, ...mandatoryOf(body) })
      return { promoCode: presentPromoCode(await changePromoCode(ctx, reached, () => fields)) }
    },
  }),
  route({
    ...one,
    method: 'PATCH',
    summary: 'Change a promo code',
    tells: ['PROMO_CODE_UPDATED'],
    body: parts,
    answer,
    errors: ['PROMO_CODE_NOT_FOUND', ...writeErrors],
    authorize: async (ctx, { params, body }) =>
      reachedForChange(ctx, params.uid!, body.propertyUid),
    handler: async (ctx, { body, reached }) => {
      const changed = await changePromoCode(ctx, reached, present => fieldsFrom(body, present))
      return { promoCode: presentPromoCode(changed) }
    },
  }),
  route({
    ...one,
    method: 'DELETE',
    summary: 'Delete a promo code',
    tells: ['PROMO_CODE_DELETED'],
    status: 204,
    errors: ['PROMO_CODE_NOT_FOUND'],
    authorize: async (ctx, { params }) => reachedForChange(ctx, params.uid!, undefined),
    handler: async (ctx, { reached }) => deletePromoCode(ctx, reached),
  }),
]

function mandatoryOf({ code, discountType, discountAmount }: Static<typeof whole>) {
  return { code, discountType, discountAmount }
}

/** What is sent, over what is there; an uid in its canonical form. */
function fieldsFrom(body: Static<typeof parts>, present: PromoCodeFields): PromoCodeFields {
  const names = Object.keys(present) as (keyof PromoCodeFields)[]
  const sent = Object.fromEntries(
    names.flatMap(name => (body[name] === undefined ? [] : [[name, body[name]]])),
  )
  const fields = { ...present, ...sent }
  return { ...fields, propertyUid: fields.propertyUid?.toLowerCase() ?? null }
}

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

function presentPromoCode(row: UsedPromoCode) {
  const { propertyUid, ...fields } = fieldsOf(row)
  return {
    uid: row.uid,
    agencyUid: row.agency_uid,
    propertyUid,
    ...fields,
    redemptionsCount: row.redemptions,
    createdUtcDateTime: utcText(row.created_at),
    updatedUtcDateTime: utcText(row.updated_at),
  }
}
