/**
 * Who has signed in to decide about partners, carried from form to form by a ticket: there is no
 * session and no cookie (contract/general.md §2.3).
 */

import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { askReachable, changeReachable } from '../../../platform/db/citus/reachable-rows.ts'
import { hashOf } from '../agencies/api-keys.sql.ts'

type ContextPart = Pick<Context, 'db' | 'clock'>

const lifetimeMs = 1_800_000

/** An employee of an agency. */
export interface Identity {
  agency_uid: string
  uid: string
}

/**
 * Gives a ticket to somebody who has signed in, as one employee or as several of several agencies.
 *
 * @param partnerUid whose request it is for; null: for no partner's
 */
export async function giveTicket(
  { db, clock }: ContextPart,
  identities: Identity[],
  partnerUid: string | null,
): Promise<string> {
  const ticket = randomBytes(30).toString('base64url')
  const now = clock.now()
  const expires_at = new Date(now.getTime() + lifetimeMs)
  const common = { ticket_hash: hashOf(ticket), partner_uid: partnerUid, created_at: now }
  const rows = identities.map(({ agency_uid, uid: employee_uid }) => {
    return { ...common, agency_uid, employee_uid, expires_at }
  })
  await db.insertInto('consent_tickets').values(rows).execute()
  return ticket
}

/**
 * Whom a ticket is of; nobody once it has expired or was used, or after another password was set.
 */
export async function readTicketUnscoped(
  { db, clock }: ContextPart,
  ticket: string,
  partnerUid: string | null,
): Promise<Identity[]> {
  const { rows, missing } = await askReachable(
    db as never,
    of => sql<Identity>`
    /* every tenant */ select t.agency_uid, t.employee_uid as uid from consent_tickets t
    join employee_passwords w on w.agency_uid = t.agency_uid and w.employee_uid = t.employee_uid
    where ${of('t')} and ${of('w')} and t.ticket_hash = ${hashOf(ticket)}
      and t.expires_at > ${clock.now()}
      and t.partner_uid is not distinct from ${partnerUid}::uuid
      and w.changed_at <= t.created_at`,
  )
  if (rows.length === 0 && missing) throw missing
  return rows
}

/**
 * Uses a ticket up, whatever agency was chosen: of two who bring it at once, one does.
 *
 * @returns whether it was still there
 */
export async function useTicketUnscoped(
  { db }: Pick<ContextPart, 'db'>,
  ticket: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`/* every tenant */
    delete from consent_tickets where ticket_hash = ${hashOf(ticket)}`.execute(db)
  return numAffectedRows !== undefined && numAffectedRows > 0n
}

/** Deletes those that have expired, and says how many. */
export async function forgetTicketsUnscoped({ db, clock }: ContextPart): Promise<number> {
  return changeReachable(
    db as never,
    of => sql`/* every tenant */
    delete from consent_tickets where ${of('consent_tickets')} and expires_at <= ${clock.now()}`,
  )
}
