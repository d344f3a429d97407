/** Actions on the members of group bookings, and their nights: contract/leads.md §9.1. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeGroupFixture, path, stayDays } from '../../../../test/fixtures/group-bookings.ts'
import { makeProperty } from '../../../../test/fixtures/rows.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer({ RUN_WORKER: 'true' })
const fixtures = await makeGroupFixture(server)
const { agencyUid, makeInn, makeFamily, send, create, book, runAction, listNights, listStates } =
  fixtures
const newProperty = () => makeProperty(server, agencyUid)

/** Creates a group booking of a master property and its two sub-properties. */
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
  return { groupUid, main: mainLead.uid, subs: subs.map(toUid), first, second, take }
}

const toUid = ({ uid }: { uid: string }) => uid

describe('an action on the main lead', () => {
  it('applies to the sub-leads and their nights', async () => {
    const { hotelUid, typeUid } = await makeInn()
    const subLeads = [{ propertyUid: typeUid }, { propertyUid: typeUid }]
    const group = await book({ hotelUid, propertyUid: typeUid, status: 'NEW', subLeads })
    const main = group.mainLead.uid
    assert.deepEqual(await listStates(group.groupUid), ['NEW 0', 'NEW 0', 'NEW 0'])
    await runAction(main, 'put-on-hold')
    assert.deepEqual(await listStates(group.groupUid), ['ON_HOLD 0', 'ON_HOLD 1', 'ON_HOLD 1'])
    await runAction(main, 'mark-as-booked')
    assert.deepEqual(await listStates(group.groupUid), ['BOOKED 0', 'BOOKED 1', 'BOOKED 1'])
    await runAction(main, 'cancel', { cancelledBy: 'GUEST' })
    assert.deepEqual(await listStates(group.groupUid), [
      'CANCELLED 0',
      'CANCELLED 0',
      'CANCELLED 0',
    ])
    await runAction(main, 'rebook')
    assert.deepEqual(await listStates(group.groupUid), ['BOOKED 0', 'BOOKED 1', 'BOOKED 1'])
  })

  it('occupies and releases the nights of related properties once', async () => {
    const { groupUid, main, first, take } = await bookFamily('NEW')
    await runAction(main, 'put-on-hold')
    assert.deepEqual(await listStates(groupUid), ['ON_HOLD 2', 'ON_HOLD 0', 'ON_HOLD 0'])
    await runAction(main, 'mark-as-booked')
    assert.deepEqual(await listStates(groupUid), ['BOOKED 2', 'BOOKED 0', 'BOOKED 0'])
    assert.equal((await take(first)).status, 409)
    await runAction(main, 'cancel')
    assert.deepEqual(await listStates(groupUid), ['CANCELLED 0', 'CANCELLED 0', 'CANCELLED 0'])
    const conflicting = await take(first)
    assert.equal(conflicting.status, 201)
    const { status, body } = await send('POST', `/api/v3.3/leads/${main}/rebook`)
    assert.deepEqual([status, body.code], [409, 'NOT_AVAILABLE'])
    assert.deepEqual(await listStates(groupUid), ['CANCELLED 0', 'CANCELLED 0', 'CANCELLED 0'])
    await runAction(conflicting.body.lead.uid, 'cancel')
    await runAction(main, 'rebook')
    assert.deepEqual(await listStates(groupUid), ['BOOKED 2', 'BOOKED 0', 'BOOKED 0'])
  })

  it('skips a sub-lead in another state, which then occupies nights of its own', async () => {
    const { groupUid, main, subs, first, take } = await bookFamily('ON_HOLD')
    await runAction(subs[0], 'mark-as-booked')
    assert.deepEqual(await listStates(groupUid), ['ON_HOLD 2', 'BOOKED 0', 'ON_HOLD 0'])
    await runAction(main, 'close')
    assert.deepEqual(await listStates(groupUid), ['CLOSED 0', 'BOOKED 1', 'CLOSED 0'])
    assert.equal((await take(first)).status, 409)
    await runAction(main, 'reopen')
    await runAction(main, 'mark-as-booked')
    assert.deepEqual(await listStates(groupUid), ['BOOKED 2', 'BOOKED 0', 'BOOKED 0'])
  })

  it('an alteration of the main lead moves the dates of the sub-leads', async () => {
    const { groupUid, main, subs } = await bookFamily()
    for (const [stay, nights] of [
      [{ checkInLocalDate: '2026-07-06', checkOutLocalDate: '2026-07-10' }, ['06', '10']],
      [{ checkInLocalDate: '2026-07-10', checkOutLocalDate: '2026-07-14' }, ['10', '14']],
      [{ checkInLocalDate: '2026-07-03' }, ['03', '14']],
    ] as const) {
      await runAction(main, 'alteration', stay)
      assert.deepEqual(await listStates(groupUid), ['BOOKED 2', 'BOOKED 0', 'BOOKED 0'])
      for (const uid of [main, ...subs]) assert.deepEqual(await stayDays(fixtures, uid), nights)
    }
  })
})

describe('an action on a sub-lead', () => {
  it('applies to that lead only', async () => {
    const { groupUid, main, subs, second, take } = await bookFamily()
    await runAction(subs[1], 'cancel')
    assert.deepEqual(await listStates(groupUid), ['BOOKED 2', 'BOOKED 0', 'CANCELLED 0'])
    assert.equal((await take(second)).status, 409, 'the main lead still holds its master')
    await runAction(subs[1], 'rebook')
    await runAction(main, 'cancel')
    await runAction(subs[1], 'rebook')
    assert.deepEqual(await listStates(groupUid), ['CANCELLED 0', 'CANCELLED 0', 'BOOKED 1'])
    await runAction(main, 'rebook')
    assert.deepEqual(await listStates(groupUid), ['BOOKED 2', 'BOOKED 0', 'BOOKED 0'])
  })

  it('a cancellation of the last open sub-lead cancels the main lead', async () => {
    const { groupUid, main, subs, first, take } = await bookFamily()
    await runAction(subs[1], 'cancel')
    await runAction(subs[0], 'cancel', { cancelledBy: 'OWNER', reason: 'Flood' })
    assert.deepEqual(await listStates(groupUid), ['CANCELLED 0', 'CANCELLED 0', 'CANCELLED 0'])
    const { body } = await send('GET', `/api/v3.3/leads/${main}`)
    const { cancelledBy, reason } = body.lead.cancellation
    assert.deepEqual([cancelledBy, reason], ['OWNER', 'Flood'])
    assert.equal((await take(first)).status, 201)
    await runAction(subs[0], 'cancel')
    assert.equal((await send('GET', `/api/v3.3/leads/${main}`)).body.lead.status, 'CANCELLED')
  })

  it('400: rejects a move to a master property or out of the hotel', async () => {
    const { subs } = await bookFamily()
    const { master } = await makeFamily()
    const { hotelUid, typeUid } = await makeInn()
    const inn = await book({ hotelUid, propertyUid: typeUid, subLeads: [{ propertyUid: typeUid }] })
    for (const [uid, propertyUid] of [
      [subs[0], master],
      [inn.subLeads[0].uid, await newProperty()],
      [inn.mainLead.uid, await newProperty()],
    ]) {
      const response = await send('POST', `/api/v3.3/leads/${uid}/alteration`, { propertyUid })
      assert.deepEqual([response.status, response.body.parameter], [400, 'propertyUid'])
    }
  })
})

describe('POST /leads/group-booking/{groupUid}/cancel', () => {
  it('200: cancels all members and returns the group booking', async () => {
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
    assert.deepEqual(await listStates(groupUid), ['CANCELLED 0', 'CANCELLED 0', 'CANCELLED 0'])
  })

  it('409: rejects a cancelled group; 400: rejects an unknown canceller', async () => {
    const { groupUid } = await bookFamily('NEW')
    const { status, body } = await send('POST', `${path}/${groupUid}/cancel`)
    assert.deepEqual([status, body.code], [409, 'ILLEGAL_TRANSITION'])
    const wrong = await send('POST', `${path}/${groupUid}/cancel`, { cancelledBy: 'FOX' })
    assert.deepEqual([wrong.status, wrong.body.code], [400, 'INVALID_ENUM_VALUE'])
    assert.deepEqual(await listStates(groupUid), ['NEW 0', 'NEW 0', 'NEW 0'])
  })
})

describe('a sub-property that leaves its master property', () => {
  it('retains the nights of its sub-lead', async () => {
    const { groupUid, first, take } = await bookFamily()
    const property = `/api/v3.3/properties/${first}`
    const { status } = await send('PATCH', property, { parentUid: null })
    assert.equal(status, 200)
    assert.deepEqual(await listStates(groupUid), ['BOOKED 1', 'BOOKED 1', 'BOOKED 0'])
    assert.equal((await take(first)).status, 409)
  })
})

describe('timers of a group booking', () => {
  it('expire for each member on its own; a booked member retains its nights', async () => {
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
    await runAction(group.subLeads[0].uid, 'mark-as-booked')
    await runAction(group.subLeads[1].uid, 'extend-hold', { hours: 720 })
    server.clock.set(`${group.mainLead.holdExpiresUtcDateTime}Z`)
    await server.tasks.send(server.database.kysely, 'sweep-leads', {})
    await eventually(async () => (await listStates(group.groupUid))[0] === 'CLOSED 0')
    assert.deepEqual(await listStates(group.groupUid), ['CLOSED 0', 'BOOKED 1', 'ON_HOLD 1'])
    assert.deepEqual(await listNights(group.subLeads[0]), ['[2026-07-04,2026-07-08)'])
  })

  it('release the nights on expiry, without a worker run', async () => {
    const { groupUid, main, subs, first, second, take } = await bookFamily('ON_HOLD')
    await runAction(subs[1], 'mark-as-booked')
    const { body } = await send('GET', `/api/v3.3/leads/${main}`)
    server.clock.set(`${body.lead.holdExpiresUtcDateTime}Z`)
    assert.equal((await take(second)).status, 409)
    assert.equal((await take(first)).status, 201)
    assert.equal((await listStates(groupUid))[2], 'BOOKED 1')
    const late = await send('POST', `/api/v3.3/leads/${main}/mark-as-booked`)
    assert.deepEqual([late.status, late.body.code], [409, 'ILLEGAL_TRANSITION'])
  })
})

describe('an expired timer that no worker has processed', () => {
  const goTo = (time: number) => server.clock.set(new Date(time))
  const holdEnd = async (leadUid: string) => {
    const { body } = await send('GET', `/api/v3.3/leads/${leadUid}`)
    return Date.parse(`${body.lead.holdExpiresUtcDateTime}Z`) + 1_000
  }

  it('of a sub-lead is processed when the main lead releases its nights', async () => {
    const { groupUid, main, subs, first, take } = await bookFamily('ON_HOLD')
    await runAction(main, 'extend-hold', { hours: 720 })
    await server.database.kysely
      .updateTable('leads')
      .set({ timer_ends_at: new Date(server.clock.now().getTime() + 1_000) })
      .where('agency_uid', '=', agencyUid)
      .where('uid', '=', subs[0])
      .execute()
    const end = await holdEnd(subs[0])
    goTo(end)
    await runAction(main, 'alteration', {
      checkInLocalDate: '2026-07-10',
      checkOutLocalDate: '2026-07-14',
    })
    // A process with a clock slightly behind.
    goTo(end - 3_000)
    assert.deepEqual(await listStates(groupUid), ['ON_HOLD 2', 'CLOSED 0', 'ON_HOLD 0'])
    assert.equal((await take(first)).status, 201)
    const { status, body } = await send('POST', `/api/v3.3/leads/${subs[0]}/extend-hold`)
    assert.deepEqual([status, body.code], [409, 'ILLEGAL_TRANSITION'])
  })

  it('of the main lead is processed before a sub-property leaves', async () => {
    const { groupUid, main, subs, first, take } = await bookFamily('ON_HOLD')
    await runAction(subs[0], 'mark-as-booked')
    goTo(await holdEnd(main))
    const { status } = await send('PATCH', `/api/v3.3/properties/${first}`, { parentUid: null })
    assert.equal(status, 200)
    assert.deepEqual(await listStates(groupUid), ['CLOSED 0', 'BOOKED 1', 'CLOSED 0'])
    assert.equal((await take(first)).status, 409)
  })
})

describe('members of a group booking below v3.3', () => {
  it('409: are returned, but cannot be changed', async () => {
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
