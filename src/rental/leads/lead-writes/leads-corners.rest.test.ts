/** Corners of creating and altering leads where one rule meets another: contract/leads.md §5–§8. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  grant,
  makeAgency,
  makeHotel,
  makePartner,
  makeProperty,
  makeToken,
  makeUnit,
  updatedAt,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const { partnerUid } = await makePartner(server)
const token = await makeToken(server, partnerUid, agencyUid)
const make = (columns: object = {}) =>
  makeProperty(server, agencyUid, { daily_rate: '100', max_guests: 4, ...columns })

const call = (method: string, path: string, body?: unknown, as = key) =>
  server.request(method, `/api/v3.3/${path}`, { key: as, body })

const bodyOf = (propertyUid: string, more: object = {}) => {
  const dates = { checkInLocalDate: '2027-06-10', checkOutLocalDate: '2027-06-14' }
  const guestInformation = { firstName: 'Ada', adultCount: 2 }
  return { agencyUid, propertyUid, status: 'BOOKED', ...dates, guestInformation, ...more }
}

async function leadAt(propertyUid: string, more: object = {}) {
  const answer = await call('POST', 'leads', bodyOf(propertyUid, more))
  assert.equal(answer.status, 201, answer.text)
  return answer.body.lead
}

const alter = (uid: string, body: object, as = key) =>
  call('POST', `leads/${uid}/alteration`, body, as)

describe('what a body leaves open', () => {
  it('201: counts that are null are those of nobody told, an assignee null is none', async () => {
    const guestInformation = { adultCount: null, childrenCount: null, petCount: null }
    const propertyUid = await make()
    await grant(server, { agencyUid, partnerUid, objectUid: propertyUid })
    const body = bodyOf(propertyUid, { guestInformation, assigneeUid: null })
    const { status, body: answered } = await call('POST', 'leads', body, token)
    assert.equal(status, 201)
    const { adultCount, childrenCount } = answered.lead.guestInformation
    assert.deepEqual([adultCount, childrenCount], [1, 0])
  })

  it('a text of the guest that is empty is none, and clears where a lead is changed', async () => {
    const texts = ['firstName', 'email', 'secondaryEmail', 'phoneNumber', 'countryCode', 'city']
    const others = ['passportCountryCode', 'preferredLocale', 'arrivalLocalDateTime']
    const names = [...texts, ...others]
    const empty = Object.fromEntries(names.map(name => [name, '']))
    const guestInformation = { ...empty, lastName: 'Byron', adultCount: 2 }
    const lead = await leadAt(await make(), { guestInformation })
    const told = (lead: Record<string, Record<string, unknown>>) =>
      names.map(name => lead.guestInformation?.[name])
    assert.deepEqual(new Set(told(lead)), new Set([null]))
    const change = (guestInformation: object) =>
      call('PATCH', `leads/${lead.uid}`, { guestInformation })
    const given = await change({ email: 'ada@example.org', city: 'Rome' })
    assert.equal(given.body.lead.guestInformation.email, 'ada@example.org')
    const cleared = await change({ email: '', city: '' })
    assert.equal(cleared.status, 200)
    assert.deepEqual(new Set(told(cleared.body.lead)), new Set([null]))
  })

  it('400: an ad-hoc fee without a price, before the calendar is asked', async () => {
    const propertyUid = await make()
    await leadAt(propertyUid)
    const quoteOverrides = { fees: { otherFees: [{ name: 'Late arrival' }] } }
    const { status, body } = await call('POST', 'leads', bodyOf(propertyUid, { quoteOverrides }))
    assert.deepEqual([status, body.code], [400, 'REQUIRED_PARAMETER'])
  })

  it('400: a promo code that is none, before the calendar is asked', async () => {
    const propertyUid = await make()
    await leadAt(propertyUid)
    const { status, body } = await call('POST', 'leads', bodyOf(propertyUid, { promoCode: 'NONE' }))
    assert.deepEqual([status, body.parameter, body.reason], [400, 'promoCode', 'unknown'])
  })
})

describe('an alteration', () => {
  it('hides the guest when the new property lets the partner see less', async () => {
    const [open, closed] = [await make(), await make()]
    await grant(server, { agencyUid, partnerUid, objectUid: open, personalData: true })
    await grant(server, { agencyUid, partnerUid, objectUid: closed })
    const { uid } = await leadAt(open, { notes: 'secret' })
    const { status, body } = await alter(uid, { propertyUid: closed }, token)
    assert.equal(status, 200)
    assert.equal('firstName' in body.lead.guestInformation, false)
    assert.equal('notes' in body.lead, false)
  })

  it('that changes nothing is 200, also on a master that is not bookable any more', async () => {
    const masterUid = await make()
    await make({ parent_uid: masterUid })
    const { uid } = await leadAt(masterUid)
    const path = `properties/${masterUid}`
    const closed = { masterBookable: false }
    assert.equal((await call('PATCH', path, closed)).status, 200)
    assert.equal((await alter(uid, {})).status, 200)
    const moved = await alter(uid, { checkOutLocalDate: '2027-06-13' })
    assert.deepEqual([moved.status, moved.body.code], [409, 'MASTER_NOT_BOOKABLE'])
  })

  it('keeps the lead on its unit though that is inactive by now', async () => {
    const hotelUid = await makeHotel(server, agencyUid)
    const typeUid = await make({ hotel_uid: hotelUid })
    const db = server.database.kysely
    const unitUid = await makeUnit(db, agencyUid, typeUid)
    const { uid } = await leadAt(typeUid, { unitUid })
    await db
      .updateTable('units')
      .set({ is_active: false })
      .where('agency_uid', '=', agencyUid)
      .where('uid', '=', unitUid)
      .execute()
    const { status, body } = await alter(uid, { checkOutLocalDate: '2027-06-13' })
    assert.deepEqual([status, body.lead.unitUid], [200, unitUid])
  })

  it('to the price that the lead has already is no change', async () => {
    const { uid } = await leadAt(await make())
    const overrides = { quoteOverrides: { rent: { rentNetPrice: 90 } } }
    assert.equal((await alter(uid, overrides)).status, 200)
    const before = await updatedAt(server, 'leads', agencyUid, uid)
    assert.equal((await alter(uid, overrides)).status, 200)
    assert.equal(await updatedAt(server, 'leads', agencyUid, uid), before)
  })
})

describe('a refusal that was stored under a key', () => {
  it('is repeated as it was, its uid and all', async () => {
    const headers = { 'idempotency-key': 'refused-1' }
    const send = () =>
      server.request('POST', '/api/v3.3/leads', { key, headers, body: { status: 'NEW' } })
    const [first, second] = [await send(), await send()]
    assert.deepEqual([second.status, second.body], [400, first.body])
    assert.equal(second.headers.get('idempotent-replayed'), 'true')
  })
})

describe('the last days that there are', () => {
  it('201: a stay to the end of the year 9999 with turnover after it', async () => {
    const propertyUid = await make({ turn_over_days: 1 })
    const last = { checkInLocalDate: '9999-12-30', checkOutLocalDate: '9999-12-31' }
    await leadAt(propertyUid, last)
    const { status, body } = await call('POST', 'leads', bodyOf(propertyUid, last))
    assert.deepEqual([status, body.code], [409, 'NOT_AVAILABLE'])
  })
})

describe('dates before 1990', () => {
  const early = { checkInLocalDate: '1989-12-31', checkOutLocalDate: '1990-01-02' }
  const message = 'Check-in must not be before 1990-01-01'

  it('400: no lead, block or quote is of them', async () => {
    const propertyUid = await make()
    for (const status of ['BOOKED', 'NEW', 'BLOCKED']) {
      const { status: code, body } = await call('POST', 'leads', {
        ...bodyOf(propertyUid, { status }),
        ...early,
      })
      assert.deepEqual(
        [code, body.code, body.apiErrorMessage],
        [400, 'INVALID_DATE_RANGE', message],
      )
      assert.equal(body.parameter, 'checkInLocalDate')
    }
    const quote = { propertyUid, checkInDate: '1989-12-31', checkOutDate: '1990-01-02' }
    const { status, body } = await call('POST', 'quotes', quote)
    assert.deepEqual([status, body.apiErrorMessage], [400, message])
  })

  it('400: no lead is altered to them; 201: the first day that may be', async () => {
    const first = { checkInLocalDate: '1990-01-01', checkOutLocalDate: '1990-01-03' }
    const { uid } = await leadAt(await make(), first)
    const { status, body } = await alter(uid, early)
    assert.deepEqual(
      [status, body.code, body.apiErrorMessage],
      [400, 'INVALID_DATE_RANGE', message],
    )
  })
})

describe('a status that no lead is created in', () => {
  const creatable = ['NEW', 'ON_HOLD', 'PENDING', 'BOOKED', 'BLOCKED']
  for (const status of ['CANCELLED', 'BOOKED_BY_AGENT']) {
    it(`400: ${status}; allowedValues are those that are allowed there`, async () => {
      const { status: code, body } = await call('POST', 'leads', bodyOf(await make(), { status }))
      assert.deepEqual([code, body.parameter, body.allowedValues], [400, 'status', creatable])
    })
  }
})

describe('a request that is declined', () => {
  it('shows why from 3.3 on, until it is opened again', async () => {
    const { uid } = await leadAt(await make(), { status: 'PENDING' })
    const reason = 'The road is closed'
    const declined = await call('POST', `leads/${uid}/decline-booking-request`, { reason })
    assert.deepEqual(
      [declined.body.lead.status, declined.body.lead.declineReason],
      ['DECLINED', reason],
    )
    assert.equal((await call('GET', `leads/${uid}`)).body.lead.declineReason, reason)
    const query = `{ lead(uid: "${uid}") { declineReason } }`
    assert.equal((await call('POST', 'graphql', { query })).body.data.lead.declineReason, reason)
    const older = await server.request('GET', `/api/v3.2/leads/${uid}`, { key })
    assert.equal('declineReason' in older.body.lead, false)
    const reopened = await call('POST', `leads/${uid}/reopen`)
    assert.equal(reopened.body.lead.declineReason, null)
  })

  it('for no reason shows none', async () => {
    const { uid } = await leadAt(await make(), { status: 'PENDING' })
    const { body } = await call('POST', `leads/${uid}/decline-booking-request`)
    assert.equal(body.lead.declineReason, null)
  })
})
