/** What is set off between an agency and an owner: contract/resources.md §2.3. */
import Big from 'big.js'
import type { Insertable, Selectable } from 'kysely'
import { decimalText, moneyText } from '../../../platform/money.ts'
import type { OwnerAdjustmentsTable } from '../../tables.ts'

export const adjustmentTypes = ['CREDIT', 'DEBIT'] as const

export type OwnerAdjustment = Selectable<OwnerAdjustmentsTable>

/** What a client writes of an adjustment beside what it belongs to. */
export interface AdjustmentFields {
  adjustmentType: (typeof adjustmentTypes)[number]
  name: string
  description: string | null
  amount: number
  taxRate: number
  currency: string
  date: string
}

/** Whose adjustment it is. */
export type AdjustmentPlace = Pick<
  Insertable<OwnerAdjustmentsTable>,
  'property_uid' | 'owner_uid' | 'lead_uid'
>

export function columnsOf(fields: AdjustmentFields) {
  return {
    adjustment_type: fields.adjustmentType,
    name: fields.name.trim(),
    description: fields.description,
    amount: moneyText(new Big(fields.amount), fields.currency),
    tax_rate: decimalText(fields.taxRate),
    currency: fields.currency,
    date: fields.date,
  }
}

/** An adjustment as events compare it: its figures are numbers, as on the wire. */
export function toldAdjustment(row: OwnerAdjustment) {
  return { ...row, amount: Number(row.amount), tax_rate: Number(row.tax_rate) }
}
