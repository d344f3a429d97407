import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import {
  type VersionedLookup,
  withVersions,
} from '../../../platform/db/cache-tags/read-versions.ts'
import {
  changeTenants,
  queryTenants,
  type TenantFilter,
} from '../../../platform/db/cluster/topology.ts'
import { deleteRows } from '../../../platform/db/rows.ts'
import type { Run } from '../../../platform/db/statements.ts'
import { unlessDiskFull } from '../../../platform/db/transaction.ts'
import { hashSecret } from '../agencies/api-keys.sql.ts'
import { isDisabledAgency } from '../agency-states/agency-state.sql.ts'
import type { Role } from '../roles/role.ts'
import {
  type Identity,
  idleTimeoutMs,
  isFirstUseOfDay,
  lastUsePrecisionMs,
  type SessionKey,
  type SessionToken,
  type StoredSession,
} from './session.ts'

type DbContext = Pick<Context, 'db'>

/** An active session and its employee. */
export interface ActiveSession {
  uid: string
  employeeUid: string
  role: Role
  /** True if the response renews the cookie of the browser before it expires. */
  renewsCookie: boolean
}

const findSessionStatement = withVersions(
  'find_session',
  versions => `
    select s.uid, s.employee_uid, e.role, s.seen_at, s.created_at,
      ${versions('$1')}
    from sessions s
    join employees e on e.agency_uid = $1 and e.uid = s.employee_uid
    where s.agency_uid = $1 and s.token_hash = $2 and e.is_active
      and not ${isDisabledAgency('$1')}
      and s.expires_at > $3::timestamptz and s.seen_at > $4::timestamptz`,
)

const recordSessionUseStatement = {
  name: 'record_session_use',
  text: `update sessions set seen_at = $3::timestamptz where agency_uid = $1 and uid = $2`,
}

/**
 * Returns the active session of a token and updates its last use. Null if it has ended or never
 * existed.
 */
export async function findSession(
  run: Run,
  token: SessionToken,
  now: Date,
): Promise<ActiveSession | null> {
  const [row] = await run(findSessionStatement.bare, findSessionValues(token, now))
  return row ? recordSessionUse(run, row as SessionRow, token, now) : null
}

/**
 * Returns the active session of a token with the tag versions of its agency, and updates its last
 * use.
 */
export async function findSessionWithVersions(
  lookup: VersionedLookup,
  token: SessionToken,
  now: Date,
): Promise<(ActiveSession & { versions: string | null }) | null> {
  const values = findSessionValues(token, now)
  const [row] = await lookup.find(findSessionStatement, values, token.agencyUid)
  if (!row) return null
  const session = await recordSessionUse(lookup.run, row as SessionRow, token, now)
  const [, , , , , versions] = row as SessionRow
  return { ...session, versions }
}

function findSessionValues({ agencyUid, token }: SessionToken, now: Date): unknown[] {
  const idleSince = new Date(now.getTime() - idleTimeoutMs).toISOString()
  return [agencyUid, hashSecret(token), now.toISOString(), idleSince]
}

async function recordSessionUse(
  run: Run,
  [uid, employeeUid, role, seen_at, created_at]: SessionRow,
  { agencyUid }: SessionToken,
  now: Date,
): Promise<ActiveSession> {
  const updatesLastUse = now.getTime() - seen_at.getTime() >= lastUsePrecisionMs
  // A full disk must not end sessions: the last use is updated later.
  if (updatesLastUse)
    await unlessDiskFull(run(recordSessionUseStatement, [agencyUid, uid, now.toISOString()]))
  return {
    uid,
    employeeUid,
    role,
    renewsCookie: updatesLastUse && isFirstUseOfDay({ created_at, seen_at }, now),
  }
}

type SessionRow = [
  uid: string,
  employeeUid: string,
  role: Role,
  seenAt: Date,
  createdAt: Date,
  versions: string | null,
]

/** Generates a secret of 256 random bits. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * Returns the time at which the password of an employee was set, and locks it until the transaction
 * ends.
 */
export async function lockPassword(
  { db }: DbContext,
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

/** Returns a stored session, active or expired. */
export async function findStoredSession(
  { db }: DbContext,
  { agency_uid, uid }: SessionKey,
): Promise<StoredSession | undefined> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', uid)
    .executeTakeFirst()
}

/** Lists the active sessions of an agency or of one employee, last used first. */
export async function listSessions(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  agencyUid: string,
  employeeUid?: string,
): Promise<StoredSession[]> {
  const now = clock.now()
  const employeeFilter =
    employeeUid === undefined ? sql`` : sql`and s.employee_uid = ${employeeUid}`
  const { rows } = await sql<StoredSession>`select s.* from sessions s
    where s.agency_uid = ${agencyUid} ${employeeFilter}
      and s.expires_at > ${now} and s.seen_at > ${new Date(now.getTime() - idleTimeoutMs)}
    order by s.seen_at desc, s.uid desc`.execute(db)
  return rows
}

/** Deletes the session of a token. Returns its employee, or undefined if there was none. */
export async function deleteSessionByToken(
  { db }: DbContext,
  { agencyUid, token }: SessionToken,
): Promise<{ employee_uid: string; uid: string } | undefined> {
  return db
    .deleteFrom('sessions')
    .where('agency_uid', '=', agencyUid)
    .where('token_hash', '=', hashSecret(token))
    .returning(['employee_uid', 'uid'])
    .executeTakeFirst()
}

/**
 * Ends all sessions of an employee.
 *
 * @returns the number of sessions
 */
export async function deleteSessionsOfEmployee(
  { db }: DbContext,
  { agency_uid, uid }: Identity,
): Promise<number> {
  return deleteRows({ db }, 'sessions', { agency_uid, employee_uid: uid })
}

/** Ends all sessions of an agency. */
export async function deleteSessionsOfAgency({ db }: DbContext, agencyUid: string): Promise<void> {
  await deleteRows({ db }, 'sessions', { agency_uid: agencyUid })
}

/**
 * Deletes expired sessions.
 *
 * @returns the number of deleted rows
 */
export async function purgeSessionsUnscoped({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const now = clock.now()
  return changeTenants(
    db,
    inTenants => sql`/* every tenant */
    delete from sessions where ${inTenants('sessions')} and (expires_at <= ${now}
      or seen_at <= ${new Date(now.getTime() - idleTimeoutMs)})`,
  )
}

/** An agency that the user can switch to. */
export interface OwnAgency {
  agency_uid: string
  uid: string
  name: string
  role: Role
}

/**
 * Lists the enabled agencies that a password was verified for, sorted by name: those where the
 * employee is active and the password has not changed since. Agencies on unavailable nodes are
 * omitted, except within a transaction.
 */
export async function listOwnAgenciesUnscoped(
  { db }: DbContext,
  identities: Identity[],
  signedInAt: Date,
): Promise<OwnAgency[]> {
  if (identities.length === 0) return []
  const identityPairs = identities.map(
    ({ agency_uid, uid }) => sql`(${agency_uid}::uuid, ${uid}::uuid)`,
  )
  const anyAgency = sql`any(${identities.map(({ agency_uid }) => agency_uid)}::uuid[])`
  const query = (inTenants: TenantFilter) => sql<OwnAgency>`/* every tenant */
    select e.agency_uid, e.uid, a.name, e.role from employees e
    join agencies a on a.agency_uid = e.agency_uid
    join employee_passwords w on w.agency_uid = e.agency_uid and w.employee_uid = e.uid
    where ${inTenants('e')} and ${inTenants('w')}
      and e.agency_uid = ${anyAgency} and w.agency_uid = ${anyAgency}
      and (e.agency_uid, e.uid) in (${sql.join(identityPairs)}) and e.is_active
      and a.disabled_at is null
      and w.changed_at <= ${signedInAt}
    order by a.name, e.agency_uid`
  const { rows } = await queryTenants(db, query)
  return rows
}
