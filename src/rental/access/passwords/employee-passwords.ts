/** Passwords of employees. */
import type { Context } from '../../../context.ts'
import { hashPassword, passwordCharactersMax } from '../../../platform/crypto/passwords.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { type Employee, lockActiveEmployee } from '../employees/employees.ts'
import { deleteSessionsOfEmployee } from '../sessions/sessions.ts'
import { deletePasswordLink } from './password-links.ts'

export const passwordCharactersMin = 10

/** Returns an error text if the length of a password is invalid, otherwise null. */
export function lengthError(password: string): string | null {
  const { length } = [...password]
  if (length >= passwordCharactersMin && length <= passwordCharactersMax) return null
  return `has ${passwordCharactersMin} to ${passwordCharactersMax} characters`
}

/**
 * Hashes a new password.
 *
 * @throws Error if it is too short or too long
 */
export async function hashOwnPassword(password: string): Promise<string> {
  const lengthProblem = lengthError(password)
  if (lengthProblem !== null) throw new Error(`A password ${lengthProblem}`)
  return hashPassword(password)
}

export async function hasPassword(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: Pick<Employee, 'agency_uid' | 'uid'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('employee_passwords')
    .select('changed_at')
    .where('agency_uid', '=', agency_uid)
    .where('employee_uid', '=', uid)
    .executeTakeFirst()
  return row !== undefined
}

/** Sets the password of an employee. Ends all sessions and deletes the password link. */
export async function storePassword(
  ctx: Pick<Context, 'db'>,
  employee: Pick<Employee, 'agency_uid' | 'uid'>,
  hash: string,
  now: Date,
): Promise<void> {
  await transaction(ctx, async (ctx: Pick<Context, 'db'>) => {
    // Same lock order as sign-in.
    await lockActiveEmployee(ctx, employee)
    await upsertPassword(ctx, employee, hash, now)
    await deleteSessionsOfEmployee(ctx, employee)
    await deletePasswordLink(ctx, employee)
  })
}

async function upsertPassword(
  { db }: Pick<Context, 'db'>,
  employee: Pick<Employee, 'agency_uid' | 'uid'>,
  hash: string,
  now: Date,
): Promise<void> {
  await db
    .insertInto('employee_passwords')
    .values({
      agency_uid: employee.agency_uid,
      employee_uid: employee.uid,
      hash,
      changed_at: now,
    })
    .onConflict(conflict =>
      conflict.columns(['agency_uid', 'employee_uid']).doUpdateSet({ hash, changed_at: now }),
    )
    .execute()
}
