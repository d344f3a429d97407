/** Adjustments between an agency and an owner: contract/resources.md §2.3. */
import Big from 'big.js'
import type { Insertable, Selectable } from 'kysely'
import { decimalText, moneyText } from '../../../platform/money.ts'
import type { OwnerAdjustmentsTable } from '../../tables.ts'

export const adjustmentTypes = ['CREDIT', 'DEBIT'] as const

export type OwnerAdjustment = Selectable<OwnerAdjustmentsTable>

/** Fields of an adjustment in a request, without its references. */
export interface AdjustmentFields {
  adjustmentType: (typeof adjustmentTypes)[number]
  name: string
  description: string | null
  amount: number
  taxRate: number
  currency: string
  date: string
}

/** Property, owner and lead of an adjustment. */
export type AdjustmentReferences = Pick<
  Insertable<OwnerAdjustmentsTable>,
  'property_uid' | 'owner_uid' | 'lead_uid'
>

export function toColumns(fields: AdjustmentFields) {
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

/** Returns an adjustment with numeric amounts, as events compare it. */
export function toEventFields(row: OwnerAdjustment) {
  return { ...row, amount: Number(row.amount), tax_rate: Number(row.tax_rate) }
}
