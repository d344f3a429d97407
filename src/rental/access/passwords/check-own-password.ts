import { createHash } from 'node:crypto'
import type { Context } from '../../../context.ts'
import { ApiError, invalidParameter } from '../../../platform/errors.ts'
import { limitReached } from '../../../platform/limits/reached.ts'
import { isPassword } from '../../../platform/passwords.ts'
import type { Employee } from '../employees/employees.ts'
import { countAttempt, forgetFailures } from '../employees/sign-in-failures.sql.ts'

const delay = { attemptsFree: 10, secondsMax: 900 }

/**
 * Checks that somebody who is signed in knows the password: a session alone changes none.
 *
 * @param parameter that the request has it in
 * @throws ApiError INVALID_PARAMETER when it is another, RATE_LIMITED after too many
 */
export async function checkOwnPassword(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { agency_uid, uid }: Pick<Employee, 'agency_uid' | 'uid'>,
  password: string,
  parameter: string,
): Promise<void> {
  const account = createHash('sha256').update(`password ${agency_uid} ${uid}`).digest()
  const place = { account, network: Buffer.alloc(0) }
  const { waitSeconds } = await countAttempt(db, place, delay, clock.now())
  if (waitSeconds > 0) {
    limitReached('sign_in_account')
    throw new ApiError(
      'RATE_LIMITED',
      'Too many failed password attempts; retry after the time in Retry-After',
      {
        headers: { 'retry-after': String(waitSeconds) },
      },
    )
  }
  const row = await db
    .selectFrom('employee_passwords')
    .select('hash')
    .where('agency_uid', '=', agency_uid)
    .where('employee_uid', '=', uid)
    .executeTakeFirst()
  if (!(await isPassword(password, row?.hash ?? null, { name: agency_uid, isKnown: true }))) {
    throw invalidParameter(parameter, 'is not the current password')
  }
  await forgetFailures(db, place)
}
