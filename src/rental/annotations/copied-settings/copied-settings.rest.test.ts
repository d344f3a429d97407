/** Settings that a property takes from another one: contract/properties.md §3.4. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { formatEvents, readEventLog } from '../../../../test/fixtures/events/event-log.ts'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { makeSignedIn } from '../../../../test/fixtures/sessions.ts'
import { startServer } from '../../../../test/support/server.ts'
import { copiedSections } from './copied-setting.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const foreign = await makeAgency(server)

const send = (method: string, path: string, body?: object, as = key) =>
  server.request(method, `/api/v3.3${path}`, { key: as, ...(body ? { body } : {}) })

async function made(method: string, path: string, body?: object) {
  const response = await send(method, path, body)
  assert.ok(response.status < 300, `${method} ${path}: ${response.text}`)
  return response.body
}

const copy = (uid: string, fromPropertyUid: unknown, sections: unknown, as = key) =>
  send('POST', `/properties/${uid}/copy-settings`, { fromPropertyUid, sections } as object, as)

const field = (await made('POST', '/custom-data-fields', { agencyUid, name: 'Gate' }))
  .customDataField.uid as string
const fieldOfTarget = (await made('POST', '/custom-data-fields', { agencyUid, name: 'Boiler' }))
  .customDataField.uid as string

await made('PUT', `/dbs/agencies/${agencyUid}`, { dbsEnabled: true })

const availability = { maxGuests: 7, minimumStay: 3, turnOverDays: 1, checkInTimeStart: 17 }
const rules = {
  pricingRules: [{ ruleType: 'EARLY_BIRD_DISCOUNT', threshold: 90, priceChange: -5 }],
}

/** Creates a property with a row in each section. */
async function makeSource(): Promise<string> {
  const propertyUid = await makeProperty(server, agencyUid, { name: 'Source' })
  const pricing = { dailyRate: 150, cleaningFee: 60, weekendAdjustmentRate: 0.1 }
  await made('PATCH', `/properties/${propertyUid}`, {
    availability: { ...availability, baseGuests: 4 },
    pricing,
  })
  for (const name of ['Linen', 'City tax']) {
    const fee = { name, amount: 12.5, amountType: 'AMOUNT', taxationRate: 0.2 }
    await made('POST', '/fees', { propertyUid, ...fee })
  }
  await made('PUT', `/property-pricing-rules/${propertyUid}`, rules)
  await made('POST', '/amenities', { propertyUid, amenity: 'HAS_POOL', description: 'Heated' })
  const pier = { objectUid: propertyUid, objectType: 'PROPERTY', name: 'Pier' }
  await made('POST', '/custom-amenities', pier)
  await made('POST', '/property-rules', { propertyUid, rule: 'ALLOWS_PETS' })
  for (const locale of ['en_US', 'de_DE']) {
    await made('PUT', `/property-descriptions/${propertyUid}`, { locale, summary: locale })
  }
  const value = { propertyUid, customDataFieldUid: field, text: 'North' }
  await made('POST', '/custom-data', value)
  await made('PUT', `/dbs/properties/${propertyUid}`, { enabled: true })
  return propertyUid
}

/** Creates a property with other content than the source. */
async function makeTarget(): Promise<string> {
  const propertyUid = await makeProperty(server, agencyUid, { name: 'Target' })
  const fee = { name: 'Pets', amount: 9, amountType: 'AMOUNT', taxationRate: 0 }
  await made('POST', '/fees', { propertyUid, ...fee })
  await made('POST', '/amenities', { propertyUid, amenity: 'HAS_SAUNA' })
  await made('PUT', `/property-descriptions/${propertyUid}`, { locale: 'fr_FR', name: 'Maison' })
  const value = { propertyUid, customDataFieldUid: fieldOfTarget, text: 'Cellar' }
  await made('POST', '/custom-data', value)
  const period = { propertyUid, date: '2027-06-10', price: 333 }
  await made('POST', '/pricing-periods', { operation: 'SET', pricingPeriod: period })
  return propertyUid
}

/** Returns all that a property can take from another one, and its nights. */
async function read(propertyUid: string) {
  const list = async (path: string) => made('GET', `${path}propertyUid=${propertyUid}`)
  const { property } = await made('GET', `/properties/${propertyUid}`)
  return {
    property,
    fees: (await list('/fees?')).fees,
    rules: (await made('GET', `/property-pricing-rules/${propertyUid}`)).propertyPricingRules,
    amenities: (await list('/amenities?')).amenities,
    custom: (await list('/custom-amenities?objectType=PROPERTY&objectUid=' + propertyUid + '&'))
      .customAmenities,
    propertyRules: (await list('/property-rules?')).propertyRules,
    texts: (await list('/property-descriptions?')).propertyDescriptions,
    values: (await list('/custom-data?')).customData,
    dbs: await made('GET', `/dbs/properties/${propertyUid}`),
    periods: (await list('/pricing-periods?from=2027-06-01&to=2027-06-30&')).pricingPeriods,
  }
}

/** Removes uids and times, in which copies differ. */
const content = (value: unknown) =>
  JSON.parse(
    JSON.stringify(value, (name, value) =>
      /^(uid|propertyUid|objectUid|(created|updated)UtcDateTime)$/.test(name) ? undefined : value,
    ),
  )

async function listEvents(since = 0): Promise<string[]> {
  return formatEvents((await readEventLog(server, agencyUid)).slice(since)).sort()
}

describe('POST /properties/{uid}/copy-settings', () => {
  it('200: replaces each section by that of the source, and leaves the rest', async () => {
    const [source, target] = [await makeSource(), await makeTarget()]
    const before = await read(target)
    const { status, body } = await copy(target, source, copiedSections)
    assert.equal(status, 200, JSON.stringify(body))
    const { AVAILABILITY, TIMES, PRICING, ...counts } = body.copied
    assert.deepEqual([AVAILABILITY, TIMES, PRICING], [15, 4, 12])
    assert.deepEqual(counts, {
      ...{ STAY_DISCOUNTS: 1, FEES: 2, AMENITIES: 2, RULES: 1, TEXTS: 2 },
      ...{ CUSTOM_FIELDS: 1, BOOKING_PAGE: 1 },
    })
    const [from, to] = [await read(source), await read(target)]
    for (const section of ['fees', 'amenities', 'custom', 'propertyRules', 'texts'] as const) {
      assert.deepEqual(content(to[section]), content(from[section]), section)
    }
    assert.deepEqual(content(to.rules), content(from.rules))
    assert.deepEqual(content(to.values), content(from.values))
    assert.deepEqual(to.property.availability, from.property.availability)
    assert.deepEqual(to.property.pricing, from.property.pricing)
    assert.equal(to.property.name, 'Target')
    assert.deepEqual(to.periods, before.periods)
    assert.deepEqual(content(body.property), content({ ...to.property, rooms: undefined }))
  })

  it('200: copies get uids of their own, so that the source stays', async () => {
    const [source, target] = [await makeSource(), await makeTarget()]
    const before = await read(source)
    await copy(target, source, copiedSections)
    const { fees, rules } = await read(target)
    await made('DELETE', `/fees/${fees[0].uid}`)
    assert.notEqual(rules.pricingRules[0].uid, before.rules.pricingRules[0].uid)
    assert.deepEqual(await read(source), before)
  })

  it('200: copies only the requested sections', async () => {
    const [source, target] = [await makeSource(), await makeTarget()]
    const before = await read(target)
    const { body } = await copy(target, source, ['TIMES', 'RULES', 'TIMES'])
    assert.deepEqual(body.copied, { TIMES: 4, RULES: 1 })
    const after = await read(target)
    assert.equal(after.property.availability.checkInTimeStart, 17)
    assert.equal(after.property.availability.maxGuests, before.property.availability.maxGuests)
    for (const section of ['fees', 'rules', 'amenities', 'texts', 'values', 'dbs'] as const) {
      assert.deepEqual(after[section], before[section], section)
    }
  })

  it('200: empties a section that the source lacks', async () => {
    const [source, target] = [await makeProperty(server, agencyUid), await makeTarget()]
    const { body } = await copy(target, source, ['FEES', 'AMENITIES', 'TEXTS', 'CUSTOM_FIELDS'])
    assert.deepEqual(body.copied, { FEES: 0, AMENITIES: 0, TEXTS: 0, CUSTOM_FIELDS: 0 })
    const { fees, amenities, texts, values } = await read(target)
    assert.deepEqual([fees, amenities, texts, values], [[], [], [], []])
  })

  it('200: the booking page keeps its address', async () => {
    const [source, target] = [await makeSource(), await makeTarget()]
    await made('PUT', `/dbs/properties/${target}`, { enabled: false, slug: 'lake-house' })
    await copy(target, source, ['BOOKING_PAGE'])
    const { enabled, url } = (await read(target)).dbs.dbs
    assert.equal(enabled, true)
    assert.match(url, /lake-house/)
  })
})

describe('events of POST /properties/{uid}/copy-settings', () => {
  it('emits each event once, and none if both are equal', async () => {
    const [source, target] = [await makeSource(), await makeTarget()]
    const count = (await listEvents()).length
    await copy(target, source, copiedSections)
    assert.deepEqual(await listEvents(count), [
      'CUSTOM_DATA_CREATED',
      'CUSTOM_DATA_DELETED',
      'DBS_UPDATED',
      'PRICING_UPDATED',
      'UPDATED_PROPERTY',
    ])
    const before = await read(target)
    const again = await copy(target, source, copiedSections)
    assert.equal(again.status, 200)
    assert.deepEqual(await read(target), before)
    assert.equal((await listEvents(count)).length, 5)
  })

  it('emits no PRICING_UPDATED without prices', async () => {
    const [source, target] = [await makeSource(), await makeTarget()]
    const count = (await listEvents()).length
    await copy(target, source, ['AVAILABILITY', 'TIMES', 'AMENITIES', 'RULES', 'TEXTS'])
    assert.deepEqual(await listEvents(count), ['UPDATED_PROPERTY'])
  })
})

describe('refusals of POST /properties/{uid}/copy-settings', () => {
  it('409 CURRENCY_DIFFERS for prices in another currency, and nothing changes', async () => {
    const [source, target] = [await makeSource(), await makeTarget()]
    await made('PATCH', `/properties/${target}`, { pricing: { currency: 'CHF' } })
    const before = await read(target)
    const { status, body } = await copy(target, source, ['RULES', 'FEES', 'PRICING'])
    assert.deepEqual([status, body.code], [409, 'STATE_CONFLICT'])
    assert.deepEqual([body.state, body.currency], ['CURRENCY_DIFFERS', 'CHF'])
    assert.deepEqual(body.sections, ['PRICING', 'FEES'])
    assert.deepEqual(await read(target), before)
    assert.equal((await copy(target, source, ['RULES', 'STAY_DISCOUNTS'])).status, 200)
  })

  it('200: NONE is the currency of the agency', async () => {
    const [source, target] = [await makeSource(), await makeTarget()]
    const { currency } = (await made('GET', `/agencies/${agencyUid}`)).agency
    await made('PATCH', `/properties/${source}`, { pricing: { currency } })
    await made('PATCH', `/properties/${target}`, { pricing: { currency: 'NONE' } })
    assert.equal((await copy(target, source, ['PRICING', 'AVAILABILITY'])).status, 200)
    assert.equal((await read(target)).property.pricing.currency, 'NONE')
  })

  it('400 for fewer guests than the price includes, unless prices are copied, too', async () => {
    const source = await makeSource()
    const target = await makeProperty(server, agencyUid, { base_guests: 9, max_guests: 10 })
    const { status, body } = await copy(target, source, ['AVAILABILITY', 'RULES'])
    assert.deepEqual([status, body.parameter], [400, 'availability.baseGuests'])
    assert.deepEqual((await read(target)).propertyRules, [])
    assert.equal((await copy(target, source, ['AVAILABILITY', 'PRICING'])).status, 200)
  })

  it('400, 403 and 404 for wrong sections and properties', async () => {
    const [source, target] = [await makeSource(), await makeTarget()]
    const outside = await makeProperty(server, foreign.agencyUid)
    const code = async (...parameters: Parameters<typeof copy>) => {
      const { status, body } = await copy(...parameters)
      return `${status} ${body.code} ${body.parameter ?? body.errors?.[0]?.field ?? ''}`.trim()
    }
    const field = 'sections[0]'
    assert.equal(await code(target, source, ['NIGHTS']), `400 INVALID_ENUM_VALUE ${field}`)
    assert.equal(await code(target, source, []), '400 INVALID_PARAMETER sections')
    assert.equal(await code(target, source, null), '400 REQUIRED_PARAMETER sections')
    assert.equal(await code(target, null, ['FEES']), '400 REQUIRED_PARAMETER fromPropertyUid')
    assert.equal(await code(target, target, ['FEES']), '400 INVALID_PARAMETER fromPropertyUid')
    assert.equal(await code(target, outside, ['FEES']), '403 ACCESS_DENIED fromPropertyUid')
    assert.equal(await code(target, randomUUID(), ['FEES']), '403 ACCESS_DENIED fromPropertyUid')
    assert.equal(await code(outside, source, ['FEES']), '404 PROPERTY_NOT_FOUND')
    assert.equal(await code(target, source, ['FEES'], foreign.key), '404 PROPERTY_NOT_FOUND')
  })

  it('403 for roles that may not write prices', async () => {
    const [source, target] = [await makeSource(), await makeTarget()]
    for (const [role, expected] of [
      ['STAFF', 403],
      ['READ_ONLY', 403],
      ['MANAGER', 200],
    ] as const) {
      const { headers } = await makeSignedIn(server, agencyUid, role)
      const body = { fromPropertyUid: source, sections: ['RULES'] }
      const path = `/api/v3.3/properties/${target}/copy-settings`
      const { status } = await server.request('POST', path, { headers, body })
      assert.equal(status, expected, role)
    }
  })
})
