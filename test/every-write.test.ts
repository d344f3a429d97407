/**
 * That no write stays untold: every operation that stores something is done once in each version
 * that has it, and tells just the events that it should, or is said to tell none and why.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { existsIn } from '../src/platform/rest/version.ts'
import { legacyRoutes, routes } from '../src/rental/routes.ts'
import { versions } from '../src/rental/versions.ts'
import { makeToldCase, type ToldCase } from './fixtures/events/told-case.ts'
import { startServer } from './support/server.ts'
import { listed, writes } from './writes/all.ts'
import { makeCase, perform, type Writes } from './writes/write.ts'

const server = await startServer({ SANDBOX: 'true' })

const everyVersion = versions.map(version => [`/api/v${version}`, version] as const)
/** What is about who is told and who has access, not about what events are of. */
const apart = [
  '/webhooks',
  '/auth/',
  '/session',
  '/employees/:uid/password',
  '/api-keys',
  '/partners',
]
const writing = (table: typeof routes) =>
  table.filter(({ method, path }) => {
    return method !== 'GET' && !apart.some(start => path.startsWith(start))
  })
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

describe('the list of writes', () => {
  it('has every operation that may store something, and no other', () => {
    assert.deepEqual(listed.v3, writing(routes).map(nameOf).sort())
    assert.deepEqual(listed.v2, writing(legacyRoutes).map(nameOf).sort())
  })
})

type Act = [method: string, path: string, body: object]

/** Changes of what is around a lead and its property. */
async function actsAround({ made, agencyUid, propertyUid }: ToldCase, leadUid: string) {
  const said = { propertyUid, author: 'Sam', content: 'Lovely.', rating: 5 }
  const { review } = await made('POST', '/reviews', said)
  const person = { agencyUid, firstName: 'Ada', lastName: 'Reed', email: 'ada@example.org' }
  const { owner } = await made('POST', '/owners', person)
  const asked = { agencyUid, name: 'Door code' }
  const { customDataField } = await made('POST', '/custom-data-fields', asked)
  const value = { propertyUid, customDataFieldUid: customDataField.uid, text: '1234' }
  const { pinCode } = await made('POST', '/pin-codes', { propertyUid, leadUid })
  const acts: Act[] = [
    ['PATCH', `/owners/${owner.uid}`, { businessName: 'Reed Ltd' }],
    ['PUT', `/property-ownership/${propertyUid}`, { ownerUid: owner.uid }],
    ['POST', '/custom-data', value],
    ['PUT', `/reviews/${review.uid}/response`, { text: 'Thanks' }],
    ['PUT', `/pin-codes/${pinCode.uid}`, { code: '4711' }],
    ['PUT', `/dbs/properties/${propertyUid}`, { enabled: true }],
    ['PUT', `/dbs/agencies/${agencyUid}`, { dbsEnabled: true }],
  ]
  return acts
}

describe('a write', () => {
  it('that changes nothing tells nothing', async () => {
    const given = await makeToldCase(server)
    const { agencyUid, propertyUid, hotelUid, made, leadIn, orderOf } = given
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
    const acts: Act[] = [
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
      ...(await actsAround(given, uid)),
    ]
    for (const [method, path, body] of acts) {
      await made(method, path, body)
      assert.notDeepEqual(await given.tells(), [], `${method} ${path}`)
      await made(method, path, body)
      assert.deepEqual(await given.tells(), [], `${method} ${path} again`)
    }
    await made('PATCH', '/rate-multipliers', {
      agencyUid,
      rateMultipliers: { GOOGLE: { value: 0 } },
    })
    assert.deepEqual(await given.tells(), [], 'a multiplier of 0 is what there was')
  })

  it('on a sample, its tags, order or payments tells nothing', async () => {
    const given = await makeToldCase(server)
    const uid = await given.leadIn('SA')
    const orderUid = await given.orderOf(uid)
    const charge = { transactionType: 'CHARGE', adjustmentType: 'FEE', amount: 40 }
    await given.made('POST', '/tags', { objectUid: uid, objectType: 'LEAD', tags: ['vip'] })
    await given.made('POST', `/orders/${orderUid}/order-adjustments`, charge)
    const sale = { orderUid, type: 'SALE', status: 'SUCCESS', amount: 5 }
    await given.made('POST', '/transactions', sale)
    await given.made('DELETE', `/leads/${uid}`)
    assert.deepEqual(await given.tells(), [])
  })
})

for (const route of writing(routes)) {
  const living = everyVersion.filter(([, version]) => existsIn(version, route))
  tells(
    route,
    living.map(([prefix]) => prefix),
    writes.v3,
  )
}
for (const route of writing(legacyRoutes)) tells(route, ['/v2'], writes.v2)

function tells(entry: (typeof routes)[number], prefixes: string[], all: Writes): void {
  const route = nameOf(entry)
  it(`${route} tells what it should at ${prefixes.join(', ')}`, async () => {
    const { tells: documented = [] } = entry
    for (const prefix of prefixes) {
      const given = await makeCase(server)
      const write = await all[route]!(given)
      const expected = Array.isArray(write.tells) ? write.tells : []
      assert.deepEqual(await perform(given, prefix, route, write), expected, prefix)
      const types = expected.map(type => type.split(' ')[0]!)
      assert.deepEqual(
        types.filter(type => !documented.includes(type)),
        [],
        'undocumented',
      )
    }
  })
}
