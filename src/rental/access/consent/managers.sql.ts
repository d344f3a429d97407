/** Employees who may grant access to partners. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'

/** An employee who may grant access to partners. */
export interface Manager {
  agency_uid: string
  uid: string
  agency_name: string
}

/**
 * Filters employees to active managers and administrators of enabled agencies, with the names of
 * their agencies.
 */
export async function listManagers(
  { db }: Pick<Context, 'db'>,
  employees: { agency_uid: string; uid: string }[],
): Promise<Manager[]> {
  if (employees.length === 0) return []
  const { rows } = await sql<Manager>`
    select e.agency_uid, e.uid, a.name as agency_name
    from employees e join agencies a on a.agency_uid = e.agency_uid
    where e.agency_uid = any(${employees.map(({ agency_uid }) => agency_uid)}::uuid[])
      and (e.agency_uid, e.uid) in (${sql.join(
        employees.map(({ agency_uid, uid }) => sql`(${agency_uid}::uuid, ${uid}::uuid)`),
      )}) and e.is_active and e.role in ('ADMIN', 'MANAGER') and a.disabled_at is null
    order by a.name, e.agency_uid, e.uid`.execute(db)
  return rows
}
