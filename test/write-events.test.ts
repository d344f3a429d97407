/**
 * Events of writes: every operation that stores something runs once in each version that has it,
 * and emits exactly the expected events, or is listed as emitting none with a reason.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { existsIn } from '../src/platform/rest/version.ts'
import { legacyRoutes, routes } from '../src/rental/routes.ts'
import { versions } from '../src/rental/versions.ts'
import { type EventCase, makeEventCase } from './fixtures/events/event-case.ts'
import { startServer } from './support/server.ts'
import { listed, writes } from './write-cases/all.ts'
import { makeCase, perform, type Writes } from './write-cases/write.ts'

const server = await startServer({ SANDBOX: 'true' })

const everyVersion = versions.map(version => [`/api/v${version}`, version] as const)
/** Paths about access and notifications, not about objects with events. */
const excluded = [
  '/webhooks',
  '/auth/',
  '/session',
  '/system',
  '/employees/:uid/password',
  '/api-keys',
  '/partners',
]
const writing = (table: typeof routes) =>
  table.filter(({ method, path }) => {
    return method !== 'GET' && !excluded.some(start => path.startsWith(start))
  })
const routeName = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

describe('the list of writes', () => {
  it('has every operation that may store something, and no other', () => {
    assert.deepEqual(listed.v3, writing(routes).map(routeName).sort())
    assert.deepEqual(listed.v2, writing(legacyRoutes).map(routeName).sort())
  })
})

type Action = [method: string, path: string, body: object]

/** Returns changes of records that are related to a lead and its property. */
async function relatedActions({ made, agencyUid, propertyUid }: EventCase, leadUid: string) {
  const newReview = { propertyUid, author: 'Sam', content: 'Lovely.', rating: 5 }
  const { review } = await made('POST', '/reviews', newReview)
  const person = { agencyUid, firstName: 'Ada', lastName: 'Reed', email: 'ada@example.org' }
  const { owner } = await made('POST', '/owners', person)
  const newField = { agencyUid, name: 'Door code' }
  const { customDataField } = await made('POST', '/custom-data-fields', newField)
  const value = { propertyUid, customDataFieldUid: customDataField.uid, text: '1234' }
  const { pinCode } = await made('POST', '/pin-codes', { propertyUid, leadUid })
  const actions: Action[] = [
    ['PATCH', `/owners/${owner.uid}`, { businessName: 'Reed Ltd' }],
    ['PUT', `/property-ownership/${propertyUid}`, { ownerUid: owner.uid }],
    ['POST', '/custom-data', value],
    ['PUT', `/reviews/${review.uid}/response`, { text: 'Thanks' }],
    ['PUT', `/pin-codes/${pinCode.uid}`, { code: '4711' }],
    ['PUT', `/dbs/properties/${propertyUid}`, { enabled: true }],
    ['PUT', `/dbs/agencies/${agencyUid}`, { dbsEnabled: true }],
  ]
  return actions
}

describe('a write', () => {
  it('that changes nothing emits nothing', async () => {
    const testCase = await makeEventCase(server)
    const { agencyUid, propertyUid, hotelUid, made, leadIn, orderOf } = testCase
    const uid = await leadIn('BK')
    const object = { objectUid: propertyUid, objectType: 'PROPERTY' }
    const fee = { propertyUid, name: 'Linen', amount: 5, amountType: 'AMOUNT', taxationRate: 0 }
    const feeUid = (await made('POST', '/fees', fee)).fee.uid
    const code = { agencyUid, code: 'SUMMER', discountType: 'PERCENT', discountAmount: 10 }
    const promo = (await made('POST', '/promo-codes', code)).promoCode.uid
    const adjustments = `/orders/${await orderOf(uid)}/order-adjustments`
    const charge = { transactionType: 'CHARGE', adjustmentType: 'FEE', amount: 40, externalId: 'A' }
    const pricingPeriod = { propertyUid, date: '2027-06-10', price: 100 }
    const room = { roomNumber: 1, roomType: 'BEDROOM', hasPrivateBathroom: false }
    const actions: Action[] = [
      ['PATCH', `/leads/${uid}`, { notes: 'Late' }],
      ['POST', `/leads/${uid}/alteration`, { adultCount: 2 }],
      ['POST', `/leads/${uid}/mark-paf-completed`, {}],
      ['PUT', `/extra-guests/${uid}`, { extraGuests: [{ firstName: 'Bob' }] }],
      ['PUT', adjustments, charge],
      ['PATCH', `/properties/${propertyUid}`, { name: 'Lodge', isActive: false }],
      ['PATCH', `/multi-units/multi-unit-properties/${hotelUid}`, { name: 'Inn' }],
      ['POST', '/tags', { ...object, tags: ['sea'] }],
      ['PUT', `/fees/${feeUid}`, { ...fee, amount: 6 }],
      ['PATCH', `/promo-codes/${promo}`, { isActive: false }],
      ['POST', '/pricing-periods', { operation: 'SET', pricingPeriod }],
      ['PUT', `/property-pricing-rules/${propertyUid}`, { increaseRate: 0.1 }],
      ['PATCH', '/rate-multipliers', { agencyUid, rateMultipliers: { VRBO: { value: 1 } } }],
      ['PUT', '/rooms-bulk', { propertyUid, rooms: [room] }],
      ...(await relatedActions(testCase, uid)),
    ]
    for (const [method, path, body] of actions) {
      await made(method, path, body)
      assert.notDeepEqual(await testCase.newTypes(), [], `${method} ${path}`)
      await made(method, path, body)
      assert.deepEqual(await testCase.newTypes(), [], `${method} ${path} again`)
    }
    await made('PATCH', '/rate-multipliers', {
      agencyUid,
      rateMultipliers: { GOOGLE: { value: 0 } },
    })
    assert.deepEqual(await testCase.newTypes(), [], 'a multiplier of 0 is what there was')
  })

  it('on a sample, its tags, order or payments emits nothing', async () => {
    const testCase = await makeEventCase(server)
    const uid = await testCase.leadIn('SA')
    const orderUid = await testCase.orderOf(uid)
    const charge = { transactionType: 'CHARGE', adjustmentType: 'FEE', amount: 40 }
    await testCase.made('POST', '/tags', { objectUid: uid, objectType: 'LEAD', tags: ['vip'] })
    await testCase.made('POST', `/orders/${orderUid}/order-adjustments`, charge)
    const sale = { orderUid, type: 'SALE', status: 'SUCCESS', amount: 5 }
    await testCase.made('POST', '/transactions', sale)
    await testCase.made('DELETE', `/leads/${uid}`)
    assert.deepEqual(await testCase.newTypes(), [])
  })
})

for (const route of writing(routes)) {
  const existing = everyVersion.filter(([, version]) => existsIn(version, route))
  checkEmittedEvents(
    route,
    existing.map(([prefix]) => prefix),
    writes.v3,
  )
}
for (const route of writing(legacyRoutes)) checkEmittedEvents(route, ['/v2'], writes.v2)

function checkEmittedEvents(entry: (typeof routes)[number], prefixes: string[], all: Writes): void {
  const route = routeName(entry)
  it(`${route} emits the expected events at ${prefixes.join(', ')}`, async () => {
    const { emits: documented = [] } = entry
    for (const prefix of prefixes) {
      const testCase = await makeCase(server)
      const write = await all[route]!(testCase)
      const expected = Array.isArray(write.tells) ? write.tells : []
      assert.deepEqual(await perform(testCase, prefix, route, write), expected, prefix)
      const types = expected.map(type => type.split(' ')[0]!)
      assert.deepEqual(
        types.filter(type => !documented.includes(type)),
        [],
        'undocumented',
      )
    }
  })
}
