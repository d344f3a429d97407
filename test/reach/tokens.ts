import { grant, makePartner, makeToken } from '../fixtures/rows.ts'
import type { TestServer } from '../support/server.ts'
import type { Estate } from './uids.ts'

/** A token of a new partner that was granted property and hotel of an estate, or nothing. */
export async function tokenWith(
  server: TestServer,
  { uids }: Estate,
  options?: { access: 'READ' | 'READ_WRITE'; personalData?: boolean },
): Promise<string> {
  const { partnerUid } = await makePartner(server)
  const { agencyUid, propertyUid, hotelUid } = uids
  if (options) {
    await grant(server, agencyUid!, partnerUid, propertyUid!, options)
    await grant(server, agencyUid!, partnerUid, hotelUid!, { ...options, isHotel: true })
  }
  return makeToken(server, partnerUid, agencyUid!)
}
