/** Fields of owners with two spellings: contract/resources.md §2.1. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { makeAgency } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
let agencyUid: string
let key: string

beforeEach(async () => {
  const agency = await makeAgency(server)
  agencyUid = agency.agencyUid
  key = agency.key
})

const send = (method: string, path: string, body: unknown) =>
  server.request(method, `/api/v3.3${path}`, { key, body })
const ada = { firstName: 'Ada', lastName: 'Reed', email: 'ada@example.org' }

describe('fields of an owner with two spellings', () => {
  it('201, 200: accepts the commission in percent, permissions and links', async () => {
    const fields = {
      phoneNumber: '541 555 1001',
      phoneNumberAreaCode: '1',
      agencyCommissionRate: 17.5,
      permissionTypes: ['VIEW_GUEST_DETAILS', 'BLOCK_DATES'],
      externalCalendarUrl: 'https://calendar.example/ada.ics',
      pictureUrl: 'https://img.example/ada.jpg',
    }
    const body = { agencyUid, ...ada, ...fields, phoneNumberAreaCode: '+1' }
    const { owner } = (await send('POST', '/owners', body)).body
    for (const [name, value] of Object.entries(fields)) assert.deepEqual(owner[name], value, name)
    assert.equal(owner.commissionRate, 0.175)
    const { viewBookings, viewGuestDetails, blockDates } = owner.permissions
    assert.deepEqual([viewBookings, viewGuestDetails, blockDates], [false, true, true])
    const changed = await send('PATCH', `/owners/${owner.uid}`, {
      agencyCommissionRate: null,
      permissionTypes: [],
      pictureUrl: null,
      externalCalendarUrl: '',
    })
    const { commissionRate, permissionTypes, pictureUrl, externalCalendarUrl } = changed.body.owner
    assert.deepEqual(
      [commissionRate, permissionTypes, pictureUrl, externalCalendarUrl],
      [null, [], null, null],
    )
    assert.equal(changed.body.owner.phoneNumberAreaCode, '1')
  })

  it('400: rejects invalid values', async () => {
    for (const change of [
      { agencyCommissionRate: 101 },
      { permissionTypes: ['FLY'] },
      { pictureUrl: 'ftp://img.example' },
    ]) {
      const { status } = await send('POST', '/owners', { agencyUid, ...ada, ...change })
      assert.equal(status, 400, JSON.stringify(change))
    }
  })

  it('400 CONFLICTING_PARAMETERS: rejects two spellings of a field that differ', async () => {
    for (const change of [
      { commissionRate: 0.2, agencyCommissionRate: 21 },
      { commissionRate: null, agencyCommissionRate: 20 },
      { permissions: { blockDates: true }, permissionTypes: ['VIEW_BOOKINGS'] },
    ]) {
      const { status, body } = await send('POST', '/owners', { agencyUid, ...ada, ...change })
      assert.deepEqual([status, body.code], [400, 'CONFLICTING_PARAMETERS'], JSON.stringify(change))
    }
    const same = { commissionRate: 0.2, agencyCommissionRate: 20, permissionTypes: [] }
    assert.equal((await send('POST', '/owners', { agencyUid, ...ada, ...same })).status, 201)
  })
})
