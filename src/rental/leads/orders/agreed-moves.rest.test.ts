/** Agreed prices of a stay that moves or is split: contract/orders.md §2, leads.md §9.5. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { day, makeAgreedStays } from '../../../../test/fixtures/prices/agreed-stays.ts'
import { makeFee, makePromoCode } from '../../../../test/fixtures/prices.ts'
import { makeHotel, makeUnit } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, call, createProperty, getOrder, getTotal, booked, alter } =
  await makeAgreedStays(server)
const setRate = (propertyUid: string, dailyRate: number, more: object = {}) =>
  call('PATCH', `/properties/${propertyUid}`, { pricing: { dailyRate, ...more } })
const countUses = async (uid: string) =>
  (await call('GET', `/promo-codes/${uid}`)).body.promoCode.redemptionsCount as number

describe('a stay that moves', () => {
  it('retains its price in another unit of the same type', async () => {
    const hotelUid = await makeHotel(server, agencyUid)
    const propertyUid = await createProperty({ hotel_uid: hotelUid })
    const units = [0, 1].map(() => makeUnit(server.database.kysely, agencyUid, propertyUid))
    const [one, two] = await Promise.all(units)
    const uid = await booked(propertyUid, { unitUid: one })
    await setRate(propertyUid, 150)
    await alter(uid, { unitUid: two })
    assert.equal(await getTotal(uid), 400)
  })

  it('retains it at a property with the same price, and gets that of another one', async () => {
    const [propertyUid, equal] = [
      await createProperty(),
      await createProperty({ cleaning_fee: '30' }),
    ]
    const uid = await booked(propertyUid)
    await setRate(propertyUid, 150)
    await setRate(equal, 150)
    await alter(uid, { propertyUid: equal })
    assert.equal(await getTotal(uid), 430)
    await alter(uid, { propertyUid: await createProperty({ daily_rate: '90' }) })
    assert.equal(await getTotal(uid), 360)
  })
})

describe('a quote for a change', () => {
  it('returns both prices, and the alteration costs the same', async () => {
    const propertyUid = await createProperty({ cleaning_fee: '30' })
    const uid = await booked(propertyUid)
    await setRate(propertyUid, 150, { cleaningFee: 40 })
    const dates = { checkInDate: day(10), checkOutDate: day(15) }
    const { quote } = (await call('POST', '/quotes', { leadUid: uid, propertyUid, ...dates })).body
    assert.deepEqual([quote.totalAmount, quote.recalculated.totalAmount], [580, 790])
    assert.equal(quote.recalculated.fees.cleaningFee.grossAmount, 40)
    await alter(uid, { checkOutLocalDate: day(15) })
    assert.equal(await getTotal(uid), 580)
    const plain = { propertyUid, checkInDate: day(20), checkOutDate: day(25) }
    assert.equal('recalculated' in (await call('POST', '/quotes', plain)).body.quote, false)
  })
})

describe('a split stay', () => {
  it('has its promo code on both leads, counted as one use while either is booked', async () => {
    const [first, second] = [await createProperty(), await createProperty()]
    const code = 'SPLIT10'
    const limits = { maximum_redemptions: 1, minimum_nights: 4, property_uid: first }
    const codeUid = await makePromoCode(server, agencyUid, { code, ...limits })
    const uid = await booked(first, { promoCode: code })
    const body = { splitLocalDate: day(12), propertyUid: second }
    const { leads } = (await call('POST', `/leads/${uid}/split`, body)).body
    const other: string = leads[1].uid
    assert.deepEqual([await getTotal(uid), await getTotal(other)], [180, 180])
    assert.equal(await countUses(codeUid), 1)
    await alter(other, { checkOutLocalDate: day(15) })
    await alter(uid, { checkOutLocalDate: day(11) })
    assert.deepEqual([await getTotal(uid), await getTotal(other)], [90, 270])
    await call('POST', `/leads/${uid}/cancel`)
    assert.equal(await countUses(codeUid), 1)
    assert.equal((await call('POST', `/leads/${uid}/rebook`)).status, 200)
    for (const part of [uid, other]) await call('POST', `/leads/${part}/cancel`)
    assert.equal(await countUses(codeUid), 0)
  })

  it('prorates a fixed discount, the cleaning fee and a fee per stay', async () => {
    const [first, second] = [await createProperty({ cleaning_fee: '40' }), await createProperty()]
    await makeFee(server, agencyUid, { property_uid: first, name: 'Linen', amount: '20' })
    const amount = { discount_type: 'AMOUNT', discount_amount: '40', currency: 'USD' }
    await makePromoCode(server, agencyUid, { code: 'OFF40', ...amount })
    const uid = await booked(first, { promoCode: 'OFF40' })
    assert.equal(await getTotal(uid), 420)
    const body = { splitLocalDate: day(13), propertyUid: second }
    const { leads } = (await call('POST', `/leads/${uid}/split`, body)).body
    const other: string = leads[1].uid
    assert.deepEqual([await getTotal(uid), await getTotal(other)], [315, 105])
    await alter(uid, { adultCount: 2 })
    await alter(other, { checkOutLocalDate: day(15) })
    assert.deepEqual([await getTotal(uid), await getTotal(other)], [315, 205])
  })
})

describe('a promo code that no longer applies', () => {
  it('is named in x-lodgepole-warning when a change removes it', async () => {
    const propertyUid = await createProperty()
    await makePromoCode(server, agencyUid, { code: 'FOUR', minimum_nights: 4 })
    const uid = await booked(propertyUid, { promoCode: 'FOUR' })
    const retained = await alter(uid, { checkOutLocalDate: day(15) })
    assert.equal(retained.headers.get('x-lodgepole-warning'), null)
    const dropped = await alter(uid, { checkOutLocalDate: day(13) })
    const warning = dropped.headers.get('x-lodgepole-warning')
    assert.equal(warning, 'PROMO_CODE_DROPPED: FOUR is not applicable to the changed stay (dates)')
    assert.equal((await getOrder(uid)).rent.discount, null)
  })
})
