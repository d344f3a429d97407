import { Type } from '../../../platform/rest/fields.ts'
import { unpaged, unpagedResponse } from '../../../platform/rest/list.ts'
import { feeRoutesIn } from './fee-routes.ts'
import { feeIn } from './fee-shape.ts'

const fee = feeIn('fraction')

export const feeRoutes = feeRoutesIn({
  path: '/fees',
  rateUnit: 'fraction',
  single: { response: Type.Object({ fee }), envelop: fee => ({ fee }) },
  list: { response: unpagedResponse('fees', fee), envelop: fees => unpaged('fees', fees) },
})
