/** What is done to the members of group bookings, and their nights: contract/leads.md §9.1. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { datesOf, makePlaces, path } from '../../../../test/fixtures/group-bookings.ts'
import { makeProperty } from '../../../../test/fixtures/rows.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer({ RUN_WORKER: 'true' })
const places = await makePlaces(server)
const { agencyUid, makeInn, makeFamily, send, create, book, act, nightsOf, stateOf } = places
const house = () => makeProperty(server, agencyUid)

/** A group booking of a master and its two subs. */
async function bookFamily(status = 'BOOKED') {
  const { master, first, second } = await makeFamily()
  const subLeads = [{ propertyUid: first }, { propertyUid: second }]
  const {
    groupUid,
    mainLead,
    subLeads: subs,
  } = await book({
    ...{ status, propertyUid: master, subLeads },
  })
  const take = (propertyUid: string) =>
    send('POST', '/api/v3.3/leads', {
      ...{ agencyUid, propertyUid, status: 'BOOKED', guestInformation: {} },
      ...{ checkInLocalDate: '2026-07-05', checkOutLocalDate: '2026-07-06' },
    })
  return { groupUid, main: mainLead.uid, subs: subs.map(uidOf), first, second, take }
}

const uidOf = ({ uid }: { uid: string }) => uid

describe('an action on the main lead', () => {
  it('goes on to the sub-leads, and their nights with it', async () => {
    const { hotelUid, typeUid } = await makeInn()
    const subLeads = [{ propertyUid: typeUid }, { propertyUid: typeUid }]
    const group = await book({ hotelUid, propertyUid: typeUid, status: 'NEW', subLeads })
    const main = group.mainLead.uid
    assert.deepEqual(await stateOf(group.groupUid), ['NEW 0', 'NEW 0', 'NEW 0'])
    await act(main, 'put-on-hold')
    assert.deepEqual(await stateOf(group.groupUid), ['ON_HOLD 0', 'ON_HOLD 1', 'ON_HOLD 1'])
    await act(main, 'mark-as-booked')
    assert.deepEqual(await stateOf(group.groupUid), ['BOOKED 0', 'BOOKED 1', 'BOOKED 1'])
    await act(main, 'cancel', { cancelledBy: 'GUEST' })
    assert.deepEqual(await stateOf(group.groupUid), ['CANCELLED 0', 'CANCELLED 0', 'CANCELLED 0'])
    await act(main, 'rebook')
    assert.deepEqual(await stateOf(group.groupUid), ['BOOKED 0', 'BOOKED 1', 'BOOKED 1'])
  })

  it('takes and frees the nights of a family once', async () => {
    const { groupUid, main, first, take } = await bookFamily('NEW')
    await act(main, 'put-on-hold')
    assert.deepEqual(await stateOf(groupUid), ['ON_HOLD 2', 'ON_HOLD 0', 'ON_HOLD 0'])
    await act(main, 'mark-as-booked')
    assert.deepEqual(await stateOf(groupUid), ['BOOKED 2', 'BOOKED 0', 'BOOKED 0'])
    assert.equal((await take(first)).status, 409)
    await act(main, 'cancel')
    assert.deepEqual(await stateOf(groupUid), ['CANCELLED 0', 'CANCELLED 0', 'CANCELLED 0'])
    const taken = await take(first)
    assert.equal(taken.status, 201)
    const { status, body } = await send('POST', `/api/v3.3/leads/${main}/rebook`)
    assert.deepEqual([status, body.code], [409, 'NOT_AVAILABLE'])
    assert.deepEqual(await stateOf(groupUid), ['CANCELLED 0', 'CANCELLED 0', 'CANCELLED 0'])
    await act(taken.body.lead.uid, 'cancel')
    await act(main, 'rebook')
    assert.deepEqual(await stateOf(groupUid), ['BOOKED 2', 'BOOKED 0', 'BOOKED 0'])
  })

  it('leaves a sub-lead that cannot take it, with nights of its own from then on', async () => {
    const { groupUid, main, subs, first, take } = await bookFamily('ON_HOLD')
    await act(subs[0], 'mark-as-booked')
    assert.deepEqual(await stateOf(groupUid), ['ON_HOLD 2', 'BOOKED 0', 'ON_HOLD 0'])
    await act(main, 'close')
    assert.deepEqual(await stateOf(groupUid), ['CLOSED 0', 'BOOKED 1', 'CLOSED 0'])
    assert.equal((await take(first)).status, 409)
    await act(main, 'reopen')
    await act(main, 'mark-as-booked')
    assert.deepEqual(await stateOf(groupUid), ['BOOKED 2', 'BOOKED 0', 'BOOKED 0'])
  })

  it('takes the dates of the sub-leads along when it alters the main lead', async () => {
    const { groupUid, main, subs } = await bookFamily()
    for (const [stay, nights] of [
      [{ checkInLocalDate: '2026-07-06', checkOutLocalDate: '2026-07-10' }, ['06', '10']],
      [{ checkInLocalDate: '2026-07-10', checkOutLocalDate: '2026-07-14' }, ['10', '14']],
      [{ checkInLocalDate: '2026-07-03' }, ['03', '14']],
    ] as const) {
      await act(main, 'alteration', stay)
      assert.deepEqual(await stateOf(groupUid), ['BOOKED 2', 'BOOKED 0', 'BOOKED 0'])
      for (const uid of [main, ...subs]) assert.deepEqual(await datesOf(places, uid), nights)
    }
  })
})

describe('an action on a sub-lead', () => {
  it('is done to it alone', async () => {
    const { groupUid, main, subs, second, take } = await bookFamily()
    await act(subs[1], 'cancel')
    assert.deepEqual(await stateOf(groupUid), ['BOOKED 2', 'BOOKED 0', 'CANCELLED 0'])
    assert.equal((await take(second)).status, 409, 'the main lead still holds its master')
    await act(subs[1], 'rebook')
    await act(main, 'cancel')
    await act(subs[1], 'rebook')
    assert.deepEqual(await stateOf(groupUid), ['CANCELLED 0', 'CANCELLED 0', 'BOOKED 1'])
    await act(main, 'rebook')
    assert.deepEqual(await stateOf(groupUid), ['BOOKED 2', 'BOOKED 0', 'BOOKED 0'])
  })

  it('cancels the main lead when it cancels the last open one', async () => {
    const { groupUid, main, subs, first, take } = await bookFamily()
    await act(subs[1], 'cancel')
    await act(subs[0], 'cancel', { cancelledBy: 'OWNER', reason: 'Flood' })
    assert.deepEqual(await stateOf(groupUid), ['CANCELLED 0', 'CANCELLED 0', 'CANCELLED 0'])
    const { body } = await send('GET', `/api/v3.3/leads/${main}`)
    const { cancelledBy, reason } = body.lead.cancellation
    assert.deepEqual([cancelledBy, reason], ['OWNER', 'Flood'])
    assert.equal((await take(first)).status, 201)
    await act(subs[0], 'cancel')
    assert.equal((await send('GET', `/api/v3.3/leads/${main}`)).body.lead.status, 'CANCELLED')
  })

  it('400: does not take it to a master or out of its hotel', async () => {
    const { subs } = await bookFamily()
    const { master } = await makeFamily()
    const { hotelUid, typeUid } = await makeInn()
    const inn = await book({ hotelUid, propertyUid: typeUid, subLeads: [{ propertyUid: typeUid }] })
    for (const [uid, propertyUid] of [
      [subs[0], master],
      [inn.subLeads[0].uid, await house()],
      [inn.mainLead.uid, await house()],
    ]) {
      const answer = await send('POST', `/api/v3.3/leads/${uid}/alteration`, { propertyUid })
      assert.deepEqual([answer.status, answer.body.parameter], [400, 'propertyUid'])
    }
  })
})

describe('POST /leads/group-booking/{groupUid}/cancel', () => {
  it('200: cancels all members and gives the group booking', async () => {
    const { groupUid } = await bookFamily()
    const terms = { cancelledBy: 'GUEST', reason: 'Ill' }
    for (const _ of [1, 2]) {
      const { status, body } = await send('POST', `${path}/${groupUid}/cancel`, terms)
      assert.deepEqual([status, body.groupBooking.status], [200, 'CANCELLED'])
      const { mainLead, subLeads } = body.groupBooking
      for (const { cancellation } of [mainLead, ...subLeads]) {
        assert.deepEqual([cancellation.cancelledBy, cancellation.reason], ['GUEST', 'Ill'])
      }
    }
    assert.deepEqual(await stateOf(groupUid), ['CANCELLED 0', 'CANCELLED 0', 'CANCELLED 0'])
  })

  it('409: what is no booking is not cancelled; 400: a wrong word', async () => {
    const { groupUid } = await bookFamily('NEW')
    const { status, body } = await send('POST', `${path}/${groupUid}/cancel`)
    assert.deepEqual([status, body.code], [409, 'ILLEGAL_TRANSITION'])
    const wrong = await send('POST', `${path}/${groupUid}/cancel`, { cancelledBy: 'FOX' })
    assert.deepEqual([wrong.status, wrong.body.code], [400, 'INVALID_ENUM_VALUE'])
    assert.deepEqual(await stateOf(groupUid), ['NEW 0', 'NEW 0', 'NEW 0'])
  })
})

describe('a sub of a master that is let go', () => {
  it('takes the nights of its sub-lead along', async () => {
    const { groupUid, first, take } = await bookFamily()
    const property = `/api/v3.3/properties/${first}`
    const { status } = await send('PATCH', property, { parentUid: null })
    assert.equal(status, 200)
    assert.deepEqual(await stateOf(groupUid), ['BOOKED 1', 'BOOKED 1', 'BOOKED 0'])
    assert.equal((await take(first)).status, 409)
  })
})

describe('timers of a group booking', () => {
  it('end for each member by itself; what is booked keeps its nights', async () => {
    const turned = await makeProperty(server, agencyUid, { turn_over_days: 1 })
    const sub = { parent_uid: turned, turn_over_days: 3 }
    const first = await makeProperty(server, agencyUid, sub)
    const second = await makeProperty(server, agencyUid, sub)
    const subLeads = [{ propertyUid: first }, { propertyUid: second }]
    const group = await book({ status: 'ON_HOLD', propertyUid: turned, subLeads })
    const near = { checkInLocalDate: '2026-07-09', checkOutLocalDate: '2026-07-12' }
    const guests = { status: 'BLOCKED', ...near }
    assert.equal(
      (await create({ ...guests, propertyUid: first, subLeads: [subLeads[1]] })).status,
      201,
    )
    await act(group.subLeads[0].uid, 'mark-as-booked')
    await act(group.subLeads[1].uid, 'extend-hold', { hours: 720 })
    server.clock.set(`${group.mainLead.holdExpiresUtcDateTime}Z`)
    await server.tasks.send(server.database.kysely, 'sweep-leads', {})
    await eventually(async () => (await stateOf(group.groupUid))[0] === 'CLOSED 0')
    assert.deepEqual(await stateOf(group.groupUid), ['CLOSED 0', 'BOOKED 1', 'ON_HOLD 1'])
    assert.deepEqual(await nightsOf(group.subLeads[0]), ['[2026-07-04,2026-07-08)'])
  })

  it('give the nights to whoever asks at once', async () => {
    const { groupUid, main, subs, first, second, take } = await bookFamily('ON_HOLD')
    await act(subs[1], 'mark-as-booked')
    const { body } = await send('GET', `/api/v3.3/leads/${main}`)
    server.clock.set(`${body.lead.holdExpiresUtcDateTime}Z`)
    assert.equal((await take(second)).status, 409)
    assert.equal((await take(first)).status, 201)
    assert.equal((await stateOf(groupUid))[2], 'BOOKED 1')
    const late = await send('POST', `/api/v3.3/leads/${main}/mark-as-booked`)
    assert.deepEqual([late.status, late.body.code], [409, 'ILLEGAL_TRANSITION'])
  })
})

describe('a timer that nobody has written yet', () => {
  const goTo = (time: number) => server.clock.set(new Date(time))
  const endOf = async (leadUid: string) => {
    const { body } = await send('GET', `/api/v3.3/leads/${leadUid}`)
    return Date.parse(`${body.lead.holdExpiresUtcDateTime}Z`) + 1_000
  }

  it('of a sub-lead is, when the main lead leaves it without nights', async () => {
    const { groupUid, main, subs, first, take } = await bookFamily('ON_HOLD')
    await act(main, 'extend-hold', { hours: 720 })
    await server.database.kysely
      .updateTable('leads')
      .set({ timer_ends_at: new Date(server.clock.now().getTime() + 1_000) })
      .where('agency_uid', '=', agencyUid)
      .where('uid', '=', subs[0])
      .execute()
    const end = await endOf(subs[0])
    goTo(end)
    await act(main, 'alteration', {
      checkInLocalDate: '2026-07-10',
      checkOutLocalDate: '2026-07-14',
    })
    // A process whose time is a little behind.
    goTo(end - 3_000)
    assert.deepEqual(await stateOf(groupUid), ['ON_HOLD 2', 'CLOSED 0', 'ON_HOLD 0'])
    assert.equal((await take(first)).status, 201)
    const { status, body } = await send('POST', `/api/v3.3/leads/${subs[0]}/extend-hold`)
    assert.deepEqual([status, body.code], [409, 'ILLEGAL_TRANSITION'])
  })

  it('of the main lead is, before a sub is let go, whose booked sub-lead keeps its nights', async () => {
    const { groupUid, main, subs, first, take } = await bookFamily('ON_HOLD')
    await act(subs[0], 'mark-as-booked')
    goTo(await endOf(main))
    const { status } = await send('PATCH', `/api/v3.3/properties/${first}`, { parentUid: null })
    assert.equal(status, 200)
    assert.deepEqual(await stateOf(groupUid), ['CLOSED 0', 'BOOKED 1', 'CLOSED 0'])
    assert.equal((await take(first)).status, 409)
  })
})

describe('members of a group booking below v3.3', () => {
  it('409: are shown like others, but not written', async () => {
    const { main, subs } = await bookFamily()
    for (const uid of [main, subs[0]]) {
      const at = `/api/v3.2/leads/${uid}`
      const { body } = await send('GET', at)
      assert.deepEqual([body.lead.uid, 'groupUid' in body.lead], [uid, false])
      for (const [method, to, sent] of [
        ['PATCH', at, { notes: 'x' }],
        ['POST', `${at}/cancel`, {}],
        ['POST', `${at}/alteration`, { adultCount: 2 }],
        ['DELETE', at, undefined],
      ] as const) {
        const { status, body } = await send(method, to, sent)
        assert.deepEqual([status, body.code], [409, 'LEAD_READ_ONLY'], method)
      }
    }
  })
})
