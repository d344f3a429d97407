/** Commands about the access of employees: docs/administration.md. */
import { type Command, Option } from '@commander-js/extra-typings'
import type { Context } from '../../context.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { lockAgency } from '../../rental/access/agencies/agencies.ts'
import {
  type Employee,
  findStoredEmployee,
  listEmployeesOfAgency,
} from '../../rental/access/employees/employees.ts'
import { createLink, lifetimesMs, linkUrl } from '../../rental/access/passwords/password-links.ts'
import { type Role, roles } from '../../rental/access/roles/role.ts'
import { updateEmployeeAccess } from '../../rental/access/roles/update-employee-access.ts'
import {
  operator,
  recordSecurityEvent,
  type SecurityContext,
} from '../../rental/access/security-events/record-security-event.ts'
import type { CommandSession, Select } from '../command.ts'
import { agencyOption, commandLog, emailOption } from '../options.ts'
import { formatTable } from '../table.ts'
import { requireAgency } from './agencies.ts'
import { requireEmployee } from './parties.ts'

export function addEmployeeAccessCommands(employee: Command, select: Select): void {
  addList(employee, select)
  addRole(employee, select)
  addActivity(employee, select, {
    name: 'disable',
    description: 'Refuse the sign-in of an employee, and end all sessions of the employee',
    isActive: false,
  })
  addActivity(employee, select, {
    name: 'enable',
    description: 'Allow the sign-in of a disabled employee again',
    isActive: true,
  })
  addLink(employee, select)
}

function addList(employee: Command, select: Select): void {
  employee
    .command('list')
    .description('List the employees of an agency')
    .addOption(agencyOption())
    .action(({ agency }) =>
      select(({ withDatabase, report }) =>
        withDatabase(async ({ kysely: db }) => {
          await requireAgency(db, agency)
          const employees = (await listEmployeesOfAgency({ db }, agency)).map(describeEmployee)
          report({ employees }, formatTable(header, employees.map(toColumns)))
        }),
      ),
    )
}

const header = ['UID', 'E-MAIL', 'ROLE', 'STATE', 'CREATED', 'NAME']

function describeEmployee(employee: Employee) {
  const { uid, email, role, first_name: firstName, last_name: lastName } = employee
  const { is_active: isActive, created_at: createdAt } = employee
  return { uid, email, role, isActive, firstName, lastName, createdAt }
}

function toColumns({ uid, email, role, isActive, ...rest }: ReturnType<typeof describeEmployee>) {
  const { createdAt, firstName, lastName } = rest
  const state = isActive ? 'active' : 'disabled'
  return [uid, email, role, state, createdAt, `${firstName} ${lastName}`]
}

function addRole(employee: Command, select: Select): void {
  employee
    .command('role')
    .description('Change the role of an employee; a lower role ends the sessions')
    .addOption(agencyOption())
    .addOption(emailOption())
    .addOption(new Option('--role <role>', 'the role').choices(roles).makeOptionMandatory())
    .action(({ agency, email, role }) =>
      select(async session => {
        const changed = await changeAccess(session, { agency, email }, { role })
        session.report(describeEmployee(changed), `The role of ${email} is ${role}.`)
      }),
    )
}

interface Activity {
  name: string
  description: string
  isActive: boolean
}

function addActivity(employee: Command, select: Select, activity: Activity): void {
  const { name, description, isActive } = activity
  employee
    .command(name)
    .description(description)
    .addOption(agencyOption())
    .addOption(emailOption())
    .action(options =>
      select(async session => {
        const changed = await changeAccess(session, options, { isActive })
        session.report(describeEmployee(changed), isActive ? 'Enabled.' : 'Disabled.')
      }),
    )
}

type AccessContext = Pick<Context, 'db' | 'clock'> & SecurityContext

/** Changes role or activity of an employee, with the agency locked as for changes over HTTP. */
async function changeAccess(
  session: CommandSession,
  { agency, email }: { agency: string; email: string },
  change: { role?: Role; isActive?: boolean },
): Promise<Employee> {
  let changed: Employee | undefined
  await session.withDatabase(async ({ kysely: db, clock }) => {
    const key = await requireEmployee({ db }, agency, email)
    const ctx = { db, clock, log: commandLog(session) }
    changed = await transaction(ctx, async (ctx: AccessContext) => {
      await lockAgency(ctx, agency)
      const employee = await findStoredEmployee(ctx, key)
      const { role = employee.role, isActive = employee.is_active } = change
      if (role === employee.role && isActive === employee.is_active) return employee
      return updateEmployeeAccess(ctx, employee, { role, is_active: isActive }, operator)
    })
  })
  // `withDatabase` runs the work or throws.
  return changed!
}

function addLink(employee: Command, select: Select): void {
  employee
    .command('link')
    .description('Print a new link with which an employee sets a password, valid for a week')
    .addOption(agencyOption())
    .addOption(emailOption())
    .action(({ agency, email }) =>
      select(session =>
        session.withDatabase(async ({ kysely: db, clock }) => {
          const { publicUrl } = session.config
          const { agency_uid: agencyUid, uid: subjectUid } = await requireEmployee(
            { db },
            agency,
            email,
          )
          const ctx = { db, clock, log: commandLog(session) }
          const now = clock.now()
          const expiresAt = new Date(now.getTime() + lifetimesMs.INVITATION)
          const token = await transaction(ctx, async (ctx: AccessContext) => {
            await lockAgency(ctx, agencyUid)
            const key = { agency_uid: agencyUid, uid: subjectUid }
            const { is_active } = await findStoredEmployee(ctx, key)
            if (!is_active) throw new Error(`${email} is disabled. Run: lodgepole employee enable`)
            const event = { agencyUid, subjectUid, event: 'employee.invited' } as const
            await recordSecurityEvent(ctx, now, { ...event, actor: operator })
            return createLink(ctx, key, expiresAt)
          })
          const link = linkUrl(publicUrl, token)
          session.report({ link, expiresAt }, `${link}\n(valid until ${expiresAt.toISOString()})`)
        }),
      ),
    )
}
