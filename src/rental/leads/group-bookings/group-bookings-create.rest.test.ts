/** Creation of group bookings: contract/leads.md §9.1. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeGroupFixture, path } from '../../../../test/fixtures/group-bookings.ts'
import { makeProperty, makeUnit } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const fixtures = await makeGroupFixture(server)
const { agencyUid, makeInn, makeFamily, send, create, book, listNights, listStates } = fixtures
const newProperty = () => makeProperty(server, agencyUid)
const inn = await makeInn()

describe('POST /leads/group-booking at a hotel', () => {
  it('201: assigns a unit to each sub-lead and none to the main lead', async () => {
    const { hotelUid, typeUid } = await makeInn()
    const group = await book({
      hotelUid,
      propertyUid: typeUid,
      subLeads: [{ propertyUid: typeUid }, { propertyUid: typeUid }],
    })
    const { mainLead, subLeads } = group
    assert.deepEqual(Object.keys(group), [
      ...['groupUid', 'agencyUid', 'hotelUid', 'status', 'mainLead', 'subLeads'],
    ])
    assert.deepEqual(
      [group.agencyUid, group.hotelUid, group.status],
      [agencyUid, hotelUid, 'BOOKED'],
    )
    for (const lead of [mainLead, ...subLeads]) {
      assert.deepEqual(
        [lead.groupUid, lead.hotelUid, lead.status],
        [...[group.groupUid, hotelUid, 'BOOKED']],
      )
      assert.equal(lead.metadata.creationCircumstances, 'GROUP_BOOKING')
      assert.equal(lead.type, 'BOOKING')
    }
    assert.equal(mainLead.unitUid, null)
    assert.equal(new Set(subLeads.map(({ unitUid }: { unitUid: string }) => unitUid)).size, 2)
    assert.deepEqual(await listNights(mainLead), [])
    for (const sub of subLeads) assert.deepEqual(await listNights(sub), ['[2026-07-04,2026-07-08)'])
    const { body } = await send('GET', `${path}/${group.groupUid}`)
    assert.deepEqual(body.groupBooking, group)
  })

  it('201: reserves a unit for the later sub-lead that requests it', async () => {
    const { hotelUid, typeUid } = await makeInn()
    const subLeads = [{ propertyUid: typeUid }, { propertyUid: typeUid }]
    const first = await book({ hotelUid, propertyUid: typeUid, subLeads })
    const [taken] = first.subLeads
    await send('POST', `${path}/${first.groupUid}/cancel`)
    const again = { hotelUid, propertyUid: typeUid, unitUid: taken.unitUid }
    const named = [subLeads[0], { propertyUid: typeUid, unitUid: taken.unitUid.toUpperCase() }]
    const group = await book({ ...again, subLeads: named })
    assert.equal(group.subLeads[1].unitUid, taken.unitUid)
    assert.notEqual(group.subLeads[0].unitUid, taken.unitUid)
    assert.equal(group.mainLead.unitUid, null)
  })
})

describe('the units of a group booking', () => {
  it('409: stores nothing if no unit is free for a sub-lead', async () => {
    const { hotelUid, typeUid } = await makeInn()
    const subLeads = Array.from({ length: 3 }, () => ({ propertyUid: typeUid }))
    const { status, body } = await create({ hotelUid, propertyUid: typeUid, subLeads })
    assert.deepEqual([status, body.code, body.propertyUid], [409, 'NOT_AVAILABLE', typeUid])
    const { body: list } = await send('GET', `/api/v3.3/leads?propertyUid=${typeUid}`)
    assert.deepEqual(list.leads, [])
    await book({ hotelUid, propertyUid: typeUid, subLeads: subLeads.slice(1) })
  })

  it('400: rejects unit types of other hotels and units of other types', async () => {
    const other = await makeInn()
    const unit = await makeUnit(server.database.kysely, agencyUid, other.typeUid)
    const { hotelUid, typeUid } = inn
    const valid = { hotelUid, propertyUid: typeUid, subLeads: [{ propertyUid: typeUid }] }
    const cases: [object, string][] = [
      [{ propertyUid: other.typeUid }, `'propertyUid' does not belong to hotel ${hotelUid}`],
      [
        { subLeads: [{ propertyUid: typeUid }, { propertyUid: await newProperty() }] },
        `'subLeads[1].propertyUid' does not belong to hotel ${hotelUid}`,
      ],
      [
        { subLeads: [{ propertyUid: typeUid, unitUid: unit }] },
        `'subLeads[0].unitUid' does not belong to property ${typeUid}`,
      ],
    ]
    for (const [change, text] of cases) {
      const { status, body } = await create({ ...valid, ...change })
      assert.deepEqual([status, body.apiErrorMessage], [400, `Invalid parameter ${text}`])
    }
  })
})

describe('POST /leads/group-booking at a master', () => {
  it('201: the main lead occupies sub-properties, other sub-leads their own', async () => {
    const { master, first, second } = await makeFamily()
    const cabin = await newProperty()
    const group = await book({
      propertyUid: master,
      subLeads: [first, second, cabin].map(propertyUid => ({ propertyUid })),
    })
    assert.deepEqual(await listStates(group.groupUid), [
      'BOOKED 2',
      'BOOKED 0',
      'BOOKED 0',
      'BOOKED 1',
    ])
    const { status, body } = await create({
      propertyUid: first,
      subLeads: [{ propertyUid: cabin }],
    })
    assert.equal(status, 409)
    assert.equal(body.conflicts[0].leadUid, group.mainLead.uid)
  })

  it('201: without a master property each member occupies its own nights', async () => {
    const { first, second } = await makeFamily()
    const group = await book({ propertyUid: first, subLeads: [{ propertyUid: second }] })
    assert.deepEqual(await listStates(group.groupUid), ['BOOKED 1', 'BOOKED 1'])
    assert.deepEqual([group.hotelUid, group.mainLead.hotelUid], [null, null])
  })

  it('400: rejects a sub-lead at a master property', async () => {
    const { master, first } = await makeFamily()
    const { status, body } = await create({
      propertyUid: first,
      subLeads: [{ propertyUid: await newProperty() }, { propertyUid: master }],
    })
    assert.equal(status, 400)
    const text = 'must not be a master property; only the main lead can be at one'
    assert.equal(body.apiErrorMessage, `Invalid parameter 'subLeads[1].propertyUid' ${text}`)
  })

  it('409: rejects a sub-lead longer than the main lead at its master property', async () => {
    const { master, first } = await makeFamily()
    const longer = { propertyUid: first, checkOutLocalDate: '2026-07-10' }
    const { status, body } = await create({ propertyUid: master, subLeads: [longer] })
    assert.deepEqual([status, body.code], [409, 'NOT_AVAILABLE'])
    const later = { checkInLocalDate: '2026-07-08', checkOutLocalDate: '2026-07-10' }
    const group = await book({ propertyUid: master, subLeads: [{ propertyUid: first, ...later }] })
    assert.deepEqual(await listStates(group.groupUid), ['BOOKED 2', 'BOOKED 1'])
  })

  it('409: rejects overlapping stays of one group booking at a property', async () => {
    const propertyUid = await newProperty()
    const { status } = await create({ propertyUid, subLeads: [{ propertyUid }] })
    assert.equal(status, 409)
  })

  it('409: rejects a master property that is not bookable', async () => {
    const master = await makeProperty(server, agencyUid, { master_bookable: false })
    const sub = await makeProperty(server, agencyUid, { parent_uid: master })
    const subLeads = [{ propertyUid: sub }]
    const { body } = await create({ propertyUid: master, subLeads })
    assert.equal(body.code, 'MASTER_NOT_BOOKABLE')
    await book({ propertyUid: master, subLeads, status: 'BLOCKED' })
  })
})
