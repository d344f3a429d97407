import type { Context } from '../../../context.ts'
import { defaultRules, type PricingRule, type PricingRules } from './pricing-rule.ts'

interface PropertyKey {
  agency_uid: string
  uid: string
}

/** Finds the rules of a property; the standard ones if none are stored. */
export async function findRules({ db }: Context, property: PropertyKey): Promise<PricingRules> {
  const row = await db
    .selectFrom('property_pricing_rules')
    .selectAll()
    .where('agency_uid', '=', property.agency_uid)
    .where('property_uid', '=', property.uid)
    .executeTakeFirst()
  if (!row) return defaultRules
  const { agency_uid: _agency, property_uid: _property, ...rules } = row
  return { ...rules, pricing_rules: rules.pricing_rules as PricingRule[] }
}

export async function storeRules(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: PropertyKey,
  rules: PricingRules,
): Promise<void> {
  const columns = { ...rules, pricing_rules: JSON.stringify(rules.pricing_rules) }
  await db
    .insertInto('property_pricing_rules')
    .values({ agency_uid, property_uid: uid, ...columns })
    .onConflict(conflict => conflict.columns(['agency_uid', 'property_uid']).doUpdateSet(columns))
    .execute()
}
