import type { Context } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import { findStoredAgency } from '../../access/agencies/agencies.ts'
import type { PropertyRow } from '../../properties/properties/property.ts'
import { amountSections, type CopiedSection } from './copied-setting.ts'

/**
 * Rejects sections with amounts if the currencies of both properties differ.
 *
 * @throws ApiError STATE_CONFLICT
 */
export async function checkCurrencies(
  ctx: Context,
  { source, target }: Record<'source' | 'target', PropertyRow>,
  sections: readonly CopiedSection[],
): Promise<void> {
  const refused = sections.filter(section => amountSections.includes(section))
  if (refused.length === 0 || source.currency === target.currency) return
  const agency = await findStoredAgency(ctx, target.agency_uid)
  const currencyOf = ({ currency }: PropertyRow) =>
    currency === 'NONE' ? agency.currency : currency
  const [sourceCurrency, currency] = [currencyOf(source), currencyOf(target)]
  if (sourceCurrency === currency) return
  const text =
    `${refused.join(' and ')} cannot be copied: property ${source.uid} has ${sourceCurrency}, ` +
    `property ${target.uid} has ${currency}`
  throw new ApiError('STATE_CONFLICT', text, {
    members: { state: 'CURRENCY_DIFFERS', currency, sourceCurrency, sections: refused },
  })
}
