import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../../context.ts'
import { newUid } from '../../../platform/uid.ts'
import { changePricingRules } from './change-pricing-rules.ts'
import { type PricingRules, withUids } from './pricing-rule.ts'
import { findRules } from './pricing-rules.ts'

interface PropertyKey {
  agency_uid: string
  uid: string
}

/** Replaces the rules of a property by those of another one, which get new uids. */
export async function copyPricingRules(
  ctx: Context,
  source: PropertyKey,
  target: PropertyKey,
): Promise<void> {
  const rules = withoutUids(await findRules(ctx, source))
  await changePricingRules(ctx, target, current => {
    if (isDeepStrictEqual(withoutUids(current), rules)) return current
    const uid = () => newUid(ctx.clock.now().getTime())
    return { ...rules, pricing_rules: withUids(rules.pricing_rules, [], uid) }
  })
}

function withoutUids({ pricing_rules, ...rules }: PricingRules) {
  return { ...rules, pricing_rules: pricing_rules.map(({ uid: _uid, ...rule }) => rule) }
}
