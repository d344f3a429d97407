import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { recordPropertyUpdate } from '../properties/record-property-update.ts'
import type { DescriptionTexts } from './property-description.ts'
import {
  findDescription,
  type PropertyDescription,
  upsertDescription,
} from './property-descriptions.ts'

/**
 * Upserts the description of a property in one language. Omitted texts do not change
 * (contract/properties.md §6.2).
 */
export async function changeDescription(
  ctx: Context,
  property: { agency_uid: string; uid: string },
  { locale, ...texts }: DescriptionTexts & { locale: string },
): Promise<PropertyDescription> {
  return transaction(ctx, async (ctx: Context) => {
    const written = await upsertDescription(ctx, property, locale, definedColumns(texts))
    if (!written) return (await findDescription(ctx, property, locale))!
    await recordPropertyUpdate(ctx, property)
    return written
  })
}

function definedColumns(texts: DescriptionTexts): Partial<PropertyDescription> {
  const { shortSummary: short_summary, houseManual: house_manual, ...same } = texts
  const columns = { ...same, short_summary, house_manual }
  const defined = Object.entries(columns).filter(([, value]) => value !== undefined)
  return Object.fromEntries(defined)
}
