/** Fees, at the address, in the unit and in the envelope that a version has: pricing.md §6.3. */
import { type TSchema, Type } from 'typebox'
import { route } from '../../../context.ts'
import { uid } from '../../../platform/rest/fields.ts'
import { existsIn, type Version } from '../../../platform/rest/version.ts'
import { reachedProperty } from '../../properties/properties/properties.ts'
import { addFee } from './add-fee.ts'
import { changeFee } from './change-fee.ts'
import { deleteFee } from './delete-fee.ts'
import type { Fee, FeeColumns } from './fee.ts'
import {
  columnsOf,
  feeBodyIn,
  newFeeIn,
  presentFee,
  type RateUnit,
  reachedFee,
  writableFee,
} from './fee-shape.ts'
import { listFees } from './fees.ts'

type Shown = ReturnType<typeof presentFee>

interface FeeStyle {
  path: string
  unit: RateUnit
  one: { answer: TSchema; envelop(fee: Shown): unknown }
  many: { answer: TSchema; envelop(fees: Shown[]): unknown }
}

export function feeRoutesIn({ path, unit, one, many }: FeeStyle) {
  const shown = (fee: Fee) => one.envelop(presentFee(fee, unit))
  return [
    route({
      method: 'GET',
      path,
      summary: 'List the fees and taxes of a property',
      tag: 'Fees',
      query: Type.Object({ propertyUid: uid() }),
      answer: many.answer,
      errors: ['ACCESS_DENIED'],
      handler: async (ctx, { query }) => {
        const fees = await listFees(ctx, await reachedProperty(ctx, query.propertyUid))
        return many.envelop(fees.map(fee => presentFee(fee, unit)))
      },
    }),
    route({
      method: 'POST',
      path,
      summary: 'Create a fee or tax',
      tells: ['UPDATED_PROPERTY'],
      tag: 'Fees',
      body: newFeeIn(unit),
      http: { status: 201 },
      answer: one.answer,
      errors: ['ACCESS_DENIED', 'READ_ONLY_GRANT'],
      authorize: async (ctx, { body }) =>
        reachedProperty(ctx, body.propertyUid, { access: 'READ_WRITE' }),
      handler: async (ctx, { body, reached }) =>
        shown(await addFee(ctx, reached, columnsOf(body, unit))),
    }),
    route({
      method: 'GET',
      path: `${path}/:uid`,
      summary: 'Get a fee',
      tag: 'Fees',
      answer: one.answer,
      errors: ['FEE_NOT_FOUND'],
      handler: async (ctx, { params }) => shown(await reachedFee(ctx, params.uid!)),
    }),
    ...writesIn({ path, unit, one, many }),
  ]
}

function writesIn({ path, unit, one }: FeeStyle) {
  const shown = (fee: Fee) => one.envelop(presentFee(fee, unit))
  return [
    route({
      method: 'PUT',
      path: `${path}/:uid`,
      summary: 'Replace a fee',
      tells: ['UPDATED_PROPERTY'],
      tag: 'Fees',
      body: feeBodyIn(unit),
      answer: one.answer,
      errors: ['FEE_NOT_FOUND', 'READ_ONLY_GRANT'],
      authorize: async (ctx, { params }) => writableFee(ctx, params.uid!),
      handler: async (ctx, { body, version, reached }) => {
        const columns = withUnknown(columnsOf(body, unit), reached, version)
        return shown(await changeFee(ctx, reached, columns))
      },
    }),
    route({
      method: 'DELETE',
      path: `${path}/:uid`,
      summary: 'Delete a fee',
      tells: ['UPDATED_PROPERTY'],
      tag: 'Fees',
      http: { status: 204 },
      errors: ['FEE_NOT_FOUND', 'READ_ONLY_GRANT'],
      handler: async (ctx, { params }) => deleteFee(ctx, await writableFee(ctx, params.uid!)),
    }),
  ]
}

/** A version that does not know of nights and persons leaves them, unless the scope changes. */
function withUnknown(columns: FeeColumns, fee: Fee, version: Version): FeeColumns {
  if (existsIn(version, { since: '3.3' }) || columns.scope !== fee.scope) return columns
  const { maximum_nights, persons } = fee
  return { ...columns, maximum_nights, persons }
}
