/**
 * Sessions of the consent pages. A form field carries the secret from page to page, without a
 * cookie (contract/general.md §2.3).
 */

import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { changeTenants, queryTenants } from '../../../platform/db/cluster/topology.ts'
import { hashSecret } from '../agencies/api-keys.sql.ts'

type ContextPart = Pick<Context, 'db' | 'clock'>

const lifetimeMs = 1_800_000

export interface Identity {
  agency_uid: string
  uid: string
}

/**
 * Creates a consent session for a signed-in user, who may be an employee of several agencies.
 *
 * @param partnerUid partner that requested access; null if there is none
 * @returns the secret
 */
export async function createConsentSession(
  { db, clock }: ContextPart,
  identities: Identity[],
  partnerUid: string | null,
): Promise<string> {
  const secret = randomBytes(30).toString('base64url')
  const now = clock.now()
  const expires_at = new Date(now.getTime() + lifetimeMs)
  const commonColumns = {
    session_hash: hashSecret(secret),
    partner_uid: partnerUid,
    created_at: now,
  }
  const rows = identities.map(({ agency_uid, uid: employee_uid }) => {
    return { ...commonColumns, agency_uid, employee_uid, expires_at }
  })
  await db.insertInto('consent_sessions').values(rows).execute()
  return secret
}

/**
 * Returns the employees of a consent session. Empty if it is expired or consumed, or if the
 * password has changed since.
 */
export async function listConsentIdentitiesUnscoped(
  { db, clock }: ContextPart,
  secret: string,
  partnerUid: string | null,
): Promise<Identity[]> {
  const { rows, missing } = await queryTenants(
    db,
    inTenants => sql<Identity>`
    /* every tenant */ select t.agency_uid, t.employee_uid as uid from consent_sessions t
    join employee_passwords w on w.agency_uid = t.agency_uid and w.employee_uid = t.employee_uid
    where ${inTenants('t')} and ${inTenants('w')} and t.session_hash = ${hashSecret(secret)}
      and t.expires_at > ${clock.now()}
      and t.partner_uid is not distinct from ${partnerUid}::uuid
      and w.changed_at <= t.created_at`,
  )
  // The employees may be on an unavailable node.
  if (rows.length === 0 && missing) throw missing
  return rows
}

/**
 * Deletes a consent session. Of several concurrent requests, only one succeeds.
 *
 * @returns whether it existed
 */
export async function consumeConsentSessionUnscoped(
  { db }: Pick<ContextPart, 'db'>,
  secret: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`/* every tenant */
    delete from consent_sessions where session_hash = ${hashSecret(secret)}`.execute(db)
  return numAffectedRows !== undefined && numAffectedRows > 0n
}

/**
 * Deletes expired consent sessions.
 *
 * @returns the number of deleted rows
 */
export async function purgeConsentSessionsUnscoped({ db, clock }: ContextPart): Promise<number> {
  return changeTenants(
    db,
    inTenants => sql`/* every tenant */
    delete from consent_sessions
    where ${inTenants('consent_sessions')} and expires_at <= ${clock.now()}`,
  )
}
