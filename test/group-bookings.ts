/** Group bookings that tests make over HTTP, and the nights that their leads hold. */
import assert from 'node:assert/strict'
import { makeAgency, makeHotel, makeProperty, makeUnit } from './fixtures.ts'
import type { Answer, TestServer } from './server.ts'

export const path = '/api/v3.3/leads/group-booking'

/** The stay and guest of a main lead. */
export const stay = {
  status: 'BOOKED',
  checkInLocalDate: '2026-07-04',
  checkOutLocalDate: '2026-07-08',
  guestInformation: { firstName: 'Ada', adultCount: 4 },
}

/** An agency with a hotel, a master and what of them group bookings can be made of. */
export async function makePlaces(server: TestServer) {
  const { agencyUid, key } = await makeAgency(server)
  const db = server.database.kysely

  /** A hotel with a unit type that has two units. */
  const makeInn = async () => {
    const hotelUid = await makeHotel(server, agencyUid)
    const typeUid = await makeProperty(server, agencyUid, { hotel_uid: hotelUid })
    await makeUnit(db, agencyUid, typeUid)
    return { hotelUid, typeUid }
  }

  /** A master with two subs. */
  const makeFamily = async () => {
    const master = await makeProperty(server, agencyUid)
    const [first, second] = [
      await makeProperty(server, agencyUid, { parent_uid: master }),
      await makeProperty(server, agencyUid, { parent_uid: master }),
    ]
    return { master, first, second }
  }

  const send = (method: string, to: string, body?: unknown): Promise<Answer> =>
    server.request(method, to, { key, ...(body === undefined ? {} : { body }) })
  const create = (body: object) => send('POST', path, { agencyUid, ...stay, ...body })

  /** Creates a group booking and gives it. */
  const book = async (body: object) => {
    const { status, body: answer } = await create(body)
    assert.equal(status, 201, JSON.stringify(answer))
    return answer.groupBooking
  }

  /** Does something to a lead and gives it. */
  const act = async (uid: string, action: string, body: object = {}) => {
    const { status, body: answer } = await send('POST', `/api/v3.3/leads/${uid}/${action}`, body)
    assert.equal(status, 200, JSON.stringify(answer))
    return answer.lead
  }

  /** How many units a lead holds, and for which nights. */
  const nightsOf = async ({ uid }: { uid: string }) => {
    const rows = await db
      .selectFrom('occupancies')
      .select('occupied')
      .where('agency_uid', '=', agencyUid)
      .where('lead_uid', '=', uid)
      .orderBy('occupied')
      .execute()
    return rows.map(({ occupied }) => String(occupied))
  }

  /** The statuses of a group booking and the number of units that each member holds. */
  const stateOf = async (groupUid: string) => {
    const { body } = await send('GET', `${path}/${groupUid}`)
    const { mainLead, subLeads } = body.groupBooking
    const state = async (lead: { uid: string; status: string }) =>
      `${lead.status} ${(await nightsOf(lead)).length}`
    return [await state(mainLead), ...(await Promise.all(subLeads.map(state)))]
  }

  return { agencyUid, key, makeInn, makeFamily, send, create, book, act, nightsOf, stateOf }
}
