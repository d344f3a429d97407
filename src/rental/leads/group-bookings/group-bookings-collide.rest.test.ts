/** Group bookings that are made and changed at once: contract/leads.md §6, §9.1. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makePlaces, stay } from '../../../../test/fixtures/group-bookings.ts'
import { makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, makeInn, makeFamily, send, create, book, stateOf } = await makePlaces(server)
const house = () => makeProperty(server, agencyUid)

describe('group bookings at once', () => {
  /** Every member of every group booking with the number of units it holds. */
  const held = async (
    answers: { status: number; body: { groupBooking: { groupUid: string } } }[],
  ) => {
    const created = answers.filter(({ status }) => status === 201)
    return Promise.all(created.map(({ body }) => stateOf(body.groupBooking.groupUid)))
  }
  const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()

  it('that want each other’s properties: one is stored whole, the others not at all', async () => {
    const [a, b, c] = [await house(), await house(), await house()]
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
    const answers = await Promise.all(
      orders.map(([first, ...rest]) =>
        create({ propertyUid: first, subLeads: rest.map(propertyUid => ({ propertyUid })) }),
      ),
    )
    assert.deepEqual(statuses(answers), [201, 409, 409, 409, 409, 409])
    const [state] = await held(answers)
    assert.ok(state!.every(member => member === 'BOOKED 1'))
    const { body } = await send('GET', `/api/v3.3/leads?propertyUid=${a}`)
    assert.ok(body.leads.length <= 1)
  })

  it('that want the units of one hotel: as many as there are units for', async () => {
    const { hotelUid, typeUid } = await makeInn()
    const wanted = { hotelUid, propertyUid: typeUid, subLeads: [{ propertyUid: typeUid }] }
    const pair = { ...wanted, subLeads: [{ propertyUid: typeUid }, { propertyUid: typeUid }] }
    const answers = await Promise.all([wanted, pair, wanted, pair].map(create))
    assert.ok(statuses(answers).every(status => [201, 409].includes(status)))
    const members = (await held(answers)).flat().filter(member => member === 'BOOKED 1')
    assert.equal(members.length, 2)
  })
})

describe('the members of one group booking at once', () => {
  it('hold what is booked, whoever comes first', async () => {
    const { master, first, second } = await makeFamily()
    const subLeads = [{ propertyUid: first }, { propertyUid: second }]
    const group = await book({ propertyUid: master, subLeads, status: 'ON_HOLD' })
    const [main, sub] = [group.mainLead.uid, group.subLeads[0].uid]
    const one = { ...stay, agencyUid, propertyUid: first }
    const answers = await Promise.all([
      send('POST', `/api/v3.3/leads/${sub}/mark-as-booked`),
      send('POST', `/api/v3.3/leads/${main}/close`),
      send('POST', '/api/v3.3/leads', one),
      create({ propertyUid: second, subLeads: [{ propertyUid: first }] }),
    ])
    for (const { status } of answers) assert.ok(status < 500)
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
