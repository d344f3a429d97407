/** Owner adjustments: contract/resources.md §2.3. */
import type { Static } from 'typebox'
import { type Context, route } from '../../../context.ts'
import { utcText } from '../../../platform/dates.ts'
import { ApiError, accessDenied, oneOfRequired } from '../../../platform/errors.ts'
import {
  currencyCode,
  date,
  fraction,
  money,
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
import { unpaged, unpagedAnswer } from '../../../platform/rest/list.ts'
import { stateOfRows } from '../../events/events/object-states.sql.ts'
import { reachedOwner } from '../../properties/owners/owners.ts'
import { reachedProperty } from '../../properties/properties/properties.ts'
import { changeOwnerAdjustment } from './change-owner-adjustment.ts'
import { createOwnerAdjustment } from './create-owner-adjustment.ts'
import { deleteOwnerAdjustment } from './delete-owner-adjustment.ts'
import { type AdjustmentFields, adjustmentTypes, type OwnerAdjustment } from './owner-adjustment.ts'
import { listOwnerAdjustments, reachedAdjustment } from './owner-adjustments.ts'
import { readPlace } from './read-adjustment-place.ts'

const ownerAdjustment = shape('OwnerAdjustment', {
  uid: uid(),
  adjustmentType: named('OwnerAdjustmentType', oneOf(adjustmentTypes)),
  name: text(),
  propertyUid: uid(),
  amount: number(),
  description: nullable(text()),
  date: date(),
  ownerUid: nullable(uid()),
  leadUid: nullable(uid()),
  taxRate: fraction(),
  currency: text(),
  createdUtcDateTime: utcDateTime(),
  updatedUtcDateTime: utcDateTime(),
})

const whole = shape('OwnerAdjustmentInput', {
  adjustmentType: named('OwnerAdjustmentType', oneOf(adjustmentTypes)),
  name: text({ min: 1 }),
  propertyUid: uid(),
  amount: money(),
  description: Type.Optional(nullable(text())),
  date: date(),
  ownerUid: Type.Optional(nullable(uid())),
  leadUid: Type.Optional(nullable(uid())),
  taxRate: fraction(),
  currency: currencyCode(),
})

const listQuery = Type.Object({
  propertyUid: Type.Optional(uid()),
  ownerUid: Type.Optional(uid()),
  from: Type.Optional(date()),
  to: Type.Optional(date()),
})

const answer = Type.Object({ ownerAdjustment })
const all = { path: '/owner-adjustments', tag: 'Owners' } as const
const one = {
  path: '/owner-adjustments/:uid',
  http: { findState: stateOfRows('owner_adjustments', 'OWNER_ADJUSTMENT') },
  tag: 'Owners',
} as const
const writes = { access: 'READ_WRITE' } as const
const writeErrors = [
  'REQUIRED_PARAMETER',
  'INVALID_PARAMETER',
  'INVALID_ENUM_VALUE',
  'ACCESS_DENIED',
  'READ_ONLY_GRANT',
  'OWNER_NOT_FOUND',
  'LEAD_NOT_FOUND',
] as const

export const ownerAdjustmentRoutes = [
  route({
    ...all,
    method: 'GET',
    summary: 'List the adjustments of a property or an owner',
    query: listQuery,
    answer: unpagedAnswer('ownerAdjustments', ownerAdjustment),
    errors: [
      'REQUIRED_PARAMETER',
      'INVALID_PARAMETER',
      'INVALID_DATE_RANGE',
      'ACCESS_DENIED',
      'OWNER_NOT_FOUND',
    ],
    handler: async (ctx, { query }) => {
      const rows = await listOwnerAdjustments(ctx, await filtersOf(ctx, query))
      return unpaged('ownerAdjustments', rows.map(presentAdjustment))
    },
  }),
  route({
    ...all,
    method: 'POST',
    summary: 'Create an adjustment',
    tells: ['OWNER_ADJUSTMENT_CREATED'],
    body: whole,
    http: { status: 201 },
    answer,
    errors: writeErrors,
    authorize: async (ctx, { body }) => reachedProperty(ctx, body.propertyUid, writes),
    handler: async (ctx, { body, reached: property }) => {
      const place = await readPlace(ctx, property, body)
      const { agency_uid } = property
      const created = await createOwnerAdjustment(ctx, agency_uid, place, fieldsFrom(body))
      return { ownerAdjustment: presentAdjustment(created) }
    },
  }),
  route({
    ...one,
    method: 'GET',
    summary: 'Get an adjustment',
    answer,
    errors: ['OWNER_ADJUSTMENT_NOT_FOUND'],
    handler: async (ctx, { params }) => ({
      ownerAdjustment: presentAdjustment(await reachedAdjustment(ctx, params.uid!)),
    }),
  }),
  route({
    ...one,
    method: 'PUT',
    summary: 'Replace an adjustment',
    tells: ['OWNER_ADJUSTMENT_UPDATED'],
    body: whole,
    answer,
    errors: ['OWNER_ADJUSTMENT_NOT_FOUND', ...writeErrors],
    authorize: async (ctx, { params, body }) => {
      const present = await reachedAdjustment(ctx, params.uid!, writes)
      const property = await reachedProperty(ctx, body.propertyUid, writes)
      if (property.agency_uid !== present.agency_uid) {
        throw accessDenied('propertyUid', body.propertyUid)
      }
      return { present, property }
    },
    handler: async (ctx, { body, reached: { present, property } }) => {
      const place = await readPlace(ctx, property, body, present)
      const changed = await changeOwnerAdjustment(ctx, present, place, fieldsFrom(body))
      return { ownerAdjustment: presentAdjustment(changed) }
    },
  }),
  route({
    ...one,
    method: 'DELETE',
    summary: 'Delete an adjustment',
    tells: ['OWNER_ADJUSTMENT_DELETED'],
    http: { ...one.http, status: 204 },
    errors: ['OWNER_ADJUSTMENT_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params }) => reachedAdjustment(ctx, params.uid!, writes),
    handler: async (ctx, { reached }) => deleteOwnerAdjustment(ctx, reached),
  }),
]

/** Reads which property, owner or both adjustments are listed for. */
async function filtersOf(ctx: Context, query: Static<typeof listQuery>) {
  const { propertyUid, ownerUid, from, to } = query
  if (propertyUid === undefined && ownerUid === undefined) {
    throw oneOfRequired(['propertyUid', 'ownerUid'])
  }
  if (from !== undefined && to !== undefined && to < from) {
    throw new ApiError('INVALID_DATE_RANGE', "'to' must not be before 'from'")
  }
  const property = propertyUid === undefined ? undefined : await reachedProperty(ctx, propertyUid)
  const owner = ownerUid === undefined ? undefined : await reachedOwner(ctx, ownerUid)
  return { propertyUid: property?.uid, ownerUid: owner?.uid, from, to }
}

function fieldsFrom(body: Static<typeof whole>): AdjustmentFields {
  const { propertyUid: _property, ownerUid: _owner, leadUid: _lead, ...fields } = body
  return { ...fields, description: body.description ?? null }
}

function presentAdjustment(row: OwnerAdjustment) {
  return {
    uid: row.uid,
    adjustmentType: row.adjustment_type,
    name: row.name,
    propertyUid: row.property_uid,
    amount: Number(row.amount),
    description: row.description,
    date: row.date,
    ownerUid: row.owner_uid,
    leadUid: row.lead_uid,
    taxRate: Number(row.tax_rate),
    currency: row.currency,
    createdUtcDateTime: utcText(row.created_at),
    updatedUtcDateTime: utcText(row.updated_at),
  }
}
