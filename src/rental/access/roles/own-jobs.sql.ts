/** What is an employee's own who has only that, as SQL: contract/general.md §3.1. */
import { sql } from 'kysely'
import type { Sql } from '../../../platform/graphql/fields.ts'

/** An employee and the agency, each a value or a slot. */
export interface Somebody {
  agency: Sql
  employee: Sql
}

/** The condition that a job is one of the service provider that the employee works for. */
export function isOwnJob(job: string, { agency, employee }: Somebody): Sql {
  return sql`${sql.table(job)}.service_provider_uid = (
    select own.service_provider_uid from employees own
    where own.agency_uid = ${agency} and own.uid = ${employee})`
}

/** The condition that an own job at the property waits to be done. */
export function hasOwnJob(property: string, somebody: Somebody): Sql {
  return sql`exists (${ownJobsAt(sql`${sql.table(property)}.uid`, somebody)})`
}

/** The condition that an own job waits to be done at a property while something else lasts. */
export function hasOwnJobDuring(
  { property, start, end }: { property: Sql; start: Sql; end: Sql },
  somebody: Somebody,
): Sql {
  return sql`exists (${ownJobsAt(property, somebody)}
    and (${start} is null or ${start} < date_trunc('day', w.end_local) + interval '1 day')
    and (${end} is null or ${end} >= date_trunc('day', w.start_local)))`
}

function ownJobsAt(property: Sql, somebody: Somebody): Sql {
  return sql`select 1 from jobs w where w.agency_uid = ${somebody.agency}
    and w.property_uid = ${property} and w.status in ('NEW', 'ACCEPTED')
    and ${isOwnJob('w', somebody)}`
}
