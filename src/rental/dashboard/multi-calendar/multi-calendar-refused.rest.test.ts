/**
 * Requests that the multi-calendar rejects, and data that partners do not receive: pricing.md §11.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listUnits, makeStay } from '../../../../test/fixtures/held-nights.ts'
import {
  grant,
  makeAgency,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const june = 'from=2026-06-01&to=2026-06-30'

type Agency = Awaited<ReturnType<typeof makeAgency>>

const getCalendar = ({ agencyUid, key }: Agency, query: string) =>
  server.request('GET', `/api/v3.3/multi-calendar?agencyUid=${agencyUid}&${query}`, { key })

describe('an invalid request for GET /multi-calendar', () => {
  const rejected: [string, string, number, string, string?][] = [
    ['no dates', 'to=2026-06-01', 400, 'REQUIRED_PARAMETER', 'from'],
    ['an end before its begin', 'from=2026-06-02&to=2026-06-01', 400, 'INVALID_DATE_RANGE'],
    ['too many nights', 'from=2026-06-01&to=2027-06-01&_limit=500', 400, 'INVALID_PARAMETER', 'to'],
    ['half a stay', `${june}&freeFrom=2026-06-01`, 400, 'REQUIRED_PARAMETER', 'freeTo'],
    ['no guests', `${june}&guests=0`, 400, 'INVALID_PARAMETER', 'guests'],
    ['a cursor of others', `${june}&_cursor=eyJrIjpbXX0`, 400, 'INVALID_CURSOR', '_cursor'],
    ['an unknown property', `${june}&propertyUids=x`, 403, 'ACCESS_DENIED', 'propertyUids'],
    ['an unknown hotel', `${june}&hotelUid=x`, 403, 'ACCESS_DENIED', 'hotelUid'],
  ]
  for (const [what, query, status, code, parameter] of rejected) {
    it(`${status} ${code}: ${what}`, async () => {
      const response = await getCalendar(await makeAgency(server), query)
      assert.deepEqual([response.status, response.body.code], [status, code])
      if (parameter) assert.equal(response.body.parameter, parameter)
    })
  }

  it('403: rejects another agency', async () => {
    const { agencyUid } = await makeAgency(server)
    const { status, body } = await getCalendar({ ...(await makeAgency(server)), agencyUid }, june)
    assert.deepEqual([status, body.code, body.parameter], [403, 'ACCESS_DENIED', 'agencyUid'])
  })
})

describe('GET /multi-calendar for a partner', () => {
  it('200: returns granted properties, and guests only with access to guest data', async () => {
    const agency = await makeAgency(server)
    const { agencyUid } = agency
    const { partnerUid } = await makePartner(server)
    const master = await makeProperty(server, agencyUid, { name: 'Master' })
    const sub = await makeProperty(server, agencyUid, { name: 'Sub', parent_uid: master })
    const visible = await makeProperty(server, agencyUid, { name: 'Seen' })
    await grant(server, { agencyUid, partnerUid, objectUid: sub })
    await grant(server, {
      agencyUid,
      partnerUid,
      objectUid: visible,
      personalData: true,
      access: 'READ',
    })
    const nights = { checkIn: '2026-06-05', checkOut: '2026-06-07' }
    const columns = { first_name: 'Ada' }
    const unitUids = await listUnits(server, agencyUid, sub)
    await makeStay(server, agencyUid, { propertyUid: master, ...nights, unitUids, columns })
    const later = { checkIn: '2026-06-10', checkOut: '2026-06-12' }
    await makeStay(server, agencyUid, { propertyUid: sub, ...later, columns })
    await makeStay(server, agencyUid, { propertyUid: visible, ...later, columns })
    const as = { agencyUid, key: await makeToken(server, partnerUid, agencyUid) }
    const { rows, stays } = (await getCalendar(as, june)).body.multiCalendar
    assert.deepEqual(
      rows.map(({ name }: { name: string }) => name),
      ['Seen', 'Sub'],
    )
    assert.deepEqual(rows[1].closed, [
      [4, 2, 'BOOKED'],
      [9, 2, 'BOOKED'],
    ])
    assert.deepEqual(
      rows.map((row: { stays: number }) => row.stays),
      [1, 1],
    )
    assert.deepEqual(stays.guestNames, ['Ada', null])
    const denied = await getCalendar(as, `${june}&propertyUids=${master}`)
    assert.deepEqual([denied.status, denied.body.parameter], [403, 'propertyUids'])
  })
})
