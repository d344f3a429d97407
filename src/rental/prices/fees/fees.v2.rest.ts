import { Type } from '../../../platform/rest/fields.ts'
import { feeRoutesIn } from './fee-routes.ts'
import { feeIn } from './fee-shape.ts'

const fee = feeIn('percent')

/** Legacy `/v2/customfees`: without envelopes, rates in percent. */
export const legacyFeeRoutes = feeRoutesIn({
  path: '/customfees',
  rateUnit: 'percent',
  single: { response: fee, envelop: fee => fee },
  list: { response: Type.Array(fee), envelop: fees => fees },
})
