/** Commands about the people of an agency: docs/operating.md. */
import { text as readAll } from 'node:stream/consumers'
import type { Context } from '../context.ts'
import { randomPassword } from '../platform/passwords.ts'
import { newUid } from '../platform/uid.ts'
import {
  type Employee,
  insertEmployees,
  listByEmail,
} from '../rental/access/employees/employees.ts'
import { hashOwnPassword, storePassword } from '../rental/access/passwords/employee-passwords.ts'
import { roles } from '../rental/access/roles/role.ts'
import { deleteSessionsOf } from '../rental/access/sessions/sessions.ts'
import { type Command, needed, neededUid, type Terminal, text, type Values } from './values.ts'

export const employeeHelp = `\
  employee create           add somebody to an agency's staff; the password is shown once
    --agency <uid> --email <address> --first-name <text> --last-name <text> [--role MANAGER]
  employee password         give somebody a new password; it is shown once
    --agency <uid> --email <address> [--stdin]   with --stdin it is read from the input instead
  session revoke            end whatever somebody is signed in by
    --agency <uid> --email <address>`

export const employeeCommands: Record<string, Command> = {
  'employee create': ({ withDatabase, values, ...terminal }) =>
    withDatabase(async ({ kysely: db, clock }) => {
      const agency_uid = neededUid(values, 'agency')
      const email = needed(values, 'email')
      const role = text(values.role) ?? 'MANAGER'
      if (!(roles as readonly string[]).includes(role))
        throw new Error(`--role is one of ${roles.join(', ')}`)
      if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new Error(`'${email}' is no e-mail address`)
      if ((await listByEmail({ db }, agency_uid, email)).length > 0) {
        throw new Error(`The agency has somebody with the address ${email} already`)
      }
      const now = clock.now()
      const employee = {
        agency_uid,
        uid: newUid(now.getTime()),
        first_name: needed(values, 'first-name'),
        last_name: needed(values, 'last-name'),
        email,
        role,
        created_at: now,
        updated_at: now,
      }
      await insertEmployees({ db }, [employee])
      await givePassword({ db, clock }, employee, values, terminal)
    }),
  'employee password': ({ withDatabase, values, ...terminal }) =>
    withDatabase(async ({ kysely: db, clock }) => {
      await givePassword({ db, clock }, await namedEmployee({ db }, values), values, terminal)
    }),
  'session revoke': ({ withDatabase, values, print }) =>
    withDatabase(async ({ kysely: db }) => {
      const ended = await deleteSessionsOf({ db }, await namedEmployee({ db }, values))
      print(`Ended ${ended} ${ended === 1 ? 'session' : 'sessions'}.`)
    }),
}

async function namedEmployee({ db }: Pick<Context, 'db'>, values: Values): Promise<Employee> {
  const email = needed(values, 'email')
  const [employee, ...others] = await listByEmail({ db }, neededUid(values, 'agency'), email)
  if (!employee) throw new Error(`The agency has nobody with the address '${email}'`)
  if (others.length > 0) throw new Error(`Several people have the address ${email}`)
  return employee
}

async function givePassword(
  ctx: Pick<Context, 'db' | 'clock'>,
  employee: Pick<Employee, 'agency_uid' | 'uid'>,
  { stdin }: Values,
  { print, input }: Pick<Terminal, 'print' | 'input'>,
): Promise<void> {
  const given = stdin === true ? (await readAll(input)).replace(/\r?\n$/, '') : null
  const password = given ?? randomPassword()
  await storePassword(ctx, employee, await hashOwnPassword(password), ctx.clock.now())
  if (given === null) print(`${password}\n(uid ${employee.uid}; it is not shown again)`)
  else print(`Stored. (uid ${employee.uid})`)
}
