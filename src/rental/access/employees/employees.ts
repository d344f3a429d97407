import { type Insertable, type Selectable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { laterThan } from '../../../platform/db/monotonic-timestamp.ts'
import { insertRows, updateRow, updateRowOrThrow, updateRows } from '../../../platform/db/rows.ts'
import { notFound } from '../../../platform/errors.ts'
import {
  type ColumnNames,
  type Row,
  type Sql,
  selectColumns,
} from '../../../platform/graphql/fields.ts'
import { asUid } from '../../../platform/uid.ts'
import type { EmployeesTable } from '../../tables.ts'
import { limitedEmployee } from '../agencies/caller.ts'
import { agencyOf, inCallerTenant } from '../agencies/tenant.sql.ts'
import { mayUse } from '../roles/role.ts'

export type Employee = Selectable<EmployeesTable>

/**
 * An employee. `personal` is true if the caller may see the email address, `shows_account` if the
 * caller may see whether and when the employee signs in.
 */
export type VisibleEmployee = Employee & {
  personal: boolean
  shows_account: boolean
  has_password: boolean
  last_seen_at: Date | null
}

/** Selects the assignee of a lead, at most one row. */
export function selectAssigneeOfLead(lead: Row, selection: ColumnNames): Sql {
  return sql`select ${selectColumns('e', selection)} from employees e
    where e.agency_uid = ${lead('agency_uid')} and e.uid = ${lead('assignee_uid')}`
}

/**
 * Lists the employees of an agency that the caller can access, sorted by last name, first name,
 * uid.
 */
export async function listEmployees(
  ctx: Context,
  agencyUid: string,
  { isActive }: { isActive: boolean },
): Promise<VisibleEmployee[]> {
  return ctx.db
    .selectFrom('employees as e')
    .selectAll('e')
    .select([selectPersonal(ctx), ...selectAccount(ctx)])
    .where(sql<boolean>`${inCallerTenant(ctx.caller, 'e')}`)
    .where('e.agency_uid', '=', agencyUid)
    .where('e.is_active', '=', isActive)
    .where(sql<boolean>`${isEmployeeAccessible(ctx)}`)
    .orderBy('e.last_name')
    .orderBy('e.first_name')
    .orderBy('e.uid')
    .execute()
}

/** Lists the employees of an agency, active ones first, sorted by e-mail address. */
export async function listEmployeesOfAgency(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
): Promise<Employee[]> {
  return db
    .selectFrom('employees')
    .selectAll()
    .where('agency_uid', '=', agencyUid)
    .orderBy('is_active', 'desc')
    .orderBy('email')
    .orderBy('uid')
    .execute()
}

/** Returns an active or inactive employee that the caller can access. */
export async function findEmployee(
  ctx: Context,
  uid: string,
): Promise<VisibleEmployee | undefined> {
  return ctx.db
    .selectFrom('employees as e')
    .selectAll('e')
    .select([selectPersonal(ctx), ...selectAccount(ctx)])
    .where(sql<boolean>`${inCallerTenant(ctx.caller, 'e')}`)
    .where('e.uid', '=', uid)
    .where(sql<boolean>`${isEmployeeAccessible(ctx)}`)
    .executeTakeFirst()
}

/** @throws ApiError EMPLOYEE_NOT_FOUND for an employee that the caller cannot access */
export async function requireEmployee(ctx: Context, uidText: string): Promise<VisibleEmployee> {
  const uid = asUid(uidText)
  const row = uid === null ? undefined : await findEmployee(ctx, uid)
  if (!row) throw notFound('EMPLOYEE_NOT_FOUND', uidText)
  return row
}

/** Returns the condition that limits employees with a limited role to themselves. */
function isEmployeeAccessible({ caller }: Context): Sql {
  const limitedUid = limitedEmployee(caller)
  return limitedUid === null ? sql`true` : sql`e.uid = ${limitedUid}`
}

/**
 * Returns whether the caller sees email addresses. Employees belong to no property, so a partner
 * needs a grant with personal data for any property of the agency.
 */
function selectPersonal({ caller }: Context) {
  const personal =
    caller.kind === 'partner'
      ? sql<boolean>`exists (select 1 from grants g where g.agency_uid = e.agency_uid
          and g.partner_uid = ${caller.partnerUid} and g.personal_data)`
      : sql<boolean>`true`
  return personal.as('personal')
}

/**
 * Returns whether the caller sees the account of an employee: agency keys, roles that change
 * employees, and the employee; and when the employee last used a session. Of ended sessions only
 * the day is known.
 */
function selectAccount({ caller }: Context) {
  const session = caller.kind === 'agency' ? caller.session : undefined
  const seesAll = caller.kind === 'agency' && (!session || mayUse(session.role, 'staff', 'write'))
  const showsAccount = seesAll ? sql`true` : sql`e.uid = ${session ? caller.credential.uid : null}`
  const agency = agencyOf(caller, 'e')
  return [
    sql<boolean>`coalesce(${showsAccount}, false)`.as('shows_account'),
    sql<boolean>`exists (select 1 from employee_passwords w
      where w.agency_uid = ${agency} and w.employee_uid = e.uid)`.as('has_password'),
    sql<Date | null>`greatest(
      (select max(s.seen_at) from sessions s
        where s.agency_uid = ${agency} and s.employee_uid = e.uid),
      (select max(n.seen_on)::timestamp at time zone 'UTC' from sign_in_networks n
        where n.agency_uid = ${agency} and n.employee_uid = e.uid))`.as('last_seen_at'),
  ] as const
}

/** Lists the employees of an agency with an email address, case-insensitive. */
export async function listByEmail(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  email: string,
): Promise<Employee[]> {
  return db
    .selectFrom('employees')
    .selectAll()
    .where('agency_uid', '=', agencyUid)
    .where(sql<boolean>`lower(email) = lower(${email.trim()})`)
    .execute()
}

/** Returns an employee whose uid comes from the database. */
export async function findStoredEmployee(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: Pick<Employee, 'agency_uid' | 'uid'>,
): Promise<Employee> {
  return db
    .selectFrom('employees')
    .selectAll()
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()
}

/**
 * Locks an active employee against changes until the transaction ends. Returns undefined if there
 * is none.
 */
export async function lockActiveEmployee(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: Pick<Employee, 'agency_uid' | 'uid'>,
): Promise<Employee | undefined> {
  return db
    .selectFrom('employees')
    .selectAll()
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', uid)
    .where('is_active', '=', true)
    .forShare()
    .executeTakeFirst()
}

/** Counts the other active administrators of an agency. The caller holds the lock of the agency. */
export async function countOtherAdmins(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: Pick<Employee, 'agency_uid' | 'uid'>,
): Promise<number> {
  const { count } = await db
    .selectFrom('employees')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('agency_uid', '=', agency_uid)
    .where('uid', '<>', uid)
    .where('role', '=', 'ADMIN')
    .where('is_active', '=', true)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns a country calling code as it is stored, without a plus. */
export function normalizeAreaCode(text: string | null | undefined): string | null {
  return text?.replace(/^\+/, '') ?? null
}

/** Updates columns of an employee and returns the new row. */
export async function updateEmployee(
  ctx: Pick<Context, 'db' | 'clock'>,
  employee: Employee,
  changes: Partial<Employee>,
): Promise<Employee> {
  const changed = { ...changes, updated_at: laterThan(ctx) }
  return updateRowOrThrow(ctx, 'employees', employee, changed)
}

/** Stores the time of the last invitation, which is no change of the employee. */
export async function updateInvitedAt(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  employee: Pick<Employee, 'agency_uid' | 'uid'>,
): Promise<void> {
  await updateRow({ db }, 'employees', employee, { invited_at: clock.now() })
}

/** Inserts employees. They are created by invitation, not by partners. */
export async function insertEmployees(
  { db }: Pick<Context, 'db'>,
  employees: Insertable<EmployeesTable>[],
): Promise<void> {
  await insertRows({ db }, 'employees', employees)
}

/**
 * Checks that a service provider of the agency exists, and locks it against deletion until the
 * transaction ends.
 *
 * @throws ApiError SERVICE_PROVIDER_NOT_FOUND
 */
export async function requireServiceProvider(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  uid: string,
): Promise<void> {
  const row = await db
    .selectFrom('service_providers')
    .select('uid')
    .where('agency_uid', '=', agencyUid)
    .where('uid', '=', uid)
    .forShare()
    .executeTakeFirst()
  if (!row) throw notFound('SERVICE_PROVIDER_NOT_FOUND', uid)
}

/** Removes a service provider from its employees. */
export async function detachEmployees(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  provider: { agency_uid: string; uid: string },
): Promise<void> {
  const byProvider = { agency_uid: provider.agency_uid, service_provider_uid: provider.uid }
  const changes = { service_provider_uid: null, updated_at: laterThan({ clock }) }
  await updateRows({ db }, 'employees', byProvider, changes)
}
