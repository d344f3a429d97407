import { sql } from 'kysely'
import type { Row, Sql } from '../../../platform/graphql/fields.ts'

/**
 * Returns the currency of a property, or of its agency if that is NONE (contract/pricing.md §2).
 */
export function effectiveCurrency(property: Row): Sql {
  return sql`case when ${property('currency')} <> 'NONE' then ${property('currency')}
    else (select a.currency from agencies a where a.agency_uid = ${property('agency_uid')}) end`
}
