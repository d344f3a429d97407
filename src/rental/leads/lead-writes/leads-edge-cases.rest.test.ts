/** Edge cases of new and altered leads: contract/leads.md §5–§8. */
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
const newProperty = (columns: object = {}) =>
  makeProperty(server, agencyUid, { daily_rate: '100', max_guests: 4, ...columns })

const call = (method: string, path: string, body?: unknown, as = key) =>
  server.request(method, `/api/v3.3/${path}`, { key: as, body })

const bookingBody = (propertyUid: string, more: object = {}) => {
  const dates = { checkInLocalDate: '2027-06-10', checkOutLocalDate: '2027-06-14' }
  const guestInformation = { firstName: 'Ada', adultCount: 2 }
  return { agencyUid, propertyUid, status: 'BOOKED', ...dates, guestInformation, ...more }
}

async function createLeadAt(propertyUid: string, more: object = {}) {
  const response = await call('POST', 'leads', bookingBody(propertyUid, more))
  assert.equal(response.status, 201, response.text)
  return response.body.lead
}

const alter = (uid: string, body: object, as = key) =>
  call('POST', `leads/${uid}/alteration`, body, as)

describe('empty values in a body', () => {
  it('201: null counts get their defaults, and a null assignee is none', async () => {
    const guestInformation = { adultCount: null, childrenCount: null, petCount: null }
    const propertyUid = await newProperty()
    await grant(server, { agencyUid, partnerUid, objectUid: propertyUid })
    const body = bookingBody(propertyUid, { guestInformation, assigneeUid: null })
    const { status, body: created } = await call('POST', 'leads', body, token)
    assert.equal(status, 201)
    const { adultCount, childrenCount } = created.lead.guestInformation
    assert.deepEqual([adultCount, childrenCount], [1, 0])
  })

  it('an empty text of the guest is null, and clears the field on updates', async () => {
    const texts = ['firstName', 'email', 'secondaryEmail', 'phoneNumber', 'countryCode', 'city']
    const otherFields = ['passportCountryCode', 'preferredLocale', 'arrivalLocalDateTime']
    const names = [...texts, ...otherFields]
    const empty = Object.fromEntries(names.map(name => [name, '']))
    const guestInformation = { ...empty, lastName: 'Byron', adultCount: 2 }
    const lead = await createLeadAt(await newProperty(), { guestInformation })
    const guestValues = (lead: Record<string, Record<string, unknown>>) =>
      names.map(name => lead.guestInformation?.[name])
    assert.deepEqual(new Set(guestValues(lead)), new Set([null]))
    const change = (guestInformation: object) =>
      call('PATCH', `leads/${lead.uid}`, { guestInformation })
    const changed = await change({ email: 'ada@example.org', city: 'Rome' })
    assert.equal(changed.body.lead.guestInformation.email, 'ada@example.org')
    const cleared = await change({ email: '', city: '' })
    assert.equal(cleared.status, 200)
    assert.deepEqual(new Set(guestValues(cleared.body.lead)), new Set([null]))
  })

  it('400: rejects an ad-hoc fee without a price before it checks the calendar', async () => {
    const propertyUid = await newProperty()
    await createLeadAt(propertyUid)
    const quoteOverrides = { fees: { otherFees: [{ name: 'Late arrival' }] } }
    const { status, body } = await call(
      'POST',
      'leads',
      bookingBody(propertyUid, { quoteOverrides }),
    )
    assert.deepEqual([status, body.code], [400, 'REQUIRED_PARAMETER'])
  })

  it('400: rejects an unknown promo code before it checks the calendar', async () => {
    const propertyUid = await newProperty()
    await createLeadAt(propertyUid)
    const { status, body } = await call(
      'POST',
      'leads',
      bookingBody(propertyUid, { promoCode: 'NONE' }),
    )
    assert.deepEqual([status, body.parameter, body.reason], [400, 'promoCode', 'unknown'])
  })
})

describe('an alteration', () => {
  it('hides the guest if the partner has less access to the new property', async () => {
    const [open, closed] = [await newProperty(), await newProperty()]
    await grant(server, { agencyUid, partnerUid, objectUid: open, personalData: true })
    await grant(server, { agencyUid, partnerUid, objectUid: closed })
    const { uid } = await createLeadAt(open, { notes: 'secret' })
    const { status, body } = await alter(uid, { propertyUid: closed }, token)
    assert.equal(status, 200)
    assert.equal('firstName' in body.lead.guestInformation, false)
    assert.equal('notes' in body.lead, false)
  })

  it('200: accepts no change, even on a master that is no longer bookable', async () => {
    const masterUid = await newProperty()
    await newProperty({ parent_uid: masterUid })
    const { uid } = await createLeadAt(masterUid)
    const path = `properties/${masterUid}`
    const closed = { masterBookable: false }
    assert.equal((await call('PATCH', path, closed)).status, 200)
    assert.equal((await alter(uid, {})).status, 200)
    const moved = await alter(uid, { checkOutLocalDate: '2027-06-13' })
    assert.deepEqual([moved.status, moved.body.code], [409, 'MASTER_NOT_BOOKABLE'])
  })

  it('keeps the lead on its unit after it has become inactive', async () => {
    const hotelUid = await makeHotel(server, agencyUid)
    const typeUid = await newProperty({ hotel_uid: hotelUid })
    const db = server.database.kysely
    const unitUid = await makeUnit(db, agencyUid, typeUid)
    const { uid } = await createLeadAt(typeUid, { unitUid })
    await db
      .updateTable('units')
      .set({ is_active: false })
      .where('agency_uid', '=', agencyUid)
      .where('uid', '=', unitUid)
      .execute()
    const { status, body } = await alter(uid, { checkOutLocalDate: '2027-06-13' })
    assert.deepEqual([status, body.lead.unitUid], [200, unitUid])
  })

  it('records no change for the same price', async () => {
    const { uid } = await createLeadAt(await newProperty())
    const overrides = { quoteOverrides: { rent: { rentNetPrice: 90 } } }
    assert.equal((await alter(uid, overrides)).status, 200)
    const before = await updatedAt(server, 'leads', agencyUid, uid)
    assert.equal((await alter(uid, overrides)).status, 200)
    assert.equal(await updatedAt(server, 'leads', agencyUid, uid), before)
  })
})

describe('an error stored under an idempotency key', () => {
  it('is repeated unchanged, with its uid', async () => {
    const headers = { 'idempotency-key': 'refused-1' }
    const send = () =>
      server.request('POST', '/api/v3.3/leads', { key, headers, body: { status: 'NEW' } })
    const [first, second] = [await send(), await send()]
    assert.deepEqual([second.status, second.body], [400, first.body])
    assert.equal(second.headers.get('idempotent-replayed'), 'true')
  })
})

describe('the maximum date', () => {
  it('201: accepts a stay to the end of the year 9999 with turnover', async () => {
    const propertyUid = await newProperty({ turn_over_days: 1 })
    const last = { checkInLocalDate: '9999-12-30', checkOutLocalDate: '9999-12-31' }
    await createLeadAt(propertyUid, last)
    const { status, body } = await call('POST', 'leads', bookingBody(propertyUid, last))
    assert.deepEqual([status, body.code], [409, 'NOT_AVAILABLE'])
  })
})

describe('dates before 1990', () => {
  const early = { checkInLocalDate: '1989-12-31', checkOutLocalDate: '1990-01-02' }
  const message = 'Check-in must not be before 1990-01-01'

  it('400: are rejected for leads, blocks and quotes', async () => {
    const propertyUid = await newProperty()
    for (const status of ['BOOKED', 'NEW', 'BLOCKED']) {
      const { status: code, body } = await call('POST', 'leads', {
        ...bookingBody(propertyUid, { status }),
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

  it('400: are rejected for alterations; 201: the minimum date is accepted', async () => {
    const first = { checkInLocalDate: '1990-01-01', checkOutLocalDate: '1990-01-03' }
    const { uid } = await createLeadAt(await newProperty(), first)
    const { status, body } = await alter(uid, early)
    assert.deepEqual(
      [status, body.code, body.apiErrorMessage],
      [400, 'INVALID_DATE_RANGE', message],
    )
  })
})

describe('a status that is invalid on creation', () => {
  const creatable = ['NEW', 'ON_HOLD', 'PENDING', 'BOOKED', 'BLOCKED']
  for (const status of ['CANCELLED', 'BOOKED_BY_AGENT']) {
    it(`400: rejects ${status} and returns allowedValues of the creation`, async () => {
      const { status: code, body } = await call(
        'POST',
        'leads',
        bookingBody(await newProperty(), { status }),
      )
      assert.deepEqual([code, body.parameter, body.allowedValues], [400, 'status', creatable])
    })
  }
})

describe('a declined booking request', () => {
  it('has a reason from 3.3 on, until it is reopened', async () => {
    const { uid } = await createLeadAt(await newProperty(), { status: 'PENDING' })
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

  it('has a null reason if none was sent', async () => {
    const { uid } = await createLeadAt(await newProperty(), { status: 'PENDING' })
    const { body } = await call('POST', `leads/${uid}/decline-booking-request`)
    assert.equal(body.lead.declineReason, null)
  })
})
