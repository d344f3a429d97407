/** Failed sign-in attempts, which delay further ones with exponential backoff. */
import { type QueryExecutorProvider, sql } from 'kysely'

/**
 * Limits of the backoff: the number of attempts without delay, and the maximum delay. The delay
 * starts at one second and doubles.
 */
export interface BackoffLimits {
  freeAttempts: number
  secondsMax: number
}

/** Network under which the attempts of all networks are counted together. */
export const everyNetwork = Buffer.alloc(0)

/** Maximum exponent of the backoff. 2^30 seconds exceed every maximum delay. */
const exponentMax = 30

/** Hours without an attempt after which failures expire. */
const expiryHours = 1

/**
 * Counts an attempt before its password is compared, so that concurrent attempts count, too.
 *
 * @returns seconds to wait if the attempt is too early, which is then not counted, and the number
 *   of failures
 */
export async function countAttempt(
  db: QueryExecutorProvider,
  { account, network }: { account: Buffer; network: Buffer },
  { freeAttempts, secondsMax }: BackoffLimits,
  now: Date,
): Promise<{ waitSeconds: number; failures: number }> {
  const expiredBefore = new Date(now.getTime() - expiryHours * 3_600_000)
  const { rows } = await sql<{ failures: number }>`
    insert into sign_in_failures as f (account, network, failures, last_at)
    values (${account}, ${network}, 1, ${now})
    on conflict (account, network) do update set last_at = excluded.last_at,
      failures = case when f.last_at <= ${expiredBefore} then 1 else f.failures + 1 end
    where f.failures < ${freeAttempts} or f.last_at <= ${expiredBefore}
      or f.last_at at time zone 'UTC' + make_interval(secs => least(${secondsMax}::float8,
        power(2, least(f.failures - ${freeAttempts}::int, ${exponentMax}::int))))
        <= ${now}::timestamptz at time zone 'UTC'
    returning failures`.execute(db)
  // No row is returned if the attempt is too early.
  const [countedRow] = rows
  if (countedRow) return { waitSeconds: 0, failures: countedRow.failures }
  return readDelay(db, { account, network }, { freeAttempts, secondsMax }, now)
}

async function readDelay(
  db: QueryExecutorProvider,
  { account, network }: { account: Buffer; network: Buffer },
  { freeAttempts, secondsMax }: BackoffLimits,
  now: Date,
): Promise<{ waitSeconds: number; failures: number }> {
  const { rows } = await sql<{ failures: number; last_at: Date }>`
    select failures, last_at from sign_in_failures
    where account = ${account} and network = ${network}`.execute(db)
  const { failures, last_at } = rows[0] ?? { failures: freeAttempts, last_at: now }
  const delaySeconds = Math.min(secondsMax, 2 ** Math.min(exponentMax, failures - freeAttempts))
  const secondsLeft = last_at.getTime() / 1_000 + delaySeconds - now.getTime() / 1_000
  return { waitSeconds: Math.max(1, Math.ceil(secondsLeft)), failures }
}

/** Resets the failures of a network at an account after a success. */
export async function resetFailures(
  db: QueryExecutorProvider,
  { account, network }: { account: Buffer; network: Buffer },
): Promise<void> {
  await sql`
    delete from sign_in_failures where account = ${account} and network = ${network}`.execute(db)
}

/**
 * Deletes expired failures.
 *
 * @returns the number of deleted rows
 */
export async function purgeFailures(db: QueryExecutorProvider, now: Date): Promise<number> {
  const expiredBefore = new Date(now.getTime() - expiryHours * 3_600_000)
  const { numAffectedRows } = await sql`
    delete from sign_in_failures where last_at <= ${expiredBefore}`.execute(db)
  return Number(numAffectedRows)
}
