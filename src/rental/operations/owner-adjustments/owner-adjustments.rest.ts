/** Owner adjustments: contract/resources.md §2.3. */
import type { Static } from 'typebox'
import { type Context, route } from '../../../context.ts'
import { utcText } from '../../../platform/dates/dates.ts'
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
import { unpaged, unpagedResponse } from '../../../platform/rest/list.ts'
import { stateReader } from '../../events/events/object-states.sql.ts'
import { requireOwner } from '../../properties/owners/owners.ts'
import { requireProperty } from '../../properties/properties/properties.ts'
import { changeOwnerAdjustment } from './change-owner-adjustment.ts'
import { createOwnerAdjustment } from './create-owner-adjustment.ts'
import { deleteOwnerAdjustment } from './delete-owner-adjustment.ts'
import { type AdjustmentFields, adjustmentTypes, type OwnerAdjustment } from './owner-adjustment.ts'
import { listOwnerAdjustments, requireAdjustment } from './owner-adjustments.ts'
import { readReferences } from './read-adjustment-references.ts'

const ownerAdjustmentSchema = shape('OwnerAdjustment', {
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

const ownerAdjustmentInput = shape('OwnerAdjustmentInput', {
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

const response = Type.Object({ ownerAdjustment: ownerAdjustmentSchema })
const collection = { path: '/owner-adjustments', tag: 'Owners' } as const
const item = {
  path: '/owner-adjustments/:uid',
  http: { findState: stateReader('owner_adjustments', 'OWNER_ADJUSTMENT') },
  tag: 'Owners',
} as const
const writeAccess = { access: 'READ_WRITE' } as const
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
    ...collection,
    method: 'GET',
    summary: 'List the adjustments of a property or an owner',
    query: listQuery,
    response: unpagedResponse('ownerAdjustments', ownerAdjustmentSchema),
    errors: [
      'REQUIRED_PARAMETER',
      'INVALID_PARAMETER',
      'INVALID_DATE_RANGE',
      'ACCESS_DENIED',
      'OWNER_NOT_FOUND',
    ],
    handler: async (ctx, { query }) => {
      const rows = await listOwnerAdjustments(ctx, await readFilters(ctx, query))
      return unpaged('ownerAdjustments', rows.map(presentAdjustment))
    },
  }),
  route({
    ...collection,
    method: 'POST',
    summary: 'Create an adjustment',
    emits: ['OWNER_ADJUSTMENT_CREATED'],
    body: ownerAdjustmentInput,
    http: { status: 201 },
    response,
    errors: writeErrors,
    authorize: async (ctx, { body }) => requireProperty(ctx, body.propertyUid, writeAccess),
    handler: async (ctx, { body, authorized: property }) => {
      const references = await readReferences(ctx, property, body)
      const { agency_uid } = property
      const created = await createOwnerAdjustment(
        ctx,
        agency_uid,
        references,
        readAdjustmentFields(body),
      )
      return { ownerAdjustment: presentAdjustment(created) }
    },
  }),
  route({
    ...item,
    method: 'GET',
    summary: 'Get an adjustment',
    response,
    errors: ['OWNER_ADJUSTMENT_NOT_FOUND'],
    handler: async (ctx, { params }) => ({
      ownerAdjustment: presentAdjustment(await requireAdjustment(ctx, params.uid!)),
    }),
  }),
  route({
    ...item,
    method: 'PUT',
    summary: 'Replace an adjustment',
    emits: ['OWNER_ADJUSTMENT_UPDATED'],
    body: ownerAdjustmentInput,
    response,
    errors: ['OWNER_ADJUSTMENT_NOT_FOUND', ...writeErrors],
    authorize: async (ctx, { params, body }) => {
      const current = await requireAdjustment(ctx, params.uid!, writeAccess)
      const property = await requireProperty(ctx, body.propertyUid, writeAccess)
      if (property.agency_uid !== current.agency_uid) {
        throw accessDenied('propertyUid', body.propertyUid)
      }
      return { current, property }
    },
    handler: async (ctx, { body, authorized: { current, property } }) => {
      const references = await readReferences(ctx, property, body, current)
      const changed = await changeOwnerAdjustment(
        ctx,
        current,
        references,
        readAdjustmentFields(body),
      )
      return { ownerAdjustment: presentAdjustment(changed) }
    },
  }),
  route({
    ...item,
    method: 'DELETE',
    summary: 'Delete an adjustment',
    emits: ['OWNER_ADJUSTMENT_DELETED'],
    http: { ...item.http, status: 204 },
    errors: ['OWNER_ADJUSTMENT_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params }) => requireAdjustment(ctx, params.uid!, writeAccess),
    handler: async (ctx, { authorized }) => deleteOwnerAdjustment(ctx, authorized),
  }),
]

/** Parses the filters, of which a property or an owner is required. */
async function readFilters(ctx: Context, query: Static<typeof listQuery>) {
  const { propertyUid, ownerUid, from, to } = query
  if (propertyUid === undefined && ownerUid === undefined) {
    throw oneOfRequired(['propertyUid', 'ownerUid'])
  }
  if (from !== undefined && to !== undefined && to < from) {
    throw new ApiError('INVALID_DATE_RANGE', "'to' must not be before 'from'")
  }
  const property = propertyUid === undefined ? undefined : await requireProperty(ctx, propertyUid)
  const owner = ownerUid === undefined ? undefined : await requireOwner(ctx, ownerUid)
  return { propertyUid: property?.uid, ownerUid: owner?.uid, from, to }
}

function readAdjustmentFields(body: Static<typeof ownerAdjustmentInput>): AdjustmentFields {
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
