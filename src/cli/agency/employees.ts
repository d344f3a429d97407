/** Commands about employees of an agency: docs/administration.md. */
import { text as readAll } from 'node:stream/consumers'
import { type Command, Option } from '@commander-js/extra-typings'
import type { Context } from '../../context.ts'
import { randomPassword } from '../../platform/crypto/passwords.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { newUid } from '../../platform/uid.ts'
import {
  type Employee,
  insertEmployees,
  listByEmail,
} from '../../rental/access/employees/employees.ts'
import { hashOwnPassword, storePassword } from '../../rental/access/passwords/employee-passwords.ts'
import { roles } from '../../rental/access/roles/role.ts'
import {
  operator,
  recordSecurityEvent,
  type SecurityContext,
  type SecurityEvent,
} from '../../rental/access/security-events/record-security-event.ts'
import { deleteSessionsOfEmployee } from '../../rental/access/sessions/sessions.ts'
import type { CommandSession, Declare, Select } from '../command.ts'
import { agencyOption, commandLog, emailOption, stdinOption } from '../options.ts'
import { requireAgency } from './agencies.ts'
import { addEmployeeAccessCommands } from './employee-access.ts'
import { requireEmployee } from './parties.ts'

export const addEmployeeCommands: Declare = (program, select) => {
  const employee = program.command('employee').description('Manage the employees of agencies')
  addCreate(employee, select)
  addPassword(employee, select)
  addEmployeeAccessCommands(employee, select)
  addRevokeSessions(program.command('session').description('Manage sessions'), select)
}

type EmployeeContext = Pick<Context, 'db' | 'clock'> & SecurityContext

function addCreate(employee: Command, select: Select): void {
  employee
    .command('create')
    .description('Create an employee of an agency; the password is shown once')
    .addOption(agencyOption())
    .addOption(emailOption())
    .requiredOption('--first-name <text>', 'the first name')
    .requiredOption('--last-name <text>', 'the last name')
    .addOption(new Option('--role <role>', 'the role').choices(roles).default('MANAGER' as const))
    .addOption(stdinOption('the password'))
    .action(({ agency, email, firstName, lastName, role, stdin }) =>
      select(
        session =>
          session.withDatabase(async ({ kysely: db, clock }) => {
            const ctx = { db, clock, log: commandLog(session) }
            await requireAgency(db, agency)
            if ((await listByEmail(ctx, agency, email)).length > 0) {
              throw new Error(`An employee with the e-mail address ${email} already exists`)
            }
            const now = clock.now()
            const employee = {
              agency_uid: agency,
              uid: newUid(now.getTime()),
              first_name: firstName,
              last_name: lastName,
              email,
              role,
              created_at: now,
              updated_at: now,
            }
            await changePassword(ctx, employee, { stdin, session }, async ctx => {
              await insertEmployees(ctx, [employee])
              await recordEmployeeEvent(ctx, employee, 'employee.created')
            })
          }),
        { readsInput: stdin === true },
      ),
    )
}

function addPassword(employee: Command, select: Select): void {
  employee
    .command('password')
    .description('Reset the password of an employee, shown once; ends all sessions of the employee')
    .addOption(agencyOption())
    .addOption(emailOption())
    .addOption(stdinOption('the password'))
    .action(({ agency, email, stdin }) =>
      select(
        session =>
          session.withDatabase(async ({ kysely: db, clock }) => {
            const ctx = { db, clock, log: commandLog(session) }
            const employee = await requireEmployee(ctx, agency, email)
            await changePassword(ctx, employee, { stdin, session }, ctx =>
              recordEmployeeEvent(ctx, employee, 'password.changed'),
            )
          }),
        { readsInput: stdin === true },
      ),
    )
}

function addRevokeSessions(session: Command, select: Select): void {
  session
    .command('revoke')
    .description('End all sessions of an employee')
    .addOption(agencyOption())
    .addOption(emailOption())
    .action(({ agency, email }) =>
      select(session =>
        session.withDatabase(async ({ kysely: db, clock }) => {
          const employee = await requireEmployee({ db }, agency, email)
          const ctx = { db, clock, log: commandLog(session) }
          const endedCount = await transaction(ctx, async (ctx: EmployeeContext) => {
            const count = await deleteSessionsOfEmployee(ctx, employee)
            if (count > 0) await recordEmployeeEvent(ctx, employee, 'session.ended')
            return count
          })
          const text = `Ended ${endedCount} ${endedCount === 1 ? 'session' : 'sessions'}.`
          session.report({ ended: endedCount }, text)
        }),
      ),
    )
}

type EmployeeKey = Pick<Employee, 'agency_uid' | 'uid'>

/** Sets a password from the input or a random one, in one transaction after another change. */
async function changePassword(
  ctx: EmployeeContext,
  employee: EmployeeKey,
  { stdin, session: { report, input } }: { stdin: true | undefined; session: CommandSession },
  changeFirst: (ctx: EmployeeContext) => Promise<void>,
): Promise<void> {
  const inputPassword = stdin ? (await readAll(input)).replace(/\r?\n$/, '') : null
  const password = inputPassword ?? randomPassword()
  const hash = await hashOwnPassword(password)
  await transaction(ctx, async (ctx: EmployeeContext) => {
    await changeFirst(ctx)
    await storePassword(ctx, employee, hash, ctx.clock.now())
  })
  const { uid } = employee
  if (inputPassword !== null) report({ uid }, `Stored. (uid ${uid})`)
  else report({ uid, password }, `${password}\n(uid ${uid}; it is not shown again)`)
}

function recordEmployeeEvent(
  ctx: EmployeeContext,
  { agency_uid, uid }: EmployeeKey,
  event: SecurityEvent['event'],
) {
  const securityEvent = { agencyUid: agency_uid, subjectUid: uid, event, actor: operator }
  return recordSecurityEvent(ctx, ctx.clock.now(), securityEvent)
}
