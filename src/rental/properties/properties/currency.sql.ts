import { sql } from 'kysely'
import type { Row, Sql } from '../../../platform/graphql/fields.ts'

/**
 * The currency that a property's money is in: its own, or its agency's where that is NONE
 * (contract/pricing.md §2).
 */
export function effectiveCurrency(property: Row): Sql {
  return sql`case when ${property('currency')} <> 'NONE' then ${property('currency')}
    else (select a.currency from agencies a where a.agency_uid = ${property('agency_uid')}) end`
}
