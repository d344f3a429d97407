/** House rule on the wire, in every version: contract/properties.md §6.5. */
import { named, nullable, oneOf, shape, since, text, uid } from '../../../platform/rest/fields.ts'
import { propertyRuleCodes } from './property-rule.ts'
import type { PropertyRule } from './property-rules.ts'

export const propertyRule = shape('PropertyRule', {
  uid: uid(),
  rule: named('PropertyRuleCode', oneOf(propertyRuleCodes)),
  propertyUid: nullable(uid()),
  hotelUid: since('3.1', nullable(uid())),
  description: nullable(text()),
})

export function presentPropertyRule(row: PropertyRule) {
  return {
    uid: row.uid,
    rule: row.rule,
    propertyUid: row.property_uid,
    hotelUid: row.hotel_uid,
    description: row.description,
  }
}
