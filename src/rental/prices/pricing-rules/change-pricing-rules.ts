import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { recordEvent } from '../../events/events/record-event.ts'
import { lockProperty } from '../../properties/properties/properties.ts'
import { touchProperty } from '../../properties/properties/touch-property.ts'
import type { PricingRules } from './pricing-rule.ts'
import { findRules, storeRules } from './pricing-rules.ts'

/**
 * Makes the rules of a property what `change` makes of the present ones, and touches the property
 * if that makes a difference. Callers that change the same property take turns.
 *
 * @returns the rules afterwards
 */
export async function changePricingRules(
  ctx: Context,
  property: { agency_uid: string; uid: string },
  change: (present: PricingRules) => PricingRules,
): Promise<PricingRules> {
  return transaction(ctx, async (ctx: Context) => {
    await lockProperty(ctx, property)
    const present = await findRules(ctx, property)
    const wanted = change(present)
    if (!isDeepStrictEqual(wanted, present)) {
      await storeRules(ctx, property, wanted)
      await touchProperty(ctx, property)
      const keys = { property_uid: property.uid }
      recordEvent(ctx, { agencyUid: property.agency_uid, type: 'PRICING_UPDATED', keys })
    }
    return wanted
  })
}
