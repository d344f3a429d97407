/** The passwords by which employees sign in. */
import type { Context } from '../../../context.ts'
import { hashPassword, passwordCharactersMax } from '../../../platform/passwords.ts'
import type { Employee } from './employees.ts'

const charactersMin = 10

/**
 * The hash of a password that somebody may sign in with.
 *
 * @throws Error when it is too short or too long to be one
 */
export async function hashOwnPassword(password: string): Promise<string> {
  const { length } = [...password]
  if (length < charactersMin || length > passwordCharactersMax) {
    throw new Error(`A password has ${charactersMin} to ${passwordCharactersMax} characters`)
  }
  return hashPassword(password)
}

/** Gives an employee a password, in place of one that was there. */
export async function storePassword(
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
