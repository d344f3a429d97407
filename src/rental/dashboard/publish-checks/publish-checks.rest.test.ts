/** Publish checks: contract/resources.md §11.3. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as make from '../../../../test/fixtures/rows.ts'
import { makeSignedIn } from '../../../../test/fixtures/sessions.ts'
import { startServer } from '../../../../test/support/server.ts'
import { insertRows } from '../../../platform/db/rows.ts'

const server = await startServer()
const { agencyUid, key } = await make.makeAgency(server)
const foreign = await make.makeAgency(server)
const api = '/api/v3.3'

const listChecks = (query = '', as: string | null = key, headers = {}) =>
  server.request('GET', `${api}/publish-checks?agencyUid=${agencyUid}${query}`, {
    ...(as ? { key: as } : {}),
    headers,
  })

interface Check {
  propertyUid: string | null
  level: string
  code: string
  severity: string
  field: string
}

/** Returns the codes of a property, or of the agency. */
async function codes(propertyUid: string | null): Promise<string[]> {
  const { status, body, text } = await listChecks('&_limit=1000')
  assert.equal(status, 200, text)
  const isWanted = (check: Check) => check.propertyUid === propertyUid
  return body.publishChecks.filter(isWanted).map(({ code }: Check) => code)
}

const bare = await make.makeProperty(server, agencyUid, { is_active: false })
const addTo = (property_uid: string, date: string, columns: object) =>
  make.makePeriod(server, agencyUid, { property_uid, date, ...columns })

const call = async (method: string, path: string, body: object) => {
  const response = await server.request(method, `${api}${path}`, { key, body })
  assert.ok(response.status < 300, response.text)
}

describe('GET /publish-checks', () => {
  it('200: lists what a new property lacks, SALE first, with the field of each', async () => {
    const { body } = await listChecks(`&propertyUid=${bare}`)
    const item = (code: string, severity: string, field: string) => {
      return { propertyUid: bare, level: 'PROPERTY', code, severity, field }
    }
    assert.deepEqual(body.publishChecks, [
      item('INACTIVE', 'SALE', 'isActive'),
      item('PRICE_MISSING', 'SALE', 'pricing.dailyRate'),
      item('PHOTOS_NONE', 'QUALITY', 'photos'),
      item('DESCRIPTION', 'QUALITY', 'propertyDescriptions'),
      item('ROOMS', 'QUALITY', 'beds'),
      item('AMENITIES', 'QUALITY', 'amenities'),
      item('COORDINATES', 'QUALITY', 'address.latitude'),
      item('CALENDAR_NONE', 'QUALITY', 'icals'),
    ])
  })

  it('200: lists nothing for a property once each of these is there', async () => {
    const uid = await make.makeProperty(server, agencyUid, { is_active: false })
    const before = await codes(uid)
    await call('PATCH', `/properties/${uid}`, {
      isActive: true,
      beds: 2,
      pricing: { dailyRate: 90 },
      address: { latitude: 44.05, longitude: -121.31 },
    })
    await call('POST', '/photos', {
      propertyUid: uid,
      originalImageUrl: 'https://cdn.example.org/1.jpg',
    })
    await call('PUT', `/property-descriptions/${uid}`, { locale: 'en_US', summary: 'Quiet.' })
    for (const amenity of ['HAS_TV', 'HAS_POOL', 'HAS_KITCHEN', 'HAS_CRIB'])
      await call('POST', '/amenities', { propertyUid: uid, amenity })
    assert.deepEqual(await codes(uid), ['AMENITIES', 'CALENDAR_NONE'])
    await call('POST', '/custom-amenities', {
      objectUid: uid,
      objectType: 'PROPERTY',
      name: 'Sauna',
    })
    const url = 'https://calendars.example.org/7.ics'
    await call('POST', '/icals', { propertyUid: uid, name: 'Airbnb', source: 'AIRBNB', url })
    assert.deepEqual(await codes(uid), [])
    assert.equal(before.length, 8)
  })
})

describe('SALE checks of a property', () => {
  it('a nightly price within a year is a price, a later one is not', async () => {
    const uid = await make.makeProperty(server, agencyUid)
    await addTo(uid, '2027-06-01', { price: '80' })
    await addTo(uid, '2026-07-01', { price: '0' })
    assert.ok((await codes(uid)).includes('PRICE_MISSING'))
    await addTo(uid, '2027-05-01', { price: '80' })
    assert.ok(!(await codes(uid)).includes('PRICE_MISSING'))
  })

  it('NOT_BOOKABLE_DAYS while no day within reach allows check-in', async () => {
    const uid = await make.makeProperty(server, agencyUid, {
      booking_window: 14,
      days_of_the_week_to_check_in_on: ['SATURDAY'],
    })
    const has = async () => (await codes(uid)).includes('NOT_BOOKABLE_DAYS')
    assert.equal(await has(), false)
    // 2026-05-20 is a Wednesday: 23 and 30 May are the Saturdays within 14 days.
    await addTo(uid, '2026-05-23', { available_for_check_in: false })
    assert.equal(await has(), false)
    await addTo(uid, '2026-05-30', { available_for_check_in: false })
    assert.equal(await has(), true)
    await call('PATCH', `/properties/${uid}`, { availability: { bookingWindow: 30 } })
    assert.equal(await has(), false)
    await call('PATCH', `/properties/${uid}`, { availability: { bookingLeadTime: 24 * 40 } })
    assert.equal(await has(), true)
  })

  it('UNITS_MISSING for a unit type without an active unit', async () => {
    const hotel_uid = await make.makeHotel(server, agencyUid)
    const uid = await make.makeProperty(server, agencyUid, { hotel_uid })
    assert.ok(!(await codes(uid)).includes('UNITS_MISSING'))
    await server.database.kysely
      .updateTable('units')
      .set({ is_active: false })
      .where('agency_uid', '=', agencyUid)
      .where('property_uid', '=', uid)
      .execute()
    assert.ok((await codes(uid)).includes('UNITS_MISSING'))
  })

  it('a master that is sold by its parts alone needs no price', async () => {
    const uid = await make.makeProperty(server, agencyUid, { master_bookable: false })
    assert.ok((await codes(uid)).includes('PRICE_MISSING'))
    await make.makeProperty(server, agencyUid, { parent_uid: uid })
    assert.ok(!(await codes(uid)).includes('PRICE_MISSING'))
  })
})

describe('checks of the agency', () => {
  it('come first, with the first missing contact as field', async () => {
    const { body } = await listChecks('&_limit=1000')
    const agencyChecks = body.publishChecks.filter(({ level }: Check) => level === 'AGENCY')
    assert.deepEqual(body.publishChecks.slice(0, agencyChecks.length), agencyChecks)
    assert.deepEqual(
      agencyChecks.map(({ code, severity, field }: Check) => `${code} ${severity} ${field}`),
      ['CONTACT LAW agencyEmailAddress', 'MAIL_MISSING QUALITY SMTP_URL'].concat(
        'TEAM_ALONE QUALITY employees',
      ),
    )
  })

  it('end with a contact and a second employee', async () => {
    const contact = { agencyEmailAddress: 'stay@example.org', phoneNumber: '+1 541 555 0100' }
    await call('PATCH', `/agencies/${agencyUid}`, contact)
    assert.equal((await listChecks()).body.publishChecks[0].field, 'address1')
    await call('PATCH', `/agencies/${agencyUid}`, { address1: '12 Mill Lane' })
    await make.makeEmployee(server, agencyUid, { email: 'a@cedarstays.example' })
    await make.makeEmployee(server, agencyUid, { email: 'b@cedarstays.example' })
    assert.deepEqual(await codes(null), ['MAIL_MISSING'])
  })

  it('PROPERTY_NONE without properties', async () => {
    const { body } = await server.request(
      'GET',
      `${api}/publish-checks?agencyUid=${foreign.agencyUid}`,
      { key: foreign.key },
    )
    assert.equal(body.publishChecks[0].code, 'PROPERTY_NONE')
  })
})

describe('scope of the checks', () => {
  it('a partner gets those of the properties that it was granted', async () => {
    const { partnerUid } = await make.makePartner(server)
    await make.grant(server, { agencyUid, partnerUid, objectUid: bare })
    const token = await make.makeToken(server, partnerUid, agencyUid)
    const { body } = await listChecks('&_limit=1000', token)
    const uids = body.publishChecks.map(({ propertyUid }: Check) => propertyUid)
    assert.deepEqual([...new Set(uids)], [bare])
  })

  it('403 for a property or an agency out of reach, and for a cleaner', async () => {
    const foreignProperty = await make.makeProperty(server, foreign.agencyUid)
    for (const query of [`&propertyUid=${foreignProperty}`, '&propertyUid=x'])
      assert.equal((await listChecks(query)).body.code, 'ACCESS_DENIED')
    assert.equal((await listChecks('', foreign.key)).status, 403)
    const cleaner = await makeSignedIn(server, agencyUid, 'CLEANER')
    assert.equal((await listChecks('', null, cleaner.headers)).body.code, 'OPERATION_NOT_PERMITTED')
    const reader = await makeSignedIn(server, agencyUid, 'READ_ONLY')
    assert.equal((await listChecks('', null, reader.headers)).status, 200)
  })

  it('pages hold each check once, in the same order', async () => {
    const { body: whole } = await listChecks('&_limit=1000&_total=true')
    assert.equal(whole._metadata.totalCount, whole.publishChecks.length)
    const paged: Check[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await listChecks(`&_limit=3&_cursor=${cursor}`)
      paged.push(...body.publishChecks)
      cursor = body._paging._nextCursor
    }
    assert.deepEqual(paged, whole.publishChecks)
    assert.equal((await listChecks('&_cursor=abc')).body.code, 'INVALID_CURSOR')
  })

  it('one open day of a year whose other days refuse check-in is enough', async () => {
    const rows = Array.from({ length: 365 }, (_, i) => ({
      agency_uid: agencyUid,
      property_uid: bare,
      date: new Date(Date.UTC(2026, 4, 20 + i)).toISOString().slice(0, 10),
      available_for_check_in: false,
    }))
    await insertRows({ db: server.database.kysely }, 'pricing_periods', rows)
    assert.ok(!(await codes(bare)).includes('NOT_BOOKABLE_DAYS'))
    await addTo(bare, '2027-05-20', { available_for_check_in: false })
    assert.ok((await codes(bare)).includes('NOT_BOOKABLE_DAYS'))
  })
})
