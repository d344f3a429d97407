import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { touchProperty } from '../properties/touch-property.ts'
import type { DescriptionTexts } from './property-description.ts'
import {
  findDescription,
  type PropertyDescription,
  upsertDescription,
} from './property-descriptions.ts'

/** Describes a property in one language; what is not told stays (contract/properties.md §6.2). */
export async function changeDescription(
  ctx: Context,
  property: { agency_uid: string; uid: string },
  { locale, ...texts }: DescriptionTexts & { locale: string },
): Promise<PropertyDescription> {
  return transaction(ctx, async (ctx: Context) => {
    const written = await upsertDescription(ctx, property, locale, columnsOf(texts))
    if (!written) return (await findDescription(ctx, property, locale))!
    await touchProperty(ctx, property)
    return written
  })
}

function columnsOf(texts: DescriptionTexts): Partial<PropertyDescription> {
  const { shortSummary: short_summary, houseManual: house_manual, ...same } = texts
  const columns = { ...same, short_summary, house_manual }
  const told = Object.entries(columns).filter(([, value]) => value !== undefined)
  return Object.fromEntries(told)
}
