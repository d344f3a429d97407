/** Updates and deletions of leads: contract/leads.md §8, contract/pricing.md §4 and §9. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  grant,
  makeAgency,
  makeEmployee,
  makePartner,
  makeProperty,
  makeToken,
  updatedAt,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const { partnerUid } = await makePartner(server)
const token = await makeToken(server, partnerUid, agencyUid)

async function newGrantedProperty(
  columns: object = {},
  access: 'READ' | 'READ_WRITE' = 'READ_WRITE',
) {
  const uid = await makeProperty(server, agencyUid, {
    daily_rate: '100',
    max_guests: 4,
    ...columns,
  })
  await grant(server, { agencyUid, partnerUid, objectUid: uid, access })
  return uid
}

const call = (method: string, path: string, body?: unknown, as = key, version = '3.3') =>
  server.request(method, `/api/v${version}/leads${path}`, { key: as, body })

async function createLeadAt(propertyUid: string, status = 'BOOKED', more: object = {}) {
  const dates = { checkInLocalDate: '2027-06-10', checkOutLocalDate: '2027-06-14' }
  const guest = { firstName: 'Ada', adultCount: 2 }
  const body = { agencyUid, propertyUid, status, ...dates, guestInformation: guest, ...more }
  const response = await call('POST', '', body)
  assert.equal(response.status, 201, response.text)
  return response.body.lead
}

async function readTotal(leadUid: string): Promise<number> {
  const { body } = await server.request('GET', `/api/v3.3/orders?leadUid=${leadUid}`, { key })
  return body.orders[0].totalAmount
}

describe('PATCH /leads/{uid}', () => {
  it('200: updates sent fields, clears null ones, and keeps the others', async () => {
    const { uid } = await createLeadAt(await newGrantedProperty(), 'BOOKED', {
      notes: 'old',
      referrer: 'x',
    })
    const guestInformation = { lastName: 'Byron', firstName: null, adultCount: 9 }
    const patch = { notes: null, guestInformation, status: 'NEW', checkInLocalDate: '2030-01-01' }
    const { status, body } = await call('PATCH', `/${uid}`, patch)
    assert.equal(status, 200)
    const { firstName, lastName, adultCount } = body.lead.guestInformation
    assert.deepEqual([firstName, lastName, adultCount], [null, 'Byron', 2])
    const { notes, referrer, checkInLocalDateTime } = body.lead
    assert.deepEqual([notes, referrer, body.lead.status], [null, 'x', 'BOOKED'])
    assert.equal(checkInLocalDateTime, '2027-06-10T15:00:00')
  })

  it('200: records no change if nothing differs', async () => {
    const { uid } = await createLeadAt(await newGrantedProperty())
    const before = await updatedAt(server, 'leads', agencyUid, uid)
    const same = { guestInformation: { firstName: 'Ada', city: null } }
    assert.equal((await call('PATCH', `/${uid}`, same)).status, 200)
    assert.equal(await updatedAt(server, 'leads', agencyUid, uid), before)
    assert.equal((await call('PATCH', `/${uid}`, { notes: 'n' })).status, 200)
    assert.ok((await updatedAt(server, 'leads', agencyUid, uid)) > before)
  })

  it('200: ignores fields of 3.3 in earlier versions', async () => {
    const { uid } = await createLeadAt(await newGrantedProperty())
    const young = { externalBookingId: 'x', referrer: 'r', agreementSigned: true, notes: 'n' }
    assert.equal((await call('PATCH', `/${uid}`, young, key, '3.2')).status, 200)
    const { lead } = (await call('GET', `/${uid}`)).body
    const { externalBookingId, referrer, agreementSigned, notes } = lead
    assert.deepEqual(
      [externalBookingId, referrer, agreementSigned, notes],
      [null, null, false, 'n'],
    )
  })

  it('200: ignores personal data from a partner that may not see it', async () => {
    const { uid } = await createLeadAt(await newGrantedProperty(), 'BOOKED', { notes: 'secret' })
    const patch = { notes: 'n', guestInformation: { firstName: 'Eve', city: 'Rome' } }
    const { status, body } = await call('PATCH', `/${uid}`, patch, token)
    assert.equal(status, 200)
    assert.equal('firstName' in body.lead.guestInformation, false)
    const { lead } = (await call('GET', `/${uid}`)).body
    const { firstName, city } = lead.guestInformation
    assert.deepEqual([firstName, city, lead.notes], ['Ada', 'Rome', 'secret'])
  })

  it('200, 404: accepts an assignee from the agency; 403: not from a partner', async () => {
    const { uid } = await createLeadAt(await newGrantedProperty())
    const assigneeUid = await makeEmployee(server, agencyUid)
    const assign = (as: string, to: unknown) => call('PATCH', `/${uid}`, { assigneeUid: to }, as)
    assert.equal((await assign(key, assigneeUid)).body.lead.assignee.uid, assigneeUid)
    assert.equal((await assign(key, uid)).body.code, 'EMPLOYEE_NOT_FOUND')
    assert.equal((await assign(token, null)).body.code, 'OPERATION_NOT_PERMITTED')
    assert.equal((await assign(key, null)).body.lead.assignee.uid, null)
  })

  it('403 READ_ONLY_GRANT: rejects read-only access; 404: an unknown lead', async () => {
    const { uid } = await createLeadAt(await newGrantedProperty({}, 'READ'))
    assert.equal((await call('PATCH', `/${uid}`, {}, token)).body.code, 'READ_ONLY_GRANT')
    assert.equal((await call('PATCH', `/${agencyUid}`, {})).body.code, 'LEAD_NOT_FOUND')
  })
})

describe('POST /leads/{uid}/alteration', () => {
  const alter = (uid: string, body: object, as = key) =>
    call('POST', `/${uid}/alteration`, body, as)

  it('200: changes one date, keeps the other, and recalculates the order', async () => {
    const { uid } = await createLeadAt(await newGrantedProperty({ check_out_time: 10 }))
    assert.equal(await readTotal(uid), 400)
    const { body } = await alter(uid, { checkOutLocalDate: '2027-06-15' })
    const { checkInLocalDateTime, checkOutLocalDateTime } = body.lead
    assert.equal(checkInLocalDateTime, '2027-06-10T15:00:00')
    assert.equal(checkOutLocalDateTime, '2027-06-15T10:00:00')
    assert.equal(await readTotal(uid), 500)
  })

  it('200: records no change if nothing differs', async () => {
    const { uid } = await createLeadAt(await newGrantedProperty())
    const before = await updatedAt(server, 'leads', agencyUid, uid)
    for (const body of [{}, { checkInLocalDate: '2027-06-10', adultCount: 2 }]) {
      assert.equal((await alter(uid, body)).status, 200)
    }
    assert.equal(await updatedAt(server, 'leads', agencyUid, uid), before)
  })

  it('200: moves to another property and releases the former nights', async () => {
    const [from, to] = [await newGrantedProperty(), await newGrantedProperty({ daily_rate: '70' })]
    const { uid } = await createLeadAt(from)
    const { status, body } = await alter(uid, { propertyUid: to }, token)
    assert.deepEqual([status, body.lead.propertyUid], [200, to])
    assert.equal(await readTotal(uid), 280)
    await createLeadAt(from)
  })

  it('409 NOT_AVAILABLE: rejects occupied nights, and changes nothing', async () => {
    const propertyUid = await newGrantedProperty()
    const lead = await createLeadAt(propertyUid)
    const next = { checkInLocalDate: '2027-06-14', checkOutLocalDate: '2027-06-16' }
    const other = await createLeadAt(propertyUid, 'BOOKED', next)
    const { status, body } = await alter(lead.uid, {
      checkOutLocalDate: '2027-06-15',
      adultCount: 1,
    })
    assert.deepEqual([status, body.code], [409, 'NOT_AVAILABLE'])
    assert.deepEqual(
      [body.conflicts[0].leadUid, body.conflicts[0].nights],
      [other.uid, ['2027-06-14']],
    )
    assert.deepEqual((await call('GET', `/${lead.uid}`)).body.lead, lead)
  })

  it('applies the minimum stay to partners, not to agencies and blocks', async () => {
    const propertyUid = await newGrantedProperty({ minimum_stay: 3 })
    const { uid } = await createLeadAt(propertyUid)
    const shorter = { checkOutLocalDate: '2027-06-12' }
    const refused = await alter(uid, shorter, token)
    assert.deepEqual([refused.status, refused.body.code], [409, 'MINIMUM_STAY'])
    assert.equal((await alter(uid, shorter)).status, 200)
    const blockDates = { checkInLocalDate: '2027-07-01', checkOutLocalDate: '2027-07-05' }
    const block = await createLeadAt(propertyUid, 'BLOCKED', blockDates)
    assert.equal((await alter(block.uid, { checkOutLocalDate: '2027-07-02' }, token)).status, 200)
  })

  it('200: extends a stay after check-in', async () => {
    const dates = { checkInLocalDate: '2026-05-18', checkOutLocalDate: '2026-05-22' }
    const { uid } = await createLeadAt(await newGrantedProperty(), 'BOOKED', dates)
    assert.equal((await alter(uid, { checkOutLocalDate: '2026-05-24' }, token)).status, 200)
  })
})

describe('the counts of an alteration', () => {
  const alter = (uid: string, body: object) => call('POST', `/${uid}/alteration`, body)

  it('200: are also accepted under guestInformation', async () => {
    const { uid } = await createLeadAt(await newGrantedProperty({ max_guests: 9 }))
    const guestInformation = { adultCount: 3, childrenCount: 1, infantCount: 1, petCount: 2 }
    const { status, body } = await alter(uid, { guestInformation })
    assert.equal(status, 200)
    const { adultCount, childrenCount, infantCount, petCount } = body.lead.guestInformation
    assert.deepEqual([adultCount, childrenCount, infantCount, petCount], [3, 1, 1, 2])
    const both = await alter(uid, { adultCount: 4, guestInformation: { adultCount: 4 } })
    assert.equal(both.body.lead.guestInformation.adultCount, 4)
  })

  it('400 CONFLICTING_PARAMETERS: are rejected if both differ', async () => {
    const { uid } = await createLeadAt(await newGrantedProperty())
    const response = await alter(uid, { adultCount: 1, guestInformation: { adultCount: 2 } })
    assert.deepEqual([response.status, response.body.code], [400, 'CONFLICTING_PARAMETERS'])
  })
})

describe('an invalid alteration', () => {
  const alter = (uid: string, body: object, as = key) =>
    call('POST', `/${uid}/alteration`, body, as)

  it('400 TOO_MANY_GUESTS: rejects too many guests only if the lead blocks', async () => {
    const propertyUid = await newGrantedProperty()
    const booked = await createLeadAt(propertyUid)
    const refused = await alter(booked.uid, { adultCount: 5 })
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.limit],
      [400, 'TOO_MANY_GUESTS', 4],
    )
    const inquiry = await createLeadAt(propertyUid, 'NEW')
    assert.equal((await alter(inquiry.uid, { adultCount: 5 })).status, 200)
  })

  it('400: rejects an invalid date range; 403: a property of another agency', async () => {
    const { uid } = await createLeadAt(await newGrantedProperty())
    const range = await alter(uid, { checkOutLocalDate: '2027-06-10' })
    assert.deepEqual([range.status, range.body.code], [400, 'INVALID_DATE_RANGE'])
    const other = await makeAgency(server, { name: 'Other Stays' })
    const foreign = await makeProperty(server, other.agencyUid)
    const refused = await alter(uid, { propertyUid: foreign })
    assert.deepEqual([refused.status, refused.body.code], [403, 'ACCESS_DENIED'])
  })

  it('keeps overrides with new counts and, for remaining nights, with new dates', async () => {
    const quoteOverrides = { rent: { rentNetPrice: 250 } }
    const { uid } = await createLeadAt(await newGrantedProperty(), 'BOOKED', { quoteOverrides })
    assert.equal(await readTotal(uid), 250)
    await alter(uid, { adultCount: 1 })
    assert.equal(await readTotal(uid), 250)
    await alter(uid, { checkOutLocalDate: '2027-06-13' })
    assert.equal(await readTotal(uid), 187.5)
    await alter(uid, { quoteOverrides: { rent: { rentNetPrice: 90 } } })
    assert.equal(await readTotal(uid), 90)
    await alter(uid, { quoteOverrides: {} })
    assert.equal(await readTotal(uid), 300)
  })
})

describe('DELETE /leads/{uid}', () => {
  it('204: hides the lead, lists it as deleted, and releases its nights', async () => {
    const propertyUid = await newGrantedProperty()
    const { uid } = await createLeadAt(propertyUid, 'BLOCKED')
    assert.equal((await call('DELETE', `/${uid}`)).status, 204)
    assert.equal((await call('GET', `/${uid}`)).body.code, 'LEAD_NOT_FOUND')
    assert.equal((await call('DELETE', `/${uid}`)).status, 404)
    const delta = `?propertyUid=${propertyUid}&updatedSince=2026-01-01`
    assert.deepEqual((await call('GET', delta)).body._metadata.deletedUids, [uid])
    await createLeadAt(propertyUid)
  })

  it('204: repeats the response for the same Idempotency-Key', async () => {
    const { uid } = await createLeadAt(await newGrantedProperty(), 'BLOCKED')
    const headers = { 'idempotency-key': `delete ${uid}`.replace(' ', '-') }
    const twice = [1, 2].map(() =>
      server.request('DELETE', `/api/v3.3/leads/${uid}`, { key, headers }),
    )
    assert.deepEqual(
      (await Promise.all(twice)).map(({ status }) => status),
      [204, 204],
    )
  })

  it('403 READ_ONLY_GRANT: rejects a partner with read-only access', async () => {
    const { uid } = await createLeadAt(await newGrantedProperty({}, 'READ'), 'BLOCKED')
    assert.equal((await call('DELETE', `/${uid}`, undefined, token)).body.code, 'READ_ONLY_GRANT')
  })
})
