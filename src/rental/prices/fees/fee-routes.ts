/** Routes of fees, with the path, unit of rates and envelope of a version: pricing.md §6.3. */
import { type TSchema, Type } from 'typebox'
import { route } from '../../../context.ts'
import { uid } from '../../../platform/rest/fields.ts'
import { existsIn, type Version } from '../../../platform/rest/version.ts'
import { contentReader } from '../../access/content-states/content-state.sql.ts'
import { requireProperty } from '../../properties/properties/properties.ts'
import { addFee } from './add-fee.ts'
import { changeFee } from './change-fee.ts'
import { deleteFee } from './delete-fee.ts'
import type { Fee, FeeColumns } from './fee.ts'
import {
  feeBodyIn,
  newFeeIn,
  presentFee,
  type RateUnit,
  readFeeColumns,
  requireFee,
  requireWritableFee,
} from './fee-shape.ts'
import { listFees } from './fees.ts'

type PresentedFee = ReturnType<typeof presentFee>

/** Path, unit of rates and envelopes of a version. */
interface FeeApiFormat {
  path: string
  rateUnit: RateUnit
  single: { response: TSchema; envelop(fee: PresentedFee): unknown }
  list: { response: TSchema; envelop(fees: PresentedFee[]): unknown }
}

const feeState = { findState: contentReader('row', { table: 'fees' }) }

export function feeRoutesIn({ path, rateUnit, single, list }: FeeApiFormat) {
  const presentSingle = (fee: Fee) => single.envelop(presentFee(fee, rateUnit))
  return [
    route({
      method: 'GET',
      path,
      summary: 'List the fees and taxes of a property',
      tag: 'Fees',
      query: Type.Object({ propertyUid: uid() }),
      response: list.response,
      errors: ['ACCESS_DENIED'],
      handler: async (ctx, { query }) => {
        const fees = await listFees(ctx, await requireProperty(ctx, query.propertyUid))
        return list.envelop(fees.map(fee => presentFee(fee, rateUnit)))
      },
    }),
    route({
      method: 'POST',
      path,
      summary: 'Create a fee or tax',
      emits: ['UPDATED_PROPERTY'],
      tag: 'Fees',
      body: newFeeIn(rateUnit),
      http: { status: 201 },
      response: single.response,
      errors: ['ACCESS_DENIED', 'READ_ONLY_GRANT'],
      authorize: async (ctx, { body }) =>
        requireProperty(ctx, body.propertyUid, { access: 'READ_WRITE' }),
      handler: async (ctx, { body, authorized }) =>
        presentSingle(await addFee(ctx, authorized, readFeeColumns(body, rateUnit))),
    }),
    route({
      method: 'GET',
      path: `${path}/:uid`,
      http: feeState,
      summary: 'Get a fee',
      tag: 'Fees',
      response: single.response,
      errors: ['FEE_NOT_FOUND'],
      handler: async (ctx, { params }) => presentSingle(await requireFee(ctx, params.uid!)),
    }),
    ...writeRoutesIn({ path, rateUnit, single, list }),
  ]
}

function writeRoutesIn({ path, rateUnit, single }: FeeApiFormat) {
  const presentSingle = (fee: Fee) => single.envelop(presentFee(fee, rateUnit))
  return [
    route({
      method: 'PUT',
      path: `${path}/:uid`,
      http: feeState,
      summary: 'Replace a fee',
      emits: ['UPDATED_PROPERTY'],
      tag: 'Fees',
      body: feeBodyIn(rateUnit),
      response: single.response,
      errors: ['FEE_NOT_FOUND', 'READ_ONLY_GRANT'],
      authorize: async (ctx, { params }) => requireWritableFee(ctx, params.uid!),
      handler: async (ctx, { body, version, authorized }) => {
        const columns = retainNewerFields(readFeeColumns(body, rateUnit), authorized, version)
        return presentSingle(await changeFee(ctx, authorized, columns))
      },
    }),
    route({
      method: 'DELETE',
      path: `${path}/:uid`,
      summary: 'Delete a fee',
      emits: ['UPDATED_PROPERTY'],
      tag: 'Fees',
      http: { status: 204 },
      errors: ['FEE_NOT_FOUND', 'READ_ONLY_GRANT'],
      handler: async (ctx, { params }) =>
        deleteFee(ctx, await requireWritableFee(ctx, params.uid!)),
    }),
  ]
}

/**
 * Retains the stored `maximum_nights` and `persons`, which requests before 3.3 cannot send, unless
 * the scope changes.
 */
function retainNewerFields(columns: FeeColumns, fee: Fee, version: Version): FeeColumns {
  if (existsIn(version, { since: '3.3' }) || columns.scope !== fee.scope) return columns
  const { maximum_nights, persons } = fee
  return { ...columns, maximum_nights, persons }
}
