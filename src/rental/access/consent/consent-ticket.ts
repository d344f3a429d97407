/** Who has signed in, carried by the form itself: there is no session and no cookie. */
import { errors, jwtVerify, SignJWT } from 'jose'

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

export async function signTicket(ticket: Ticket, key: Buffer, now: Date): Promise<string> {
  const expiresAt = new Date(now.getTime() + lifetimeSeconds * 1_000)
  return new SignJWT({ identities: ticket.identities })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setAudience(audience)
    .setSubject(ticket.clientId)
    .setExpirationTime(expiresAt)
    .sign(key)
}

/** The ticket that we signed with one of our keys for this partner; null once it has expired. */
export async function readTicket(
  text: string,
  clientId: string,
  keys: Buffer[],
  now: Date,
): Promise<Identity[] | null> {
  const options = { audience, subject: clientId, algorithms: ['HS256'], currentDate: now }
  for (const key of keys) {
    try {
      const { payload } = await jwtVerify<Ticket>(text, key, options)
      return payload.identities
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error
    }
  }
  return null
}
