import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../../context.ts'
import { recordEvent } from '../../../pending-events/record-event.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { lockProperty } from '../../properties/properties/properties.ts'
import { recordPropertyUpdate } from '../../properties/properties/record-property-update.ts'
import type { PricingRules } from './pricing-rule.ts'
import { findRules, storeRules } from './pricing-rules.ts'

/**
 * Replaces the rules of a property with the result of `change`, and marks the property as updated
 * if they differ. Concurrent changes of a property are serialized.
 *
 * @returns rules after the change
 */
export async function changePricingRules(
  ctx: Context,
  property: { agency_uid: string; uid: string },
  change: (current: PricingRules) => PricingRules,
): Promise<PricingRules> {
  return transaction(ctx, async (ctx: Context) => {
    await lockProperty(ctx, property)
    const current = await findRules(ctx, property)
    const rules = change(current)
    if (!isDeepStrictEqual(rules, current)) {
      await storeRules(ctx, property, rules)
      await recordPropertyUpdate(ctx, property)
      const keys = { property_uid: property.uid }
      recordEvent(ctx, { agencyUid: property.agency_uid, type: 'PRICING_UPDATED', keys })
    }
    return rules
  })
}
