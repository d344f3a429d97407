import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import {
  changeReachable,
  everybody,
  type OfTenants,
  reachableRows,
} from '../../../platform/db/citus/reachable-rows.ts'
import type { Run } from '../../../platform/db/database.ts'
import { type Lookup, withVersions } from '../../../platform/db/marks/marks-of.ts'
import { deleteRows } from '../../../platform/db/rows.ts'
import { unlessDiskFull } from '../../../platform/db/transaction.ts'
import { hashOf } from '../agencies/api-keys.sql.ts'
import type { Role } from '../roles/role.ts'
import {
  type Identity,
  idleMs,
  isNextDay,
  type SessionKey,
  type SessionToken,
  type StoredSession,
  seenMs,
} from './session.ts'

type Db = Pick<Context, 'db'>

/** What is known of who is signed in. */
export interface KnownSession {
  uid: string
  employeeUid: string
  role: Role
  /** Whether the browser is to be given its cookie again, which it else forgets. */
  renews: boolean
}

const findStatement = withVersions(
  'find_session',
  versions => `
    select s.uid, s.employee_uid, e.role, s.seen_at, s.created_at,
      ${versions('$1')}
    from sessions s
    join employees e on e.agency_uid = $1 and e.uid = s.employee_uid
    where s.agency_uid = $1 and s.token_hash = $2 and e.is_active
      and s.expires_at > $3::timestamptz and s.seen_at > $4::timestamptz`,
)

const seeStatement = {
  name: 'see_session',
  text: `update sessions set seen_at = $3::timestamptz where agency_uid = $1 and uid = $2`,
}

/** The live session of a token, which is then seen; null: it has ended, or there never was one. */
export async function findSession(
  run: Run,
  given: SessionToken,
  now: Date,
): Promise<KnownSession | null> {
  const [row] = await run(findStatement.bare, valuesOf(given, now))
  return row ? see(run, row as FoundRow, given, now) : null
}

/** The same with the marks of its agency. */
export async function findSessionMarked(
  lookup: Lookup,
  given: SessionToken,
  now: Date,
): Promise<(KnownSession & { marks: string | null }) | null> {
  const values = valuesOf(given, now)
  const [row] = await lookup.find(findStatement, values, given.agencyUid)
  if (!row) return null
  const session = await see(lookup.run, row as FoundRow, given, now)
  return { ...session, marks: (row as FoundRow)[5] }
}

function valuesOf({ agencyUid, token }: SessionToken, now: Date): unknown[] {
  const idleSince = new Date(now.getTime() - idleMs).toISOString()
  return [agencyUid, hashOf(token), now.toISOString(), idleSince]
}

async function see(
  run: Run,
  [uid, employeeUid, role, seen_at, created_at]: FoundRow,
  { agencyUid }: SessionToken,
  now: Date,
): Promise<KnownSession> {
  const isSeen = now.getTime() - seen_at.getTime() >= seenMs
  if (isSeen) await unlessDiskFull(run(seeStatement, [agencyUid, uid, now.toISOString()]))
  return { uid, employeeUid, role, renews: isSeen && isNextDay({ created_at, seen_at }, now) }
}

type FoundRow = [string, string, Role, Date, Date, string | null]

/** 256 bits that nobody guesses. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

/** When an employee's password was set, which stays until the transaction ends. */
export async function holdPassword(
  { db }: Db,
  { agency_uid, uid }: Identity,
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('employee_passwords')
    .select('changed_at')
    .where('agency_uid', '=', agency_uid)
    .where('employee_uid', '=', uid)
    .forShare()
    .executeTakeFirst()
  return row?.changed_at
}

/** A session that is there, live or not. */
export async function findStoredSession(
  { db }: Db,
  { agency_uid, uid }: SessionKey,
): Promise<StoredSession | undefined> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', uid)
    .executeTakeFirst()
}

/** The live sessions of an agency, or of one employee, the last seen first. */
export async function listSessions(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  agencyUid: string,
  employeeUid?: string,
): Promise<StoredSession[]> {
  const now = clock.now()
  const ofOne = employeeUid === undefined ? sql`` : sql`and s.employee_uid = ${employeeUid}`
  const { rows } = await sql<StoredSession>`select s.* from sessions s
    where s.agency_uid = ${agencyUid} ${ofOne}
      and s.expires_at > ${now} and s.seen_at > ${new Date(now.getTime() - idleMs)}
    order by s.seen_at desc, s.uid desc`.execute(db)
  return rows
}

/** Deletes the session of a token, if there is one, and gives its employee. */
export async function deleteSessionOf(
  { db }: Db,
  { agencyUid, token }: SessionToken,
): Promise<{ employee_uid: string; uid: string } | undefined> {
  return db
    .deleteFrom('sessions')
    .where('agency_uid', '=', agencyUid)
    .where('token_hash', '=', hashOf(token))
    .returning(['employee_uid', 'uid'])
    .executeTakeFirst()
}

/** Ends all sessions of an employee, and says how many. */
export async function deleteSessionsOf({ db }: Db, { agency_uid, uid }: Identity): Promise<number> {
  return deleteRows({ db }, 'sessions', { agency_uid, employee_uid: uid })
}

/** Deletes the sessions that have ended, and says how many. */
export async function forgetSessionsUnscoped({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const now = clock.now()
  return changeReachable(
    db as never,
    of => sql`/* every tenant */
    delete from sessions where ${of('sessions')} and (expires_at <= ${now}
      or seen_at <= ${new Date(now.getTime() - idleMs)})`,
  )
}

/** An agency that somebody may be signed in for. */
export interface OwnAgency {
  agency_uid: string
  uid: string
  name: string
  role: Role
}

/**
 * For which agencies somebody has given the password, by name: where the employee is active, and
 * the password the same since. Without those whose node is away, but within a transaction.
 */
export async function listOwnAgenciesUnscoped(
  { db }: Db,
  identities: Identity[],
  signedInAt: Date,
): Promise<OwnAgency[]> {
  if (identities.length === 0) return []
  const pairs = identities.map(({ agency_uid, uid }) => sql`(${agency_uid}::uuid, ${uid}::uuid)`)
  const among = sql`any(${identities.map(({ agency_uid }) => agency_uid)}::uuid[])`
  const ask = (of: OfTenants) => sql<OwnAgency>`/* every tenant */
    select e.agency_uid, e.uid, a.name, e.role from employees e
    join agencies a on a.agency_uid = e.agency_uid
    join employee_passwords w on w.agency_uid = e.agency_uid and w.employee_uid = e.uid
    where ${of('e')} and ${of('w')} and e.agency_uid = ${among} and w.agency_uid = ${among}
      and (e.agency_uid, e.uid) in (${sql.join(pairs)}) and e.is_active
      and w.changed_at <= ${signedInAt}
    order by a.name, e.agency_uid`
  return db.isTransaction
    ? (await ask(everybody).execute(db)).rows
    : reachableRows(db as never, ask)
}
