import type { Context } from '../../../context.ts'
import { afterCommit } from '../../../platform/db/transaction-context.ts'
import { newUid } from '../../../platform/uid.ts'
import type { Credential } from '../agencies/caller.ts'
import { insertSecurityEvent } from './security-events.ts'

/** Logger of security events. Commands use another one than servers. */
export interface SecurityLog {
  info(entry: object, text: string): void
  warn(entry: object, text: string): void
}

/** Optional part of a context: the logger of security events. */
export interface SecurityContext {
  log?: SecurityLog
}

/** Published names of events, which never change. The value is the level of the log entry. */
const securityEvents = {
  'sign_in.ok': 'info',
  'sign_in.refused': 'warn',
  'session.ended': 'info',
  'password.changed': 'info',
  'password.reset': 'info',
  'agency.created': 'info',
  'agency.renamed': 'info',
  'agency.disabled': 'warn',
  'agency.enabled': 'info',
  'employee.created': 'info',
  'employee.invited': 'info',
  'employee.role_changed': 'info',
  'employee.disabled': 'info',
  'employee.enabled': 'info',
  'key.created': 'info',
  'key.rotated': 'info',
  'key.revoked': 'info',
  'key.refused': 'warn',
  'consent.given': 'info',
  'grants.changed': 'info',
  'partner.disconnected': 'info',
  'code.refused': 'warn',
  'code.replayed': 'warn',
  'refresh_token.replayed': 'warn',
} as const

export interface SecurityEvent {
  agencyUid: string
  event: keyof typeof securityEvents
  /** Caller of the action. SYSTEM for commands of the operator. */
  actor: Credential
  /** Uid of the employee, key or authorization. */
  subjectUid?: string
  partnerUid?: string
  /** IP address of the client. */
  address?: string
  /**
   * True for events that unauthenticated clients can trigger. They are counted in one row a day.
   */
  isRefusal?: boolean
}

/** The operator of the server, or the server itself. */
export const operator: Credential = { kind: 'SYSTEM', uid: null }

/** Stores a security event of an agency, and logs it after the commit. */
export async function recordSecurityEvent(
  ctx: Pick<Context, 'db'> & SecurityContext,
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
  const logEntry = { event, agency: agencyUid, actor, subject: subjectUid, partner: partnerUid }
  const level = securityEvents[event]
  afterCommit(() => log?.[level]({ ...logEntry, ip: address }, 'security'))
}
