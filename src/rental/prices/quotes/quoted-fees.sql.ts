/** The fees of a property as a quote looks at them. */
import { sql } from 'kysely'
import type { Row } from '../../../platform/graphql/fields.ts'

/** Selects fees as arrays, see `FeeTuple`: objects would take the database a third longer. */
export const feesSql = (
  p: Row,
) => sql`(select coalesce(json_agg(json_build_array(f.uid, f.name, f.amount::text,
      f.amount_type, f.taxation_rate::text, f.scope, f.type, f.optional, f.offline,
      f.long_term_stay_exemption, f.maximum_nights, f.persons) order by f.created_at, f.uid), '[]')
  from fees f where f.agency_uid = ${p('agency_uid')} and f.property_uid = p.uid)`
