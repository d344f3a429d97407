/** Concurrent creations and changes of group bookings: contract/leads.md §6, §9.1. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeGroupFixture, stay } from '../../../../test/fixtures/group-bookings.ts'
import { makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, makeInn, makeFamily, send, create, book, listStates } =
  await makeGroupFixture(server)
const newProperty = () => makeProperty(server, agencyUid)

describe('concurrent group bookings', () => {
  /** Returns every member of every group booking with its number of occupied units. */
  const listMembers = async (
    responses: { status: number; body: { groupBooking: { groupUid: string } } }[],
  ) => {
    const created = responses.filter(({ status }) => status === 201)
    return Promise.all(created.map(({ body }) => listStates(body.groupBooking.groupUid)))
  }
  const statuses = (responses: { status: number }[]) => responses.map(({ status }) => status).sort()

  it('with overlapping properties: stores one completely and none of the others', async () => {
    const [a, b, c] = [await newProperty(), await newProperty(), await newProperty()]
    const orders = [
      ...[
        [a, b, c],
        [c, b, a],
        [b, a],
        [c, a],
        [b, c],
        [a, c, b],
      ],
    ]
    const responses = await Promise.all(
      orders.map(([first, ...rest]) =>
        create({ propertyUid: first, subLeads: rest.map(propertyUid => ({ propertyUid })) }),
      ),
    )
    assert.deepEqual(statuses(responses), [201, 409, 409, 409, 409, 409])
    const [state] = await listMembers(responses)
    assert.ok(state!.every(member => member === 'BOOKED 1'))
    const { body } = await send('GET', `/api/v3.3/leads?propertyUid=${a}`)
    assert.ok(body.leads.length <= 1)
  })

  it('at one hotel: stores as many as there are units', async () => {
    const { hotelUid, typeUid } = await makeInn()
    const single = { hotelUid, propertyUid: typeUid, subLeads: [{ propertyUid: typeUid }] }
    const pair = { ...single, subLeads: [{ propertyUid: typeUid }, { propertyUid: typeUid }] }
    const responses = await Promise.all([single, pair, single, pair].map(create))
    assert.ok(statuses(responses).every(status => [201, 409].includes(status)))
    const members = (await listMembers(responses)).flat().filter(member => member === 'BOOKED 1')
    assert.equal(members.length, 2)
  })
})

describe('concurrent actions on the members of one group booking', () => {
  it('leave occupancies for all booked members in any order', async () => {
    const { master, first, second } = await makeFamily()
    const subLeads = [{ propertyUid: first }, { propertyUid: second }]
    const group = await book({ propertyUid: master, subLeads, status: 'ON_HOLD' })
    const [main, sub] = [group.mainLead.uid, group.subLeads[0].uid]
    const input = { ...stay, agencyUid, propertyUid: first }
    const responses = await Promise.all([
      send('POST', `/api/v3.3/leads/${sub}/mark-as-booked`),
      send('POST', `/api/v3.3/leads/${main}/close`),
      send('POST', '/api/v3.3/leads', input),
      create({ propertyUid: second, subLeads: [{ propertyUid: first }] }),
    ])
    for (const { status } of responses) assert.ok(status < 500)
    const rows = await server.database.kysely
      .selectFrom('leads as l')
      .leftJoin('occupancies as o', join =>
        join.onRef('o.agency_uid', '=', 'l.agency_uid').onRef('o.lead_uid', '=', 'l.uid'),
      )
      .select('o.unit_uid')
      .where('l.agency_uid', '=', agencyUid)
      .where('l.property_uid', '=', first)
      .where('l.status', '=', 'BOOKED')
      .execute()
    assert.ok(rows.length <= 1)
    assert.ok(rows.every(({ unit_uid }) => unit_uid !== null))
  })
})
