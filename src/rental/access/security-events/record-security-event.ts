import type { Context } from '../../../context.ts'
import { afterCommit } from '../../../platform/db/in-transaction.ts'
import { newUid } from '../../../platform/uid.ts'
import type { Credential } from '../agencies/caller.ts'
import { insertSecurityEvent } from './security-events.ts'

/** Where the lines go; a command has another place for them than a server. */
export interface SecurityLog {
  info(entry: object, text: string): void
  warn(entry: object, text: string): void
}

/** What an act that concerns security may have in its context. */
export interface Securing {
  log?: SecurityLog
}

/** Published names, never changed, and whether a line of it is a warning. */
const securityEvents = {
  'sign_in.ok': false,
  'sign_in.refused': true,
  'session.ended': false,
  'password.changed': false,
  'password.reset': false,
  'employee.created': false,
  'employee.invited': false,
  'key.created': false,
  'key.rotated': false,
  'key.revoked': false,
  'key.refused': true,
  'consent.given': false,
  'grants.changed': false,
  'partner.disconnected': false,
  'code.refused': true,
  'code.replayed': true,
  'refresh_token.replayed': true,
} as const

export interface SecurityEvent {
  agencyUid: string
  event: keyof typeof securityEvents
  /** Who did it; a command of the operator: the system. */
  actor: Credential
  /** The employee, key or approval that it is about. */
  subjectUid?: string
  partnerUid?: string
  /** The client's. */
  address?: string
  /** Anybody can make it happen, so those of a day are one row. */
  isRefusal?: boolean
}

/** The operator of the server, or the server itself. */
export const operator: Credential = { kind: 'SYSTEM', uid: null }

/** Stores an event of an agency's security, and logs it once that is committed. */
export async function recordSecurityEvent(
  ctx: Pick<Context, 'db'> & Securing,
  now: Date,
  { agencyUid, event, actor, subjectUid, partnerUid, address, isRefusal = false }: SecurityEvent,
): Promise<void> {
  await insertSecurityEvent(ctx, {
    agency_uid: agencyUid,
    uid: newUid(now.getTime()),
    event,
    actor_kind: actor.kind,
    actor_uid: actor.uid,
    subject_uid: subjectUid ?? null,
    partner_uid: partnerUid ?? null,
    address: address ?? null,
    day: isRefusal ? now.toISOString().slice(0, 10) : null,
    first_at: now,
    last_at: now,
  })
  const { log } = ctx
  const entry = { event, agency: agencyUid, actor, subject: subjectUid, partner: partnerUid }
  const level = securityEvents[event] ? 'warn' : 'info'
  afterCommit(() => log?.[level]({ ...entry, ip: address }, 'security'))
}
