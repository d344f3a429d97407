/** Fees and taxes of a property: contract/pricing.md §6.3. */
import type { Selectable } from 'kysely'
import { invalidParameter } from '../../../platform/errors.ts'
import type { FeesTable } from '../../tables.ts'

export type Fee = Selectable<FeesTable>

/** Changeable columns of a fee. */
export type FeeColumns = Omit<
  Fee,
  'agency_uid' | 'uid' | 'property_uid' | 'created_at' | 'updated_at'
>

export const amountTypes = ['AMOUNT', 'TAX'] as const

export const feeScopes = [
  'PER_NIGHT',
  'PER_STAY',
  'PER_GUEST_PER_NIGHT',
  'PER_GUEST',
  'PER_PET',
  'PER_PET_PER_NIGHT',
  'PERCENTAGE_OF_TOTAL',
  'PERCENTAGE_OF_RENT',
] as const

/** Guests that a fee per guest counts. */
export const feePersons = ['ALL', 'ADULTS', 'ADULTS_AND_CHILDREN'] as const

export const feeTypes = [
  'CLEANING',
  'EARLY_ARRIVAL',
  'LATE_DEPARTURE',
  'LATE_ARRIVAL',
  'PET',
  'TAX',
  'CUSTOM',
] as const

export const airbnbFeeTypes = [
  'PASS_THROUGH_RESORT_FEE',
  'PASS_THROUGH_MANAGEMENT_FEE',
  'PASS_THROUGH_COMMUNITY_FEE',
  'PASS_THROUGH_LINEN_FEE',
  'PASS_THROUGH_ELECTRICITY_FEE',
  'PASS_THROUGH_WATER_FEE',
  'PASS_THROUGH_HEATING_FEE',
  'PASS_THROUGH_AIR_CONDITIONING_FEE',
  'PASS_THROUGH_UTILITY_FEE',
  'PASS_THROUGH_PET_FEE',
  'PASS_THROUGH_CLEANING_FEE',
  'PASS_THROUGH_SHORT_TERM_CLEANING_FEE',
  'PASS_THROUGH_SECURITY_DEPOSIT',
  'PASS_THROUGH_HOTEL_TAX',
  'PASS_THROUGH_LODGING_TAX',
  'PASS_THROUGH_ROOM_TAX',
  'PASS_THROUGH_TOURIST_TAX',
  'PASS_THROUGH_TRANSIENT_OCCUPANCY_TAX',
  'PASS_THROUGH_SALES_TAX',
  'PASS_THROUGH_VAT_TAX',
  'PASS_THROUGH_TOURISM_ASSESSMENT_FEE',
  'AIRBNB_COLLECTED_TAX',
] as const

/** Former spellings, still accepted. */
export const airbnbFeeTypeAliases = {
  PASS_THROUGH_OCCUPANCY_TAX: 'PASS_THROUGH_TRANSIENT_OCCUPANCY_TAX',
  PASS_THROUGH_VAT_GST: 'PASS_THROUGH_VAT_TAX',
} as const

/** Maximum amount of a fee in percent. */
const percentMax = 1_000

type ScopeColumns = Pick<FeeColumns, 'amount' | 'scope' | 'maximum_nights' | 'persons'>

/**
 * Checks amount, nights and persons of a fee against its scope.
 *
 * @throws ApiError INVALID_PARAMETER for a percentage that is too large, and for nights or persons
 *   if the scope counts none
 */
export function checkFeeScope({ amount, scope, maximum_nights, persons }: ScopeColumns): void {
  if (scope.startsWith('PERCENTAGE_') && Number(amount) > percentMax) {
    throw invalidParameter('amount', `must be less than or equal to ${percentMax}`)
  }
  if (maximum_nights > 0 && !scope.endsWith('PER_NIGHT')) {
    throw invalidParameter('maximumNights', 'must be 0 when the scope does not count nights')
  }
  if (persons !== 'ADULTS_AND_CHILDREN' && !scope.startsWith('PER_GUEST')) {
    const text = 'must be ADULTS_AND_CHILDREN when the scope does not count guests'
    throw invalidParameter('persons', text)
  }
}

/** Columns of a fee that determine its row in an order. */
export type ChargedFee = Pick<
  Fee,
  | 'uid'
  | 'name'
  | 'amount'
  | 'amount_type'
  | 'taxation_rate'
  | 'scope'
  | 'type'
  | 'optional'
  | 'offline'
  | 'long_term_stay_exemption'
  | 'maximum_nights'
  | 'persons'
>

/** Fee as a JSON array, which is shorter than an object. */
export type FeeTuple = [
  uid: string,
  name: string,
  amount: string,
  amountType: string,
  taxationRate: string,
  scope: string,
  type: string,
  optional: boolean,
  offline: boolean,
  longTermStayExemption: number,
  maximumNights: number,
  persons: string,
]

export function feeFromTuple(tuple: FeeTuple): ChargedFee {
  const [uid, name, amount, amount_type, taxation_rate, scope, type, ...tail] = tuple
  const [optional, offline, long_term_stay_exemption, maximum_nights, persons] = tail
  const remaining = { optional, offline, long_term_stay_exemption, maximum_nights, persons }
  return { uid, name, amount, amount_type, taxation_rate, scope, type, ...remaining }
}

export function feeToTuple(fee: ChargedFee): FeeTuple {
  const { uid, name, amount, amount_type, taxation_rate, scope, type, ...remaining } = fee
  const { optional, offline, long_term_stay_exemption, maximum_nights, persons } = remaining
  return [
    ...([uid, name, amount, amount_type, taxation_rate, scope, type] as const),
    ...([optional, offline, long_term_stay_exemption, maximum_nights, persons] as const),
  ]
}
