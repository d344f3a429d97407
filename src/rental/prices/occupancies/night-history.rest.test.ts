/** History of a night: docs/decisions/0009-lead-action-locking.md. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  grant,
  makeAgency,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const make = (columns = {}) => makeProperty(server, agencyUid, columns)

const post = async (path: string, body: object = {}, as = key) => {
  const response = await server.request('POST', `/api/v3.3${path}`, { key: as, body })
  assert.ok(response.status < 300, response.text)
  return response.body.lead
}
const book = (propertyUid: string, from: string, to: string, status = 'BOOKED', as = key) => {
  const dates = { checkInLocalDate: `2027-05-${from}`, checkOutLocalDate: `2027-05-${to}` }
  return post('/leads', { agencyUid, propertyUid, status, ...dates, guestInformation: {} }, as)
}
const getHistory = (propertyUid: string, date: string, as = key) => {
  const path = `/api/v3.3/property-calendar/${propertyUid}/history?date=2027-05-${date}`
  return server.request('GET', path, { key: as })
}
/** Returns the history of a night, with a line for each change. */
const listChanges = async (propertyUid: string, date: string, as = key) => {
  const { body } = await getHistory(propertyUid, date, as)
  return body.history.map(
    ({ change, act, credential }: { change: string; act: string; credential: { kind: string } }) =>
      `${change} ${act} ${credential.kind}`,
  )
}

describe('GET /property-calendar/{propertyUid}/history', () => {
  it('200: returns each action that occupied or released the night, oldest first', async () => {
    const propertyUid = await make()
    const lead = await book(propertyUid, '10', '14')
    server.clock.advance(60_000)
    await post(`/leads/${lead.uid}/alteration`, { checkOutLocalDate: '2027-05-12' })
    server.clock.advance(60_000)
    await post(`/leads/${lead.uid}/cancel`)
    const created = 'TAKEN create AGENCY_KEY'
    const altered = 'FREED alteration AGENCY_KEY'
    assert.deepEqual(await listChanges(propertyUid, '13'), [created, altered])
    const { body } = await getHistory(propertyUid, '11')
    const changes = body.history.map(({ change, act }: { change: string; act: string }) => {
      return `${change} ${act}`
    })
    const expected = ['TAKEN create', 'FREED alteration', 'TAKEN alteration', 'FREED cancel']
    assert.deepEqual(changes, expected)
    assert.equal(body.history[0].leadUid, lead.uid)
    assert.equal(body.history[0].changedUtcDateTime, '2026-05-20T15:00:00')
    assert.deepEqual(body._metadata, { count: 4, totalCount: 4 })
    assert.deepEqual(await listChanges(propertyUid, '14'), [])
  })

  it('200: attributes an expired hold to the system', async () => {
    const propertyUid = await make()
    await book(propertyUid, '10', '12', 'ON_HOLD')
    server.clock.advance(25 * 3_600_000)
    await book(propertyUid, '10', '12')
    const expiry = ['TAKEN create AGENCY_KEY', 'FREED lapse SYSTEM', 'TAKEN create AGENCY_KEY']
    assert.deepEqual((await listChanges(propertyUid, '10')).toSorted(), expiry.toSorted())
  })

  it('200: flags turnover, and includes nights of subs in the history of a master', async () => {
    const masterUid = await make()
    const subUid = await make({ parent_uid: masterUid, turn_over_days: 1 })
    const lead = await book(subUid, '10', '12')
    const { body } = await getHistory(masterUid, '12')
    const [change] = body.history
    assert.deepEqual(
      [change.isTurnover, change.leadUid, change.propertyUid],
      [true, lead.uid, subUid],
    )
    const [stay] = (await getHistory(masterUid, '11')).body.history
    assert.equal(stay.isTurnover, false)
  })
})

describe('the history of a night', () => {
  it('200: returns a partner only accessible leads and its own credential', async () => {
    const masterUid = await make()
    const [mine, other] = [
      await make({ parent_uid: masterUid }),
      await make({ parent_uid: masterUid }),
    ]
    const { partnerUid } = await makePartner(server)
    for (const uid of [masterUid, mine])
      await grant(server, { agencyUid, partnerUid, objectUid: uid })
    const token = await makeToken(server, partnerUid, agencyUid)
    await book(mine, '10', '12', 'BOOKED', token)
    await book(other, '10', '12')
    const { body } = await getHistory(masterUid, '10', token)
    const entries = body.history.map(
      ({ leadUid, credential }: { leadUid: string | null; credential: { uid: string | null } }) => [
        leadUid !== null,
        credential.uid,
      ],
    )
    assert.deepEqual(entries, [
      [true, partnerUid],
      [false, null],
    ])
    assert.equal((await getHistory(other, '10', token)).body.code, 'PROPERTY_NOT_FOUND')
  })

  it('400: rejects no date; 404: rejects unknown properties and versions below 3.3', async () => {
    const uid = await make()
    const get = (path: string) => server.request('GET', `/api/${path}`, { key })
    assert.equal((await get(`v3.3/property-calendar/${uid}/history`)).body.parameter, 'date')
    const unknown = await get(`v3.3/property-calendar/x/history?date=2027-05-01`)
    assert.deepEqual([unknown.status, unknown.body.code], [404, 'PROPERTY_NOT_FOUND'])
    const older = await get(`v3.2/property-calendar/${uid}/history?date=2027-05-01`)
    assert.deepEqual([older.status, older.body.code], [404, 'UNKNOWN_API'])
  })
})
