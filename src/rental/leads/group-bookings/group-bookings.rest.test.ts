/** Reads of group bookings: contract/leads.md §9.1. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { makeGroupFixture, path } from '../../../../test/fixtures/group-bookings.ts'
import { makeAgency, makeLead, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const fixtures = await makeGroupFixture(server)
const { agencyUid, makeInn, send, book } = fixtures
const newProperty = () => makeProperty(server, agencyUid)
const foreign = await makeAgency(server)

describe('GET /leads/group-booking', () => {
  it('returns group bookings by their main leads, in pages', async () => {
    const { hotelUid, typeUid } = await makeInn()
    const at = (month: string, status: string) =>
      book({
        ...{ hotelUid, propertyUid: typeUid, status, subLeads: [{ propertyUid: typeUid }] },
        ...{ checkInLocalDate: `2026-${month}-04`, checkOutLocalDate: `2026-${month}-08` },
      })
    const [july, august] = [await at('07', 'BOOKED'), await at('08', 'NEW')]
    await makeLead(server, agencyUid, { property_uid: typeUid, hotel_uid: hotelUid })
    const uids = async (query: string) => {
      const { status, body } = await send('GET', `${path}?${query}`)
      assert.equal(status, 200, JSON.stringify(body))
      return body.groupBookings.map(({ groupUid }: { groupUid: string }) => groupUid)
    }
    const both = [july.groupUid, august.groupUid].sort()
    assert.deepEqual((await uids(`hotelUid=${hotelUid}`)).sort(), both)
    assert.deepEqual((await uids(`propertyUid=${typeUid}&agencyUid=${agencyUid}`)).sort(), both)
    assert.deepEqual(await uids(`hotelUid=${hotelUid}&statusIn=NEW`), [august.groupUid])
    assert.deepEqual(await uids(`hotelUid=${hotelUid}&checkInTo=2026-07-31`), [july.groupUid])
    const leadUids = [july.mainLead.uid, august.subLeads[0].uid, 'x']
    assert.deepEqual(await uids(`leadUids=${leadUids}`), [july.groupUid])
    const firstPage = await send('GET', `${path}?hotelUid=${hotelUid}&_limit=1&_total=true`)
    assert.deepEqual(firstPage.body._metadata, { count: 1, totalCount: 2 })
    const cursor = firstPage.body._paging._nextCursor
    const secondPage = await send('GET', `${path}?hotelUid=${hotelUid}&_limit=1&_cursor=${cursor}`)
    const bookings = [...firstPage.body.groupBookings, ...secondPage.body.groupBookings]
    assert.deepEqual(bookings.map(({ groupUid }) => groupUid).sort(), both)
    assert.deepEqual(
      bookings.find(({ groupUid }) => groupUid === july.groupUid),
      july,
    )
    assert.equal(secondPage.body._paging._nextCursor, null)
  })
})

describe('GET /leads/group-booking: deleted and unknown bookings', () => {
  it('lists the bookings deleted since an instant', async () => {
    const propertyUid = await newProperty()
    const group = await book({
      ...{ propertyUid, status: 'BLOCKED', subLeads: [{ propertyUid: await newProperty() }] },
    })
    const { status } = await send('DELETE', `/api/v3.3/leads/${group.mainLead.uid}`)
    assert.equal(status, 204)
    const since = 'updatedSince=2026-01-01T00:00:00'
    const { body } = await send('GET', `${path}?propertyUid=${propertyUid}&${since}`)
    assert.deepEqual(body.groupBookings, [])
    assert.deepEqual(body._metadata.deletedUids, [group.groupUid])
    assert.equal((await send('GET', `${path}/${group.groupUid}`)).status, 404)
  })

  it('400 and 404: rejects missing and unknown references', async () => {
    const bare = await send('GET', path)
    const names = "['agencyUid', 'propertyUid', 'hotelUid', 'leadUids']"
    assert.deepEqual([bare.status, bare.body.apiErrorMessage], [400, `One of ${names} is required`])
    for (const uid of [randomUUID(), 'x']) {
      const { status, body } = await send('GET', `${path}/${uid}`)
      assert.deepEqual([status, body.code], [404, 'GROUP_BOOKING_NOT_FOUND'])
      assert.equal((await send('POST', `${path}/${uid}/cancel`)).body.code, body.code)
    }
    const none = await server.request('GET', `${path}?agencyUid=${agencyUid}`, { key: foreign.key })
    assert.equal(none.status, 403)
  })

  it('404: does not exist below v3.3', async () => {
    const old = path.replace('v3.3', 'v3.2')
    for (const method of ['GET', 'POST', 'DELETE']) {
      assert.equal(
        (await send(method, old, method === 'GET' ? undefined : {})).body.code,
        'UNKNOWN_API',
        method,
      )
    }
    assert.equal((await send('GET', `${old}/${randomUUID()}`)).body.code, 'UNKNOWN_API')
  })
})
