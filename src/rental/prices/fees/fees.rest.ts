import { Type } from '../../../platform/rest/fields.ts'
import { unpaged, unpagedAnswer } from '../../../platform/rest/list.ts'
import { feeRoutesIn } from './fee-routes.ts'
import { feeIn } from './fee-shape.ts'

const fee = feeIn('fraction')

export const feeRoutes = feeRoutesIn({
  path: '/fees',
  unit: 'fraction',
  one: { answer: Type.Object({ fee }), envelop: fee => ({ fee }) },
  many: { answer: unpagedAnswer('fees', fee), envelop: fees => unpaged('fees', fees) },
})
