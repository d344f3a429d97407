import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Run } from '../../../platform/db/database.ts'
import { ApiError } from '../../../platform/errors.ts'
import { isPassword } from '../../../platform/passwords.ts'
import { countRequest, forgetWindow } from '../../../platform/rest/limits/rate-limit.ts'
import type { Employee } from './employees.ts'

/** Failed attempts in an hour: of one address at one account, and of all at one. */
const attemptsPerAddressMax = 10
const attemptsPerAccountMax = 100

export interface Attempt {
  email: string
  password: string
  /** The client's. */
  address: string
}

type SignInContext = Pick<Context, 'db' | 'clock'> & { run: Run }

/**
 * Whom an e-mail address and a password belong to: active employees, of several agencies if
 * somebody works for several; nobody if either is wrong. A success forgets the failures before it.
 *
 * @throws ApiError RATE_LIMITED after too many failures, with `Retry-After`
 */
export async function signIn(ctx: SignInContext, attempt: Attempt): Promise<Employee[]> {
  const account = createHash('sha256').update(attempt.email.trim().toLowerCase()).digest('hex')
  const windows = [
    { principal: `sign-in:${account}:${attempt.address}`, limit: attemptsPerAddressMax },
    { principal: `sign-in:${account}`, limit: attemptsPerAccountMax },
  ]
  // Each attempt counts before it is looked at, so that many at once are not more than the limit.
  for (const { principal, limit } of windows) await count(ctx, principal, limit)
  const found: Employee[] = []
  const accounts = await listAccountsUnscoped(ctx, attempt.email)
  for (const { hash, ...employee } of accounts) {
    if (await isPassword(attempt.password, hash)) found.push(employee)
  }
  if (accounts.length === 0) await isPassword(attempt.password, null)
  if (found.length === 0) return []
  for (const { principal } of windows) await forgetWindow(ctx.run, principal)
  return found
}

async function count({ run, clock }: SignInContext, principal: string, limit: number) {
  const counted = await countRequest(run, principal, limit, clock.now())
  if (!counted?.refused) return
  throw new ApiError('RATE_LIMITED', 'Too many failed attempts to sign in', {
    headers: { 'retry-after': String(counted.window.resetSeconds) },
  })
}

/** An employee who may decide what partners reach of an agency. */
export interface Manager {
  agency_uid: string
  uid: string
  agency_name: string
}

/** Which of some employees are active managers or administrators, and of which agencies. */
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
      )}) and e.is_active and e.role in ('ADMIN', 'MANAGER')
    order by a.name, e.agency_uid, e.uid`.execute(db)
  return rows
}

const accountsMax = 10

/** The active employees with an e-mail address and a password, of whichever agency. */
async function listAccountsUnscoped(
  { db }: Pick<Context, 'db'>,
  email: string,
): Promise<(Employee & { hash: string })[]> {
  // No text of PostgreSQL holds this character.
  if (email.includes('\0')) return []
  const { rows } = await sql<Employee & { hash: string }>`
    /* every tenant */ select e.*, w.hash from employees e
    join employee_passwords w on w.agency_uid = e.agency_uid and w.employee_uid = e.uid
    where lower(e.email) = lower(${email.trim()}) and e.is_active
    order by e.agency_uid, e.uid limit ${accountsMax}`.execute(db)
  return rows
}
