import { createHash } from 'node:crypto'
import type { Context } from '../../../context.ts'
import { isPassword } from '../../../platform/crypto/passwords.ts'
import { ApiError, invalidParameter } from '../../../platform/errors.ts'
import { limitReached } from '../../../platform/limits/limit-metrics.ts'
import type { Employee } from '../employees/employees.ts'
import { countAttempt, everyNetwork, resetFailures } from '../employees/sign-in-failures.sql.ts'

const passwordBackoff = { freeAttempts: 10, secondsMax: 900 }

/**
 * Checks the current password of a signed-in employee. A session alone is not enough to change it.
 *
 * @param parameter name of the field in the request
 * @throws ApiError INVALID_PARAMETER if it is wrong, RATE_LIMITED after too many failures
 */
export async function checkOwnPassword(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { agency_uid, uid }: Pick<Employee, 'agency_uid' | 'uid'>,
  password: string,
  parameter: string,
): Promise<void> {
  const account = createHash('sha256').update(`password ${agency_uid} ${uid}`).digest()
  const counter = { account, network: everyNetwork }
  const { waitSeconds } = await countAttempt(db, counter, passwordBackoff, clock.now())
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
  if (
    !(await isPassword(password, row?.hash ?? null, { name: agency_uid, isAuthenticated: true }))
  ) {
    throw invalidParameter(parameter, 'is not the current password')
  }
  await resetFailures(db, counter)
}
