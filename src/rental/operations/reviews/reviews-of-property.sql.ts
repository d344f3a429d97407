import { sql } from 'kysely'
import type { Row, Sql } from '../../../platform/graphql/fields.ts'

/** Returns SQL for the number of reviews of a property and their average rating, as JSON. */
export function reviewsOfProperty(property: Row): Sql {
  return sql`(select json_build_object('total', count(*), 'average', avg(r.rating)::float8)
    from reviews r where r.agency_uid = ${property('agency_uid')}
    and r.property_uid = ${property('uid')} and r.deleted_at is null)`
}
