import { grant, makePartner, makeToken } from '../fixtures/rows.ts'
import type { TestServer } from '../support/server.ts'
import type { Tenant } from './tenant.ts'

interface Options {
  access: 'READ' | 'READ_WRITE'
  personalData?: boolean
}

/** Partner uids by token. */
const partners = new Map<string, string>()

/**
 * Creates a token of a new partner. With `options` the partner is granted the property and the
 * hotel of a fixture.
 */
export async function makePartnerToken(
  server: TestServer,
  { uids }: Tenant,
  options?: Options,
): Promise<string> {
  const { partnerUid } = await makePartner(server)
  const token = await makeToken(server, partnerUid, uids.agencyUid!)
  partners.set(token, partnerUid)
  if (options) await grantTenant(server, token, uids, options)
  return token
}

/** Grants the partner of a token a property and, if there is one, a hotel. */
export async function grantTenant(
  server: TestServer,
  token: string,
  { agencyUid, propertyUid, hotelUid }: Tenant['uids'],
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
