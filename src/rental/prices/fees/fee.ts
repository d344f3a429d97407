/** Fees and taxes of a property: contract/pricing.md §6.3. */
import type { Selectable } from 'kysely'
import { invalidParameter } from '../../../platform/errors.ts'
import type { FeesTable } from '../../tables.ts'

export type Fee = Selectable<FeesTable>

/** What may be changed of a fee. */
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

/** The persons that a fee per guest counts. */
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

/** Former spellings, still taken. */
export const airbnbFeeTypeAliases = {
  PASS_THROUGH_OCCUPANCY_TAX: 'PASS_THROUGH_TRANSIENT_OCCUPANCY_TAX',
  PASS_THROUGH_VAT_GST: 'PASS_THROUGH_VAT_TAX',
} as const

const percentMax = 1_000

type Counted = Pick<FeeColumns, 'amount' | 'scope' | 'maximum_nights' | 'persons'>

/**
 * @throws ApiError INVALID_PARAMETER for an amount that is a percentage and too large for one, and
 *   for nights or persons where the scope counts none
 */
export function checkCounted({ amount, scope, maximum_nights, persons }: Counted): void {
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

/** Columns of a fee that decide its row in an order. */
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

/** A fee as a JSON array, which is shorter than an object. */
export type FeeTuple = [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  boolean,
  boolean,
  number,
  number,
  string,
]

export function feeOf(tuple: FeeTuple): ChargedFee {
  const [uid, name, amount, amount_type, taxation_rate, scope, type, ...rest] = tuple
  const [optional, offline, long_term_stay_exemption, maximum_nights, persons] = rest
  const flags = { optional, offline, long_term_stay_exemption, maximum_nights, persons }
  return { uid, name, amount, amount_type, taxation_rate, scope, type, ...flags }
}

export function tupleOf(fee: ChargedFee): FeeTuple {
  const { uid, name, amount, amount_type, taxation_rate, scope, type, ...flags } = fee
  const { optional, offline, long_term_stay_exemption, maximum_nights, persons } = flags
  return [
    ...([uid, name, amount, amount_type, taxation_rate, scope, type] as const),
    ...([optional, offline, long_term_stay_exemption, maximum_nights, persons] as const),
  ]
}
