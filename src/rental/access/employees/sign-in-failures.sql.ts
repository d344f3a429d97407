/** Failed attempts to sign in, after which further ones wait longer and longer. */
import { type QueryExecutorProvider, sql } from 'kysely'

/** So many attempts are free; the delay then doubles from a second on up to a bound. */
export interface Delay {
  attemptsFree: number
  secondsMax: number
}

/** What is forgotten when nobody has tried for so long. */
const quietHours = 1

/**
 * Counts an attempt before it is looked at, so that many at once are not more than one.
 *
 * @returns the seconds to wait, if the attempt comes too early and so does not count
 */
export async function countAttempt(
  db: QueryExecutorProvider,
  { account, network }: { account: Buffer; network: Buffer },
  { attemptsFree, secondsMax }: Delay,
  now: Date,
): Promise<{ waitSeconds: number; failures: number }> {
  const quietSince = new Date(now.getTime() - quietHours * 3_600_000)
  const { rows } = await sql<{ failures: number }>`
    insert into sign_in_failures as f (account, network, failures, last_at)
    values (${account}, ${network}, 1, ${now})
    on conflict (account, network) do update set last_at = excluded.last_at,
      failures = case when f.last_at <= ${quietSince} then 1 else f.failures + 1 end
    where f.failures < ${attemptsFree} or f.last_at <= ${quietSince}
      or f.last_at at time zone 'UTC' + make_interval(secs => least(${secondsMax}::float8,
        power(2, least(f.failures - ${attemptsFree}::int, 30))))
        <= ${now}::timestamptz at time zone 'UTC'
    returning failures`.execute(db)
  const [counted] = rows
  if (counted) return { waitSeconds: 0, failures: counted.failures }
  return waitOf(db, { account, network }, { attemptsFree, secondsMax }, now)
}

async function waitOf(
  db: QueryExecutorProvider,
  { account, network }: { account: Buffer; network: Buffer },
  { attemptsFree, secondsMax }: Delay,
  now: Date,
): Promise<{ waitSeconds: number; failures: number }> {
  const { rows } = await sql<{ failures: number; last_at: Date }>`
    select failures, last_at from sign_in_failures
    where account = ${account} and network = ${network}`.execute(db)
  const { failures, last_at } = rows[0] ?? { failures: attemptsFree, last_at: now }
  const delay = Math.min(secondsMax, 2 ** Math.min(30, failures - attemptsFree))
  const left = last_at.getTime() / 1_000 + delay - now.getTime() / 1_000
  return { waitSeconds: Math.max(1, Math.ceil(left)), failures }
}

/** Forgets the attempts of a network at an account, the last of which was a success. */
export async function forgetFailures(
  db: QueryExecutorProvider,
  { account, network }: { account: Buffer; network: Buffer },
): Promise<void> {
  await sql`
    delete from sign_in_failures where account = ${account} and network = ${network}`.execute(db)
}

/** Deletes the failures after which nobody has tried for long, and says how many. */
export async function forgetOldFailures(db: QueryExecutorProvider, now: Date): Promise<number> {
  const quietSince = new Date(now.getTime() - quietHours * 3_600_000)
  const { numAffectedRows } = await sql`
    delete from sign_in_failures where last_at <= ${quietSince}`.execute(db)
  return Number(numAffectedRows)
}
