import type { Context } from '../../../context.ts'
import { touches } from '../../../platform/db/marks/touched.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { recordEvent } from '../../events/events/record-event.ts'
import { lockProperty } from '../../properties/properties/properties.ts'
import { touchProperty } from '../../properties/properties/touch-property.ts'
import { changed, isBlank, isSame, noValues, type PeriodChange } from './pricing-period.ts'
import { type DatedValues, deletePeriods, findPeriods, storePeriods } from './pricing-periods.ts'

/**
 * Changes what is stored for dates of one property, all or nothing, and touches the property once
 * if that makes a difference. Callers that change the same property take turns, so that two who set
 * different fields of one date both find their own (contract/pricing.md §5).
 *
 * @returns what is stored for each of the dates afterwards
 */
export async function changePricingPeriods(
  ctx: Context,
  property: { agency_uid: string; uid: string },
  changes: ReadonlyMap<string, PeriodChange>,
): Promise<DatedValues[]> {
  return transaction(ctx, async (ctx: Context) => {
    await lockProperty(ctx, property)
    touches(property.agency_uid, [property.uid], [property.uid])
    const found = await findPeriods(ctx, property, [...changes.keys()])
    const present = new Map(found.map(row => [row.date, valuesOf(row)]))
    const wanted = [...changes].map(([date, change]) => {
      const before = present.get(date) ?? noValues
      const after = changed(before, change)
      return { date, after, differs: !isSame(before, after) }
    })
    const different = wanted.filter(({ differs }) => differs)
    const [gone, kept] = [true, false].map(blank =>
      different.filter(({ after }) => isBlank(after) === blank).map(dated),
    )
    await deletePeriods(
      ctx,
      property,
      gone!.map(({ date }) => date),
    )
    await storePeriods(ctx, property, kept!)
    if (different.length > 0) {
      await touchProperty(ctx, property)
      const keys = { property_uid: property.uid }
      recordEvent(ctx, { agencyUid: property.agency_uid, type: 'PRICING_UPDATED', keys })
    }
    return wanted.map(dated)
  })
}

function valuesOf({ agency_uid: _agency, property_uid: _property, date: _date, ...values }: Row) {
  return values
}

type Row = Awaited<ReturnType<typeof findPeriods>>[number]

function dated({ date, after }: { date: string; after: typeof noValues }): DatedValues {
  return { date, ...after }
}
