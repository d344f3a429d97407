/** Authorization of group bookings: contract/leads.md §9.1, general.md §3. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeGroupFixture, path, stay } from '../../../../test/fixtures/group-bookings.ts'
import {
  grant,
  makeAgency,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, send, book, listStates } = await makeGroupFixture(server)
const newProperty = () => makeProperty(server, agencyUid)
const foreign = await makeAgency(server)

/** Creates a partner with grants on properties, and functions that send its requests. */
async function newPartner(grants: Record<string, 'READ' | 'READ_WRITE'>) {
  const { partnerUid } = await makePartner(server)
  for (const [uid, access] of Object.entries(grants)) {
    await grant(server, { agencyUid, partnerUid, objectUid: uid, access })
  }
  const key = await makeToken(server, partnerUid, agencyUid)
  return (method: string, to: string, body?: unknown) =>
    server.request(method, to, { key, ...(body === undefined ? {} : { body }) })
}

describe('partners', () => {
  it('201: create where their grants allow writes of every member', async () => {
    const [a, b] = [await newProperty(), await newProperty()]
    const request = await newPartner({ [a]: 'READ_WRITE', [b]: 'READ_WRITE' })
    const input = { agencyUid, ...stay, propertyUid: a, subLeads: [{ propertyUid: b }] }
    const { status, body } = await request('POST', path, input)
    assert.equal(status, 201)
    const { groupUid, subLeads } = body.groupBooking
    assert.equal(subLeads[0].guestInformation.firstName, 'Ada')
    const visible = (await request('GET', `${path}/${groupUid}`)).body.groupBooking
    assert.deepEqual(visible, body.groupBooking)
    assert.equal((await request('POST', `${path}/${groupUid}/cancel`)).status, 200)
  })

  it('403: cannot create, cancel or change if a member is inaccessible or read-only', async () => {
    const [a, b, c] = [await newProperty(), await newProperty(), await newProperty()]
    const request = await newPartner({ [a]: 'READ_WRITE', [b]: 'READ' })
    const input = (other: string) => {
      return { agencyUid, ...stay, propertyUid: a, subLeads: [{ propertyUid: other }] }
    }
    assert.equal((await request('POST', path, input(b))).body.code, 'READ_ONLY_GRANT')
    const denied = await request('POST', path, input(c))
    assert.equal(denied.body.apiErrorMessage, `No access to subLeads[0].propertyUid ${c}`)
    for (const other of [b, c]) {
      const group = await book({ propertyUid: a, subLeads: [{ propertyUid: other }] })
      for (const to of [
        `${path}/${group.groupUid}/cancel`,
        `/api/v3.3/leads/${group.mainLead.uid}/cancel`,
      ]) {
        const { status, body } = await request('POST', to)
        assert.deepEqual([status, body.code], [403, 'READ_ONLY_GRANT'])
      }
      assert.deepEqual(await listStates(group.groupUid), ['BOOKED 1', 'BOOKED 1'])
      await send('POST', `${path}/${group.groupUid}/cancel`)
    }
  })

  it('read group bookings without guests and inaccessible members', async () => {
    const [a, b, c] = [await newProperty(), await newProperty(), await newProperty()]
    const subLeads = [{ propertyUid: b }, { propertyUid: c }]
    const group = await book({ propertyUid: a, subLeads })
    const request = await newPartner({ [a]: 'READ', [c]: 'READ' })
    const visibleGroup = (await request('GET', `${path}/${group.groupUid}`)).body.groupBooking
    assert.deepEqual(
      visibleGroup.subLeads.map(({ propertyUid }: { propertyUid: string }) => propertyUid),
      [c],
    )
    assert.equal('firstName' in visibleGroup.mainLead.guestInformation, false)
    const { body } = await request('GET', `${path}?agencyUid=${agencyUid}`)
    assert.deepEqual(body.groupBookings, [visibleGroup])
    const other = await newPartner({ [b]: 'READ_WRITE' })
    assert.equal((await other('GET', `${path}/${group.groupUid}`)).status, 404)
    assert.equal((await other('POST', `${path}/${group.groupUid}/cancel`)).status, 404)
    const list = await other('GET', `${path}?agencyUid=${agencyUid}`)
    assert.deepEqual(list.body.groupBookings, [])
  })

  it('404: the group booking is of another agency', async () => {
    const group = await book({
      propertyUid: await newProperty(),
      subLeads: [{ propertyUid: await newProperty() }],
    })
    for (const [method, to] of [
      ['GET', `${path}/${group.groupUid}`],
      ['POST', `${path}/${group.groupUid}/cancel`],
    ] as const) {
      const { status, body } = await server.request(method, to, { key: foreign.key })
      assert.deepEqual([status, body.code], [404, 'GROUP_BOOKING_NOT_FOUND'])
    }
  })
})
