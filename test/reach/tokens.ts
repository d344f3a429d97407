import { grant, makePartner, makeToken } from '../fixtures/rows.ts'
import type { TestServer } from '../support/server.ts'
import type { Estate } from './uids.ts'

interface Options {
  access: 'READ' | 'READ_WRITE'
  personalData?: boolean
}

/** The partners of tokens. */
const partners = new Map<string, string>()

/** A token of a new partner that was granted property and hotel of an estate, or nothing. */
export async function tokenWith(
  server: TestServer,
  { uids }: Estate,
  options?: Options,
): Promise<string> {
  const { partnerUid } = await makePartner(server)
  const token = await makeToken(server, partnerUid, uids.agencyUid!)
  partners.set(token, partnerUid)
  if (options) await grantMore(server, token, uids, options)
  return token
}

/** Grants the partner of a token a property and, where there is one, a hotel. */
export async function grantMore(
  server: TestServer,
  token: string,
  { agencyUid, propertyUid, hotelUid }: Estate['uids'],
  options: Options,
): Promise<void> {
  const partnerUid = partners.get(token)!
  await grant(server, { agencyUid: agencyUid!, partnerUid, objectUid: propertyUid!, ...options })
  if (hotelUid === undefined) return
  await grant(server, {
    agencyUid: agencyUid!,
    partnerUid,
    objectUid: hotelUid,
    ...options,
    isHotel: true,
  })
}
