/** Who may do what with group bookings: contract/leads.md §9.1, general.md §3. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makePlaces, path, stay } from '../../../../test/fixtures/group-bookings.ts'
import {
  grant,
  makeAgency,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, send, book, stateOf } = await makePlaces(server)
const house = () => makeProperty(server, agencyUid)
const foreign = await makeAgency(server)

/** A partner with grants on properties, and what it is answered. */
async function partnerOf(grants: Record<string, 'READ' | 'READ_WRITE'>) {
  const { partnerUid } = await makePartner(server)
  for (const [uid, access] of Object.entries(grants)) {
    await grant(server, { agencyUid, partnerUid, objectUid: uid, access })
  }
  const key = await makeToken(server, partnerUid, agencyUid)
  return (method: string, to: string, body?: unknown) =>
    server.request(method, to, { key, ...(body === undefined ? {} : { body }) })
}

describe('partners', () => {
  it('201: create where they may write every member, and see their guests', async () => {
    const [a, b] = [await house(), await house()]
    const ask = await partnerOf({ [a]: 'READ_WRITE', [b]: 'READ_WRITE' })
    const wanted = { agencyUid, ...stay, propertyUid: a, subLeads: [{ propertyUid: b }] }
    const { status, body } = await ask('POST', path, wanted)
    assert.equal(status, 201)
    const { groupUid, subLeads } = body.groupBooking
    assert.equal(subLeads[0].guestInformation.firstName, 'Ada')
    const seen = (await ask('GET', `${path}/${groupUid}`)).body.groupBooking
    assert.deepEqual(seen, body.groupBooking)
    assert.equal((await ask('POST', `${path}/${groupUid}/cancel`)).status, 200)
  })

  it('403: do not create, cancel or act where a member is out of reach or read only', async () => {
    const [a, b, c] = [await house(), await house(), await house()]
    const ask = await partnerOf({ [a]: 'READ_WRITE', [b]: 'READ' })
    const wanted = (other: string) => {
      return { agencyUid, ...stay, propertyUid: a, subLeads: [{ propertyUid: other }] }
    }
    assert.equal((await ask('POST', path, wanted(b))).body.code, 'READ_ONLY_GRANT')
    const denied = await ask('POST', path, wanted(c))
    assert.equal(denied.body.apiErrorMessage, `No access to subLeads[0].propertyUid ${c}`)
    for (const other of [b, c]) {
      const group = await book({ propertyUid: a, subLeads: [{ propertyUid: other }] })
      for (const to of [
        `${path}/${group.groupUid}/cancel`,
        `/api/v3.3/leads/${group.mainLead.uid}/cancel`,
      ]) {
        const { status, body } = await ask('POST', to)
        assert.deepEqual([status, body.code], [403, 'READ_ONLY_GRANT'])
      }
      assert.deepEqual(await stateOf(group.groupUid), ['BOOKED 1', 'BOOKED 1'])
      await send('POST', `${path}/${group.groupUid}/cancel`)
    }
  })

  it('see group bookings by their main leads, without guests and members out of reach', async () => {
    const [a, b, c] = [await house(), await house(), await house()]
    const subLeads = [{ propertyUid: b }, { propertyUid: c }]
    const group = await book({ propertyUid: a, subLeads })
    const ask = await partnerOf({ [a]: 'READ', [c]: 'READ' })
    const one = (await ask('GET', `${path}/${group.groupUid}`)).body.groupBooking
    assert.deepEqual(
      one.subLeads.map(({ propertyUid }: { propertyUid: string }) => propertyUid),
      [c],
    )
    assert.equal('firstName' in one.mainLead.guestInformation, false)
    const { body } = await ask('GET', `${path}?agencyUid=${agencyUid}`)
    assert.deepEqual(body.groupBookings, [one])
    const other = await partnerOf({ [b]: 'READ_WRITE' })
    assert.equal((await other('GET', `${path}/${group.groupUid}`)).status, 404)
    assert.equal((await other('POST', `${path}/${group.groupUid}/cancel`)).status, 404)
    const list = await other('GET', `${path}?agencyUid=${agencyUid}`)
    assert.deepEqual(list.body.groupBookings, [])
  })

  it('404: another agency sees nothing of them', async () => {
    const group = await book({
      propertyUid: await house(),
      subLeads: [{ propertyUid: await house() }],
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
