/** Commands about the people of an agency: docs/operating.md. */
import { text as readAll } from 'node:stream/consumers'
import { type Command, Option } from '@commander-js/extra-typings'
import type { Context } from '../../context.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { randomPassword } from '../../platform/passwords.ts'
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
  type Securing,
  type SecurityEvent,
} from '../../rental/access/security-events/record-security-event.ts'
import { deleteSessionsOf } from '../../rental/access/sessions/sessions.ts'
import type { Declare, Select, Session } from '../command.ts'
import { agencyOption, commandLog, emailOption, stdinOption } from '../options.ts'
import { requireAgency } from './agencies.ts'

export const addEmployeeCommands: Declare = (program, select) => {
  const employee = program.command('employee').description('Manage the employees of agencies')
  addCreate(employee, select)
  addPassword(employee, select)
  addRevokeSessions(program.command('session').description('Manage sessions'), select)
}

type Ctx = Pick<Context, 'db' | 'clock'> & Securing

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
              await record(ctx, employee, 'employee.created')
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
            const employee = await namedEmployee(ctx, agency, email)
            await changePassword(ctx, employee, { stdin, session }, ctx =>
              record(ctx, employee, 'password.changed'),
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
          const employee = await namedEmployee({ db }, agency, email)
          const ctx = { db, clock, log: commandLog(session) }
          const ended = await transaction(ctx, async (ctx: Ctx) => {
            const ended = await deleteSessionsOf(ctx, employee)
            if (ended > 0) await record(ctx, employee, 'session.ended')
            return ended
          })
          session.print(`Ended ${ended} ${ended === 1 ? 'session' : 'sessions'}.`)
        }),
      ),
    )
}

async function namedEmployee(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  email: string,
): Promise<Employee> {
  await requireAgency(db, agencyUid)
  const [employee, ...others] = await listByEmail({ db }, agencyUid, email)
  if (!employee) throw new Error(`The agency has no employee with the e-mail address ${email}`)
  if (others.length > 0) throw new Error(`Several employees have the e-mail address ${email}`)
  return employee
}

type Named = Pick<Employee, 'agency_uid' | 'uid'>

/** Stores a password of the input or a random one, in one transaction with a further change. */
async function changePassword(
  ctx: Ctx,
  employee: Named,
  { stdin, session: { print, input } }: { stdin: true | undefined; session: Session },
  change: (ctx: Ctx) => Promise<void>,
): Promise<void> {
  const given = stdin ? (await readAll(input)).replace(/\r?\n$/, '') : null
  const password = given ?? randomPassword()
  const hash = await hashOwnPassword(password)
  await transaction(ctx, async (ctx: Ctx) => {
    await change(ctx)
    await storePassword(ctx, employee, hash, ctx.clock.now())
  })
  if (given === null) print(`${password}\n(uid ${employee.uid}; it is not shown again)`)
  else print(`Stored. (uid ${employee.uid})`)
}

function record(ctx: Ctx, { agency_uid, uid }: Named, event: SecurityEvent['event']) {
  const about = { agencyUid: agency_uid, subjectUid: uid, event, actor: operator }
  return recordSecurityEvent(ctx, ctx.clock.now(), about)
}
