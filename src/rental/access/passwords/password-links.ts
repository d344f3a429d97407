/**
 * Links to set a password without the former one, for invitations and resets (contract/general.md
 * §2.4).
 */

import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { hourMs } from '../../../platform/dates/dates.ts'
import { changeTenants } from '../../../platform/db/cluster/topology.ts'
import { deleteRows } from '../../../platform/db/rows.ts'
import { fixedError } from '../../../platform/errors.ts'
import { hashSecret } from '../agencies/api-keys.sql.ts'
import type { Language } from '../languages/language.ts'
import type { Identity } from '../sessions/session.ts'
import { randomToken } from '../sessions/sessions.ts'

type ContextPart = Pick<Context, 'db' | 'clock'>

/** Lifetimes of links, in milliseconds. */
export const lifetimesMs = { INVITATION: 168 * hourMs, RESET: hourMs } as const
export type LinkPurpose = keyof typeof lifetimesMs

/** Task to create and send a link. The link itself is never in a queue. */
export interface LinkTask {
  agencyUid: string
  employeeUid: string
  purpose: LinkPurpose
  /**
   * Language of the email if the recipient has chosen none. Missing in tasks of earlier releases.
   */
  language?: Language
  /** Number of the next attempt, from 1. */
  attempt: number
}

/** Request for a reset link. The email address is not verified. */
export interface ResetTask {
  email: string
  /** Language of the page. */
  language?: Language
}

type LinkedEmployee = Identity & {
  first_name: string
  email: string
  agency_name: string
  is_disabled: boolean
}

/** Agency and secret of a link. */
export interface LinkToken {
  agencyUid: string
  token: string
}

/** Returns the URL of a link, which is returned or sent only once. */
export function linkUrl(publicUrl: string, { agencyUid, token }: LinkToken): string {
  return `${publicUrl}/console/welcome/${agencyUid}.${token}`
}

/** Creates a link for an employee, replacing a former one. */
export async function createLink(
  { db, clock }: ContextPart,
  { agency_uid, uid }: Identity,
  expires_at: Date,
): Promise<LinkToken> {
  const token = randomToken()
  const columns = { token_hash: hashSecret(token), created_at: clock.now(), expires_at }
  await db
    .insertInto('password_links')
    .values({ agency_uid, employee_uid: uid, ...columns })
    .onConflict(conflict => conflict.columns(['agency_uid', 'employee_uid']).doUpdateSet(columns))
    .execute()
  return { agencyUid: agency_uid, token }
}

/**
 * Returns the active employee of a link. Undefined if the link is used, expired or unknown.
 *
 * @throws ApiError AGENCY_DISABLED
 */
export async function findLinkedEmployee(
  { db, clock }: ContextPart,
  { agencyUid, token }: LinkToken,
): Promise<LinkedEmployee | undefined> {
  const { rows } = await sql<LinkedEmployee>`
    select e.agency_uid, e.uid, e.first_name, e.email, a.name as agency_name,
      a.disabled_at is not null as is_disabled from password_links k
    join employees e on e.agency_uid = ${agencyUid} and e.uid = k.employee_uid
    join agencies a on a.agency_uid = e.agency_uid
    where k.agency_uid = ${agencyUid} and k.token_hash = ${hashSecret(token)}
      and k.expires_at > ${clock.now()} and e.is_active`.execute(db)
  if (rows[0]?.is_disabled) throw fixedError('AGENCY_DISABLED')
  return rows[0]
}

/**
 * Deletes a link. Of several concurrent requests, only one succeeds.
 *
 * @returns whether it existed
 */
export async function consumeLink(
  { db }: Pick<ContextPart, 'db'>,
  { agencyUid, token }: LinkToken,
): Promise<boolean> {
  const where = { agency_uid: agencyUid, token_hash: hashSecret(token) }
  return (await deleteRows({ db }, 'password_links', where)) > 0
}

export async function deletePasswordLink(
  { db }: Pick<ContextPart, 'db'>,
  { agency_uid, uid }: Identity,
): Promise<void> {
  await deleteRows({ db }, 'password_links', { agency_uid, employee_uid: uid })
}

/**
 * Deletes expired links.
 *
 * @returns the number of deleted rows
 */
export async function purgeLinksUnscoped({ db, clock }: ContextPart): Promise<number> {
  return changeTenants(
    db,
    inTenants => sql`/* every tenant */
    delete from password_links
    where ${inTenants('password_links')} and expires_at <= ${clock.now()}`,
  )
}
