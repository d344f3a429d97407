/** Who has signed in, carried by the form itself: there is no session and no cookie. */
import { readToken, signToken } from '../../../platform/signed-token.ts'

const audience = 'lodgepole-consent'
const lifetimeSeconds = 1_800

/** An employee of an agency. */
export interface Identity {
  agency_uid: string
  uid: string
}

export interface Ticket {
  /** Several where somebody works for several agencies and has not said for which. */
  identities: Identity[]
  /** For the request of this partner only. */
  clientId: string
}

export function signTicket({ identities, clientId }: Ticket, key: Buffer, now: Date): string {
  const exp = Math.floor(now.getTime() / 1_000) + lifetimeSeconds
  return signToken({ aud: audience, sub: clientId, exp, identities }, key)
}

/** The ticket that we signed with one of our keys for this partner; null once it has expired. */
export function readTicket(
  text: string,
  clientId: string,
  keys: Buffer[],
  now: Date,
): Identity[] | null {
  const claims = readToken(text, keys, { audience, subject: clientId, now })
  return (claims?.identities as Identity[] | undefined) ?? null
}
