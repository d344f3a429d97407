/** Assigned jobs of employees with a limited role, as SQL: contract/general.md §3.1. */
import { sql } from 'kysely'
import type { Sql } from '../../../platform/graphql/fields.ts'

/** An employee and the agency. Each is a value or a slot of a compiled plan. */
export interface EmployeeRef {
  agency: Sql
  employee: Sql
}

/** Returns the condition that a job is assigned to the service provider of the employee. */
export function isAssignedJob(job: string, { agency, employee }: EmployeeRef): Sql {
  return sql`${sql.table(job)}.service_provider_uid = (
    select own.service_provider_uid from employees own
    where own.agency_uid = ${agency} and own.uid = ${employee})`
}

/** Returns the condition that an assigned job at the property is pending. */
export function hasAssignedJob(property: string, assignee: EmployeeRef): Sql {
  return sql`exists (${selectPendingJobs(sql`${sql.table(property)}.uid`, assignee)})`
}

/** Returns the condition that an assigned job at a property is pending in a period. */
export function hasAssignedJobDuring(
  { property, start, end }: { property: Sql; start: Sql; end: Sql },
  assignee: EmployeeRef,
): Sql {
  return sql`exists (${selectPendingJobs(property, assignee)}
    and (${start} is null or ${start} < date_trunc('day', w.end_local) + interval '1 day')
    and (${end} is null or ${end} >= date_trunc('day', w.start_local)))`
}

function selectPendingJobs(property: Sql, assignee: EmployeeRef): Sql {
  return sql`select 1 from jobs w where w.agency_uid = ${assignee.agency}
    and w.property_uid = ${property} and w.status in ('NEW', 'ACCEPTED')
    and ${isAssignedJob('w', assignee)}`
}
