/** Fees that a stay is charged: contract/pricing.md §6.3, contract/orders.md §3. */
import Big from 'big.js'
import { roundMoney } from '../../../platform/money.ts'
import type { ChargedFee } from '../fees/fee.ts'
import type { Agreed, FeeOverride, StayToPrice } from '../quotes/quote.ts'

/** Fee as it applies to a stay, before its amount is calculated. */
export interface FeeRow {
  uid: string | null
  name: string
  isTax: boolean
  scope: string
  /** Money, or percentage points if the scope is a percentage. */
  amount: Big
  /** Maximum number of nights that count; 0: all. */
  maximumNights: number
  persons: string
  rate: Big
  /** Set by an override: net amount of the whole stay; for a tax row, the tax. */
  fixedAmount: Big | null
  list: 'others' | 'offline' | 'optional'
}

const zero = new Big(0)

/** Returns the rows of a stay sorted by creation of the fee; rows of overrides alone come last. */
export function feeRows(stay: StayToPrice, nights: number): FeeRow[] {
  const overrides = stay.overrides?.fees?.otherFees ?? []
  const byFee = new Map(overrides.map(override => [override.feeUid?.toLowerCase(), override]))
  const rows = stay.fees
    .filter(fee => isDue(fee, stay, nights))
    .map(fee => toFeeRow(fee, byFee.get(fee.uid) ?? {}, stay))
  const customRows = overrides
    .filter(({ feeUid, removed, enabled }) => !feeUid && removed !== true && enabled !== false)
    .map(override => ({ fee: toFee(override), override }))
    .filter(({ fee }) => isDue(fee, stay, nights))
    .map(({ fee, override }) => toFeeRow(fee, override, stay))
  return [...rows, ...customRows].filter(row => row !== null && !lacksPets(row, stay)) as FeeRow[]
}

/** Returns true if a fee is charged: exemptions apply to long stays, pet fees require pets. */
function isDue(fee: ChargedFee, { pets }: StayToPrice, nights: number): boolean {
  const { type, long_term_stay_exemption: exemption } = fee
  return !(exemption > 0 && nights > exemption) && !(type === 'PET' && pets < 1)
}

/** Returns the row of a fee with its override; null if the override removes it. */
function toFeeRow(
  fee: ChargedFee,
  override: FeeOverride,
  { currency, agreed }: StayToPrice,
): FeeRow | null {
  const list = selectList(fee, override)
  if (override.removed || list === null) return null
  const isTax = (override.amountType ?? fee.amount_type) === 'TAX' || fee.type === 'TAX'
  const { netPrice } = override
  return {
    uid: fee.uid || null,
    name: override.name ?? fee.name,
    isTax,
    scope: override.scope ?? fee.scope,
    amount: new Big(override.amount ?? fee.amount),
    maximumNights: fee.maximum_nights,
    persons: fee.persons,
    rate: isTax ? zero : new Big(override.taxationRate ?? fee.taxation_rate),
    fixedAmount: netPrice == null ? null : roundMoney(prorate(new Big(netPrice), agreed), currency),
    list,
  }
}

/** Returns the list of a fee: offline fees stay offline, optional ones require an override. */
function selectList(fee: ChargedFee, { enabled }: FeeOverride): FeeRow['list'] | null {
  if (fee.offline) return enabled === false ? null : 'offline'
  if (fee.optional) return enabled === true ? 'others' : 'optional'
  return enabled === false ? null : 'others'
}

/**
 * Returns the fee of an override that has no fee of the property: contract/orders.md §3.5. Its uid
 * is empty.
 */
function toFee(override: FeeOverride): ChargedFee {
  return {
    uid: '',
    name: override.name ?? '',
    amount: '0',
    amount_type: 'AMOUNT',
    taxation_rate: '0',
    scope: 'PER_STAY',
    type: override.type ?? 'CUSTOM',
    optional: false,
    offline: false,
    long_term_stay_exemption: 0,
    maximum_nights: 0,
    persons: 'ADULTS_AND_CHILDREN',
  }
}

/** Returns true for a row per pet in a stay without pets; other rows remain even if they are 0. */
function lacksPets({ scope, fixedAmount }: FeeRow, { pets }: StayToPrice): boolean {
  return pets === 0 && fixedAmount === null && scope.startsWith('PER_PET')
}

/** Prorates an amount for part of a split stay. */
export function prorate(amount: Big, agreed: Pick<Agreed, 'share'> | undefined): Big {
  if (!agreed?.share) return amount
  const [nights, originalNights] = agreed.share
  return amount.times(nights).div(originalNights)
}
