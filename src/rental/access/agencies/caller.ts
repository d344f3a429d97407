import { isLimitedToOwn, type Role } from '../roles/role.ts'

/** Caller of a request. Queries take their agency from it, which separates the tenants. */
export type Caller = AgencyCaller | PartnerCaller | ClientCaller

export const credentialKinds = [
  'AGENCY_KEY',
  'ACCESS_TOKEN',
  'PARTNER_KEY',
  'CLIENT_SECRET',
  'EMPLOYEE',
  'ICAL',
  'SYSTEM',
] as const

/** Credential of a request, as histories record it. */
export interface Credential {
  kind: (typeof credentialKinds)[number]
  /**
   * Uid of the key, employee or external calendar. For credentials of a partner, the uid of the
   * partner. Null for the server itself.
   */
  uid: string | null
}

/** An agency key, which can access the whole agency, or a signed-in employee. */
export interface AgencyCaller {
  kind: 'agency'
  credential: Credential
  agencyUid: string
  agencyUids: [string]
  session?: Session
}

/** Session of a signed-in employee. The credential names the employee. */
export interface Session {
  uid: string
  role: Role
}

/**
 * A partner: with an access token for one agency, with a key for all agencies that granted access.
 */
export interface PartnerCaller {
  kind: 'partner'
  credential: Credential
  partnerUid: string
  agencyUids: string[]
}

/** A partner with its client id and secret, which give no access to agencies. */
export interface ClientCaller {
  kind: 'client'
  credential: Credential
  partnerUid: string
  agencyUids: []
}

/** Returns the caller for work that the server does itself for an agency. */
export function systemCaller(agencyUid: string): AgencyCaller {
  const credential: Credential = { kind: 'SYSTEM', uid: null }
  return { kind: 'agency', credential, agencyUid, agencyUids: [agencyUid] }
}

/** Returns the caller for imports from an external calendar of an agency. */
export function icalCaller(agencyUid: string, icalUid: string): AgencyCaller {
  const credential: Credential = { kind: 'ICAL', uid: icalUid }
  return { kind: 'agency', credential, agencyUid, agencyUids: [agencyUid] }
}

/** Returns the caller for an employee without a console session. */
export function employeeCaller(agencyUid: string, employeeUid: string): AgencyCaller {
  const credential: Credential = { kind: 'EMPLOYEE', uid: employeeUid }
  return { kind: 'agency', credential, agencyUid, agencyUids: [agencyUid] }
}

/** Returns the caller for an employee with a console session. */
export function sessionCaller(
  agencyUid: string,
  employeeUid: string,
  session: Session,
): AgencyCaller {
  return { ...employeeCaller(agencyUid, employeeUid), session }
}

/**
 * Returns the uid of an employee whose role is limited to assigned jobs and sees neither guests nor
 * prices (contract/general.md §3.1). Null for all other callers.
 */
export function limitedEmployee(caller: Caller): string | null {
  if (caller.kind !== 'agency' || !caller.session) return null
  return isLimitedToOwn(caller.session.role) ? caller.credential.uid : null
}

/** Limits a partner to one of its agencies. Other callers are returned unchanged. */
export function limitToAgency(caller: Caller, agencyUid: string): Caller {
  return caller.kind === 'partner' ? { ...caller, agencyUids: [agencyUid] } : caller
}

/** Returns the tenant for fair queueing: an agency, or the partner itself. */
export function tenantOf({ agencyUids, credential }: Caller): string {
  // A client secret has no agency, only the uid of its partner.
  return agencyUids[0] ?? credential.uid ?? ''
}
