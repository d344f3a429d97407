import type { Context } from '../../../context.ts'
import { recordEvent } from '../../../pending-events/record-event.ts'
import { declareInvalidation } from '../../../platform/db/cache-tags/invalidate.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { lockProperty } from '../../properties/properties/properties.ts'
import { recordPropertyUpdate } from '../../properties/properties/record-property-update.ts'
import { applyChange, isBlank, isSame, noValues, type PeriodChange } from './pricing-period.ts'
import { type DatedValues, deletePeriods, findPeriods, storePeriods } from './pricing-periods.ts'

/**
 * Changes the pricing periods of dates of one property, all or nothing, and marks the property as
 * updated if they differ. Concurrent changes of a property are serialized: changes of different
 * fields of one date are both stored (contract/pricing.md §5).
 *
 * @returns values of each date after the change
 */
export async function changePricingPeriods(
  ctx: Context,
  property: { agency_uid: string; uid: string },
  changes: ReadonlyMap<string, PeriodChange>,
): Promise<DatedValues[]> {
  return transaction(ctx, async (ctx: Context) => {
    await lockProperty(ctx, property)
    declareInvalidation(property.agency_uid, [property.uid], [property.uid])
    const rows = await findPeriods(ctx, property, [...changes.keys()])
    const currentByDate = new Map(rows.map(row => [row.date, toPeriodValues(row)]))
    const results = [...changes].map(([date, change]) => {
      const before = currentByDate.get(date) ?? noValues
      const after = applyChange(before, change)
      return { date, after, differs: !isSame(before, after) }
    })
    const different = results.filter(({ differs }) => differs)
    // A period without values is not stored.
    const toDelete = different.filter(({ after }) => isBlank(after))
    const toStore = different.filter(({ after }) => !isBlank(after))
    await deletePeriods(
      ctx,
      property,
      toDelete.map(({ date }) => date),
    )
    await storePeriods(ctx, property, toStore.map(toDatedValues))
    if (different.length > 0) {
      await recordPropertyUpdate(ctx, property)
      const keys = { property_uid: property.uid }
      recordEvent(ctx, { agencyUid: property.agency_uid, type: 'PRICING_UPDATED', keys })
    }
    return results.map(toDatedValues)
  })
}

function toPeriodValues({
  agency_uid: _agency,
  property_uid: _property,
  date: _date,
  ...values
}: Row) {
  return values
}

type Row = Awaited<ReturnType<typeof findPeriods>>[number]

function toDatedValues({ date, after }: { date: string; after: typeof noValues }): DatedValues {
  return { date, ...after }
}
