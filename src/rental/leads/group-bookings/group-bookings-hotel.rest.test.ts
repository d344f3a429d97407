/** Main lead of a group booking at a hotel, and its rooms: contract/leads.md §9.1. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeGroupFixture, stayDays } from '../../../../test/fixtures/group-bookings.ts'
import { makeHotel, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const fixtures = await makeGroupFixture(server)
const { agencyUid, makeInn, send, book, runAction, listNights, listStates } = fixtures

const toUid = ({ uid }: { uid: string }) => uid

describe('the dates of a group booking at a hotel', () => {
  /** Creates a group booking of the only two rooms of an inn. */
  const bookInn = async () => {
    const { hotelUid, typeUid } = await makeInn()
    const subLeads = [{ propertyUid: typeUid }, { propertyUid: typeUid }]
    const group = await book({ hotelUid, propertyUid: typeUid, subLeads })
    const bookUnit = async (checkInLocalDate: string, checkOutLocalDate: string) => {
      const body = { agencyUid, propertyUid: typeUid, status: 'BOOKED', guestInformation: {} }
      const stay = { checkInLocalDate, checkOutLocalDate }
      return send('POST', '/api/v3.3/leads', { ...body, ...stay })
    }
    const members = [group.mainLead.uid, ...group.subLeads.map(toUid)] as string[]
    return { groupUid: group.groupUid, main: group.mainLead.uid, members, sell: bookUnit }
  }

  it('apply to all rooms, or 409 and no change', async () => {
    const { groupUid, main, members, sell: bookUnit } = await bookInn()
    assert.equal((await bookUnit('2026-07-08', '2026-07-10')).status, 201)
    const later = { checkOutLocalDate: '2026-07-10' }
    const { status, body } = await send('POST', `/api/v3.3/leads/${main}/alteration`, later)
    assert.deepEqual([status, body.code], [409, 'NOT_AVAILABLE'])
    for (const uid of members) assert.deepEqual(await stayDays(fixtures, uid), ['04', '08'])
    await runAction(main, 'alteration', {
      checkInLocalDate: '2026-07-03',
      checkOutLocalDate: '2026-07-06',
    })
    for (const uid of members) assert.deepEqual(await stayDays(fixtures, uid), ['03', '06'])
    assert.deepEqual(await listStates(groupUid), ['BOOKED 0', 'BOOKED 1', 'BOOKED 1'])
    for (const uid of members.slice(1)) {
      assert.deepEqual(await listNights({ uid }), ['[2026-07-03,2026-07-06)'])
    }
  })

  it('apply to all rooms on rebooking, except to sub-leads cancelled before', async () => {
    const { groupUid, main, members, sell: bookUnit } = await bookInn()
    await runAction(main, 'cancel')
    const october = { checkInLocalDate: '2026-10-01', checkOutLocalDate: '2026-10-04' }
    await runAction(main, 'rebook', october)
    for (const uid of members.slice(1)) {
      assert.deepEqual(await listNights({ uid }), ['[2026-10-01,2026-10-04)'])
    }
    assert.equal((await bookUnit('2026-07-04', '2026-07-08')).status, 201)
    await runAction(members[2]!, 'cancel')
    await runAction(main, 'alteration', { checkOutLocalDate: '2026-10-05' })
    assert.deepEqual(await listStates(groupUid), ['BOOKED 0', 'BOOKED 1', 'CANCELLED 0'])
    assert.deepEqual(await stayDays(fixtures, members[2]!), ['01', '04'])
  })

  it('do not change guests, units and prices of the rooms', async () => {
    const { main, members } = await bookInn()
    await runAction(main, 'alteration', { adultCount: 2, checkOutLocalDate: '2026-07-07' })
    const counts = []
    for (const uid of members) {
      const { lead } = (await send('GET', `/api/v3.3/leads/${uid}`)).body
      counts.push(lead.guestInformation.adultCount)
    }
    assert.deepEqual(counts, [2, 4, 4])
  })
})

describe('the main lead of a group booking at a hotel', () => {
  it('has no room and no order, and is not listed for a day', async () => {
    const hotelUid = await makeHotel(server, agencyUid)
    const priced = { hotel_uid: hotelUid, daily_rate: '100' }
    const typeUid = await makeProperty(server, agencyUid, priced)
    const terms = { hotelUid, propertyUid: typeUid, promoCode: 'GROUP10' }
    const code = { agencyUid, code: 'GROUP10', discountType: 'PERCENT', discountAmount: 10 }
    assert.equal((await send('POST', '/api/v3.3/promo-codes', code)).status, 201)
    const { mainLead, subLeads } = await book({ ...terms, subLeads: [{ propertyUid: typeUid }] })
    const { orders } = (await send('GET', `/api/v3.3/orders?propertyUid=${typeUid}`)).body
    const totals = orders.map((order: Record<string, unknown>) => [
      order.leadUid,
      order.totalAmount,
    ])
    assert.deepEqual(totals, [[subLeads[0].uid, 360]])
    for (const date of ['2026-07-04', '2026-07-05', '2026-07-08']) {
      const path = `/api/v3.3/agencies/${agencyUid}/today?date=${date}&_limit=500`
      const { today } = (await send('GET', path)).body
      for (const list of ['arrivals', 'departures', 'inStay', 'turnovers', 'due']) {
        const uids = today[list].items.map(
          (item: Record<string, unknown>) => item.leadUid ?? item.uid,
        )
        assert.equal(uids.includes(mainLead.uid), false, list)
        const isIn = { arrivals: '04', departures: '08', turnovers: '08', inStay: '05' }[list]
        if (isIn && date.endsWith(isIn)) assert.ok(uids.includes(subLeads[0].uid), list)
      }
    }
    const due = `/api/v3.3/leads?agencyUid=${agencyUid}&balance=DUE&hotelUid=${hotelUid}`
    const { leads } = (await send('GET', due)).body
    assert.deepEqual(leads.map(toUid), [subLeads[0].uid])
  })
})
