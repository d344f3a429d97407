import { Type } from '../../../platform/rest/fields.ts'
import { feeRoutesIn } from './fee-routes.ts'
import { feeIn } from './fee-shape.ts'

const fee = feeIn('percent')

/** Legacy `/v2/customfees`: the same, bare and in percent. */
export const legacyFeeRoutes = feeRoutesIn({
  path: '/customfees',
  unit: 'percent',
  one: { answer: fee, envelop: fee => fee },
  many: { answer: Type.Array(fee), envelop: fees => fees },
})
