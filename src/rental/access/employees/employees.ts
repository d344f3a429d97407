import { type Insertable, type Selectable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { insertRows, updateRowOrThrow, updateRows } from '../../../platform/db/rows.ts'
import { notFound } from '../../../platform/errors.ts'
import { type Asked, columnsOf, type Row, type Sql } from '../../../platform/graphql/fields.ts'
import { asUid } from '../../../platform/uid.ts'
import type { EmployeesTable } from '../../tables.ts'
import { limitedEmployee } from '../agencies/caller.ts'
import { ofCaller } from '../agencies/tenant.sql.ts'

export type Employee = Selectable<EmployeesTable>

/** An employee, and whether the caller may see the e-mail address. */
export type ShownEmployee = Employee & { personal: boolean }

/** The assignee of a lead, at most one row. */
export function assigneeOfLead(lead: Row, asked: Asked): Sql {
  return sql`select ${columnsOf('e', asked)} from employees e
    where e.agency_uid = ${lead('agency_uid')} and e.uid = ${lead('assignee_uid')}`
}

/** The employees of an agency within reach, active or not, by last name, first name, uid. */
export async function listEmployees(
  ctx: Context,
  agencyUid: string,
  { isActive }: { isActive: boolean },
): Promise<ShownEmployee[]> {
  return ctx.db
    .selectFrom('employees as e')
    .selectAll('e')
    .select(isPersonal(ctx))
    .where(sql<boolean>`${ofCaller(ctx.caller, 'e')}`)
    .where('e.agency_uid', '=', agencyUid)
    .where('e.is_active', '=', isActive)
    .where(sql<boolean>`${isWithin(ctx)}`)
    .orderBy('e.last_name')
    .orderBy('e.first_name')
    .orderBy('e.uid')
    .execute()
}

/** An employee within reach, active or not. */
export async function findEmployee(ctx: Context, uid: string): Promise<ShownEmployee | undefined> {
  return ctx.db
    .selectFrom('employees as e')
    .selectAll('e')
    .select(isPersonal(ctx))
    .where(sql<boolean>`${ofCaller(ctx.caller, 'e')}`)
    .where('e.uid', '=', uid)
    .where(sql<boolean>`${isWithin(ctx)}`)
    .executeTakeFirst()
}

/** @throws ApiError EMPLOYEE_NOT_FOUND for an employee that the caller does not reach */
export async function reachedEmployee(ctx: Context, text: string): Promise<ShownEmployee> {
  const uid = asUid(text)
  const row = uid === null ? undefined : await findEmployee(ctx, uid)
  if (!row) throw notFound('EMPLOYEE_NOT_FOUND', text)
  return row
}

/** Who has only what is theirs sees nobody else. */
function isWithin({ caller }: Context): Sql {
  const own = limitedEmployee(caller)
  return own === null ? sql`true` : sql`e.uid = ${own}`
}

/** Staff is of the agency as a whole: a partner needs personal data of some property of it. */
function isPersonal({ caller }: Context) {
  const personal =
    caller.kind === 'partner'
      ? sql<boolean>`exists (select 1 from grants g where g.agency_uid = e.agency_uid
          and g.partner_uid = ${caller.partnerUid} and g.personal_data)`
      : sql<boolean>`true`
  return personal.as('personal')
}

/** The employees of an agency with an e-mail address, upper and lower case being equal. */
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

/** An employee that is known; there is always a row. */
export async function findKnownEmployee(
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

/** An active employee, whom nobody changes until the transaction ends. */
export async function holdActive(
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

/** How many active administrators an agency has besides an employee. The agency is locked. */
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

/** Returns a dialling code as it is stored, without a plus. */
export function areaCodeOf(text: string | null | undefined): string | null {
  return text?.replace(/^\+/, '') ?? null
}

/** Writes an employee's changed columns and gives the row as it is then. */
export async function updateEmployee(
  ctx: Context,
  employee: Employee,
  changes: Partial<Employee>,
): Promise<Employee> {
  const changed = { ...changes, updated_at: ctx.clock.now() }
  return updateRowOrThrow(ctx, 'employees', employee, changed)
}

/** Stores employees; they come by invitation, never through the partner interface. */
export async function insertEmployees(
  { db }: Pick<Context, 'db'>,
  employees: Insertable<EmployeesTable>[],
): Promise<void> {
  await insertRows({ db }, 'employees', employees)
}

/**
 * Refuses a service provider that the agency does not have; it then stays until the transaction
 * ends.
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

/** Leaves the employees of a service provider without one. */
export async function detachEmployees(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  provider: { agency_uid: string; uid: string },
): Promise<void> {
  const ofProvider = { agency_uid: provider.agency_uid, service_provider_uid: provider.uid }
  const changes = { service_provider_uid: null, updated_at: clock.now() }
  await updateRows({ db }, 'employees', ofProvider, changes)
}
