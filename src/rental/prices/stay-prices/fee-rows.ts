/** Which fees a stay is charged, and how: contract/pricing.md §6.3, contract/orders.md §3. */
import Big from 'big.js'
import { roundMoney } from '../../../platform/money.ts'
import type { ChargedFee } from '../fees/fee.ts'
import type { Agreed, FeeOverride, StayToPrice } from '../quotes/quote.ts'

/** A fee as it applies to a stay, before its amount is worked out. */
export interface FeeRow {
  uid: string | null
  name: string
  isTax: boolean
  scope: string
  /** Money, or percent points where the scope is a percentage. */
  amount: Big
  /** Greatest number of nights that count; 0: all. */
  maximumNights: number
  persons: string
  rate: Big
  /** Set by an override: the net of the whole stay, of a tax row the tax. */
  final: Big | null
  list: 'others' | 'offline' | 'optional'
}

const zero = new Big(0)

/** The rows of a stay in the order of the fees' creation, rows that only an override has last. */
export function feeRows(stay: StayToPrice, nights: number): FeeRow[] {
  const overrides = stay.overrides?.fees?.otherFees ?? []
  const byFee = new Map(overrides.map(override => [override.feeUid?.toLowerCase(), override]))
  const rows = stay.fees
    .filter(fee => isDue(fee, stay, nights))
    .map(fee => rowOf(fee, byFee.get(fee.uid) ?? {}, stay))
  const additions = overrides
    .filter(({ feeUid, removed, enabled }) => !feeUid && removed !== true && enabled !== false)
    .map(override => ({ fee: addition(override), override }))
    .filter(({ fee }) => isDue(fee, stay, nights))
    .map(({ fee, override }) => rowOf(fee, override, stay))
  return [...rows, ...additions].filter(row => row !== null && !lacksPets(row, stay)) as FeeRow[]
}

/** Pet fees need a pet; rows with an exemption end with long stays. */
function isDue(fee: ChargedFee, { pets }: StayToPrice, nights: number): boolean {
  const { type, long_term_stay_exemption: exemption } = fee
  return !(exemption > 0 && nights > exemption) && !(type === 'PET' && pets < 1)
}

/** The row of a fee and what an override says of it; null when the override takes it out. */
function rowOf(
  fee: ChargedFee,
  override: FeeOverride,
  { currency, agreed }: StayToPrice,
): FeeRow | null {
  const list = listOf(fee, override)
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
    final: netPrice == null ? null : roundMoney(shareOf(new Big(netPrice), agreed), currency),
    list,
  }
}

/** Offline fees stay offline; an optional fee is charged only when an override enables it. */
function listOf(fee: ChargedFee, { enabled }: FeeOverride): FeeRow['list'] | null {
  if (fee.offline) return enabled === false ? null : 'offline'
  if (fee.optional) return enabled === true ? 'others' : 'optional'
  return enabled === false ? null : 'others'
}

/** A row that no fee stands behind: contract/orders.md §3.5. */
function addition(override: FeeOverride): ChargedFee {
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

/** A row per pet is left out of a stay without pets; others stay, even when they are 0. */
function lacksPets({ scope, final }: FeeRow, { pets }: StayToPrice): boolean {
  return pets === 0 && final === null && scope.startsWith('PER_PET')
}

/** The share of an amount that a part of a split stay pays of what is paid once. */
export function shareOf(amount: Big, agreed: Pick<Agreed, 'share'> | undefined): Big {
  if (!agreed?.share) return amount
  const [nights, all] = agreed.share
  return amount.times(nights).div(all)
}
