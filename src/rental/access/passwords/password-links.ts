/**
 * Links by which somebody sets a password without another: an invitation, or for who has forgotten
 * it (contract/general.md §2.4).
 */

import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { changeReachable } from '../../../platform/db/citus/reachable-rows.ts'
import { deleteRows } from '../../../platform/db/rows.ts'
import { hashOf } from '../agencies/api-keys.sql.ts'
import type { Language } from '../languages/language.ts'
import type { Identity } from '../sessions/session.ts'
import { randomToken } from '../sessions/sessions.ts'

type ContextPart = Pick<Context, 'db' | 'clock'>

const hour = 3_600_000

/** How long a link is good. */
export const lifetimesMs = { INVITATION: 168 * hour, RESET: hour } as const
export type LinkPurpose = keyof typeof lifetimesMs

/** A link that is to be made and sent: it stands in no queue. */
export interface LinkTask {
  agencyUid: string
  employeeUid: string
  purpose: LinkPurpose
  /** Of the mail, for who has chosen none; a task of an earlier release names none. */
  language?: Language
  /** The one that is due, from 1. */
  attempt: number
}

/** Somebody wants a link, who says to have an e-mail address. */
export interface ResetTask {
  email: string
  /** Of the page that the link was asked for on. */
  language?: Language
}

/** The employee that a link is for. */
type Linked = Identity & { first_name: string; email: string; agency_name: string }

/** A link's agency and secret. */
export interface LinkToken {
  agencyUid: string
  token: string
}

/** The address of a link, which is shown or sent once. */
export function linkOf(publicUrl: string, { agencyUid, token }: LinkToken): string {
  return `${publicUrl}/console/welcome/${agencyUid}.${token}`
}

/** Makes a link for an employee, in place of one before. */
export async function giveLink(
  { db, clock }: ContextPart,
  { agency_uid, uid }: Identity,
  expires_at: Date,
): Promise<LinkToken> {
  const token = randomToken()
  const columns = { token_hash: hashOf(token), created_at: clock.now(), expires_at }
  await db
    .insertInto('password_links')
    .values({ agency_uid, employee_uid: uid, ...columns })
    .onConflict(conflict => conflict.columns(['agency_uid', 'employee_uid']).doUpdateSet(columns))
    .execute()
  return { agencyUid: agency_uid, token }
}

/** The active employee that a link is for; undefined: it is used, ended, or there never was one. */
export async function findLinked(
  { db, clock }: ContextPart,
  { agencyUid, token }: LinkToken,
): Promise<Linked | undefined> {
  const { rows } = await sql<Linked>`
    select e.agency_uid, e.uid, e.first_name, e.email, a.name as agency_name from password_links k
    join employees e on e.agency_uid = ${agencyUid} and e.uid = k.employee_uid
    join agencies a on a.agency_uid = e.agency_uid
    where k.agency_uid = ${agencyUid} and k.token_hash = ${hashOf(token)}
      and k.expires_at > ${clock.now()} and e.is_active`.execute(db)
  return rows[0]
}

/** Uses a link up: of two who bring it at once, one does. */
export async function spendLink(
  { db }: Pick<ContextPart, 'db'>,
  { agencyUid, token }: LinkToken,
): Promise<boolean> {
  const where = { agency_uid: agencyUid, token_hash: hashOf(token) }
  return (await deleteRows({ db }, 'password_links', where)) > 0
}

/** Makes the link of an employee void. */
export async function deleteLinkOf(
  { db }: Pick<ContextPart, 'db'>,
  { agency_uid, uid }: Identity,
): Promise<void> {
  await deleteRows({ db }, 'password_links', { agency_uid, employee_uid: uid })
}

/** Deletes those that have expired, and says how many. */
export async function forgetLinksUnscoped({ db, clock }: ContextPart): Promise<number> {
  return changeReachable(
    db as never,
    of => sql`/* every tenant */
    delete from password_links where ${of('password_links')} and expires_at <= ${clock.now()}`,
  )
}
