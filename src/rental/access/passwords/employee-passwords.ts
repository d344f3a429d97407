/** The passwords by which employees sign in. */
import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { hashPassword, passwordCharactersMax } from '../../../platform/passwords.ts'
import { type Employee, holdActive } from '../employees/employees.ts'
import { deleteSessionsOf } from '../sessions/sessions.ts'
import { deleteLinkOf } from './password-links.ts'

export const passwordCharactersMin = 10

/** What is wrong with the length of a password; null: nothing. */
export function wrongLength(password: string): string | null {
  const { length } = [...password]
  if (length >= passwordCharactersMin && length <= passwordCharactersMax) return null
  return `has ${passwordCharactersMin} to ${passwordCharactersMax} characters`
}

/**
 * The hash of a password that somebody may sign in with.
 *
 * @throws Error when it is too short or too long to be one
 */
export async function hashOwnPassword(password: string): Promise<string> {
  const wrong = wrongLength(password)
  if (wrong !== null) throw new Error(`A password ${wrong}`)
  return hashPassword(password)
}

/** Whether an employee has a password. */
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

/**
 * Gives an employee a password, in place of one that was there: whoever is signed in by that one is
 * so no longer, and links by which to set one are void.
 */
export async function storePassword(
  ctx: Pick<Context, 'db'>,
  employee: Pick<Employee, 'agency_uid' | 'uid'>,
  hash: string,
  now: Date,
): Promise<void> {
  await transaction(ctx, async (ctx: Pick<Context, 'db'>) => {
    // First what who signs in holds first.
    await holdActive(ctx, employee)
    await upsertPassword(ctx, employee, hash, now)
    await deleteSessionsOf(ctx, employee)
    await deleteLinkOf(ctx, employee)
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
