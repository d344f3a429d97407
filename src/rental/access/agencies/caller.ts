import { isLimitedToOwn, type Role } from '../roles/role.ts'

/** Whom a request acts for. The tenancy guard starts here: queries take their agency from it. */
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

/** Through what somebody acts, as histories name it. */
export interface Credential {
  kind: (typeof credentialKinds)[number]
  /**
   * Of the key, the employee, the external calendar or, of a partner's credentials, the partner;
   * the server has none.
   */
  uid: string | null
}

/** An agency key: all of its agency. Or somebody of the agency who is signed in. */
export interface AgencyCaller {
  kind: 'agency'
  credential: Credential
  agencyUid: string
  agencyUids: [string]
  session?: Session
}

/** What somebody who is signed in has: the credential is the employee. */
export interface Session {
  uid: string
  role: Role
}

/** A partner's access token (one agency) or key (every agency that granted it something). */
export interface PartnerCaller {
  kind: 'partner'
  credential: Credential
  partnerUid: string
  agencyUids: string[]
}

/** A partner's own client id and secret, which reach no agency's data. */
export interface ClientCaller {
  kind: 'client'
  credential: Credential
  partnerUid: string
  agencyUids: []
}

/** The server itself, at work for an agency. */
export function systemCaller(agencyUid: string): AgencyCaller {
  const credential: Credential = { kind: 'SYSTEM', uid: null }
  return { kind: 'agency', credential, agencyUid, agencyUids: [agencyUid] }
}

/** The server at work for an agency, as one of its external calendars tells it to. */
export function icalCaller(agencyUid: string, icalUid: string): AgencyCaller {
  const credential: Credential = { kind: 'ICAL', uid: icalUid }
  return { kind: 'agency', credential, agencyUid, agencyUids: [agencyUid] }
}

/** An employee who has signed in. */
export function employeeCaller(agencyUid: string, employeeUid: string): AgencyCaller {
  const credential: Credential = { kind: 'EMPLOYEE', uid: employeeUid }
  return { kind: 'agency', credential, agencyUid, agencyUids: [agencyUid] }
}

/** An employee who has signed in to the console, and what the session is. */
export function sessionCaller(
  agencyUid: string,
  employeeUid: string,
  session: Session,
): AgencyCaller {
  return { ...employeeCaller(agencyUid, employeeUid), session }
}

/**
 * The uid of an employee who has only what is theirs (contract/general.md §3.1), and sees neither
 * guests nor prices; null: whoever it is has more.
 */
export function limitedEmployee(caller: Caller): string | null {
  if (caller.kind !== 'agency' || !caller.session) return null
  return isLimitedToOwn(caller.session.role) ? caller.credential.uid : null
}

/** A caller as far as one of its agencies goes. */
export function within(caller: Caller, agencyUid: string): Caller {
  return caller.kind === 'partner' ? { ...caller, agencyUids: [agencyUid] } : caller
}

/** Whom a caller has something done for that takes turns: an agency, or a partner as itself. */
export function tenantOf({ agencyUids, credential }: Caller): string {
  return agencyUids[0] ?? credential.uid ?? ''
}
