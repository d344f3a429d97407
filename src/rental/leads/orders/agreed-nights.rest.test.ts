/** Agreed nights retain their price when a stay changes: contract/orders.md §2. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { day, makeAgreedStays, stay } from '../../../../test/fixtures/prices/agreed-stays.ts'
import { makeFee, makeMultiplier, makeRules } from '../../../../test/fixtures/prices.ts'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, call, createProperty, getOrder, getTotal, booked, alter } =
  await makeAgreedStays(server)
const listNightlyAmounts = async (leadUid: string): Promise<number[]> =>
  (await getOrder(leadUid)).rent.rentBreakdowns.map(
    ({ nightlyAmount }: { nightlyAmount: number }) => nightlyAmount,
  )
const setRate = (propertyUid: string, dailyRate: number, more: object = {}) =>
  call('PATCH', `/properties/${propertyUid}`, { pricing: { dailyRate, ...more } })

describe('a stay that changes after its property became more expensive', () => {
  it('is charged present prices for an added night only', async () => {
    const propertyUid = await createProperty()
    const uid = await booked(propertyUid)
    await setRate(propertyUid, 150)
    await alter(uid, { checkOutLocalDate: day(15) })
    assert.deepEqual(await listNightlyAmounts(uid), [100, 100, 100, 100, 150])
    await alter(uid, { checkInLocalDate: day(9) })
    assert.deepEqual([await getTotal(uid), (await listNightlyAmounts(uid))[0]], [700, 150])
  })

  it('loses the price of a removed night', async () => {
    const propertyUid = await createProperty()
    const uid = await booked(propertyUid)
    await setRate(propertyUid, 150)
    await alter(uid, { checkInLocalDate: day(11) })
    assert.equal(await getTotal(uid), 300)
    await alter(uid, { checkOutLocalDate: day(13), checkInLocalDate: day(10) })
    assert.deepEqual(await listNightlyAmounts(uid), [150, 100, 100])
  })
})

describe('the agreed price of a stay', () => {
  it('is recalculated if none of its nights is left', async () => {
    const propertyUid = await createProperty()
    const uid = await booked(propertyUid, { quoteOverrides: { rent: { rentNetPrice: 200 } } })
    await setRate(propertyUid, 150)
    await alter(uid, stay(20, 24))
    assert.equal(await getTotal(uid), 600)
  })

  it('is recalculated if an alteration or a rebooking requests it', async () => {
    const propertyUid = await createProperty()
    const uid = await booked(propertyUid)
    await setRate(propertyUid, 150)
    await alter(uid, { checkOutLocalDate: day(15), recalculate: true })
    assert.equal(await getTotal(uid), 750)
    await setRate(propertyUid, 160)
    await alter(uid, { recalculate: true })
    assert.equal(await getTotal(uid), 800)
    await call('POST', `/leads/${uid}/cancel`)
    await setRate(propertyUid, 170)
    const rebooked = await call('POST', `/leads/${uid}/rebook`, { recalculate: true })
    assert.deepEqual([rebooked.status, await getTotal(uid)], [200, 850])
  })

  it('is retained after a cancellation and a rebooking with other dates', async () => {
    const propertyUid = await createProperty()
    const uid = await booked(propertyUid)
    await call('POST', `/leads/${uid}/cancel`)
    await setRate(propertyUid, 150)
    const body = stay(12, 16)
    assert.equal((await call('POST', `/leads/${uid}/rebook`, body)).status, 200)
    assert.deepEqual(await listNightlyAmounts(uid), [100, 100, 150, 150])
  })
})

describe('guests, fees and taxes of a changed stay', () => {
  it('cost the same as at booking time; nights are unchanged', async () => {
    const propertyUid = await createProperty({ base_guests: 2, extra_guest_fee: '10' })
    const uid = await booked(propertyUid, { guestInformation: { adultCount: 3 } })
    assert.equal(await getTotal(uid), 440)
    await setRate(propertyUid, 150, { extraGuestFee: 50 })
    await alter(uid, { adultCount: 4 })
    assert.equal(await getTotal(uid), 480)
    await alter(uid, { adultCount: 2, checkOutLocalDate: day(15) })
    assert.equal(await getTotal(uid), 550)
  })

  it('are charged as they were agreed', async () => {
    const columns = { cleaning_fee: '90', cleaning_fee_tax_rate: '0.1', tax_rate: '0.1' }
    const propertyUid = await createProperty(columns)
    const feeUid = await makeFee(server, agencyUid, {
      property_uid: propertyUid,
      name: 'Linen',
      amount: '5',
      scope: 'PER_NIGHT',
    })
    const uid = await booked(propertyUid)
    assert.equal(await getTotal(uid), 440 + 99 + 20)
    await setRate(propertyUid, 150, { cleaningFee: 0, taxRate: 0 })
    await call('DELETE', `/fees/${feeUid}`)
    await makeFee(server, agencyUid, { property_uid: propertyUid, name: 'Late', amount: '70' })
    await alter(uid, { checkOutLocalDate: day(15) })
    assert.equal(await getTotal(uid), 605 + 99 + 25)
    await alter(uid, { recalculate: true })
    assert.equal(await getTotal(uid), 750 + 70)
  })
})

describe('overrides of a changed stay', () => {
  it('are retained, an agreed rent by night', async () => {
    const propertyUid = await createProperty({ cleaning_fee: '90' })
    await makeRules(server, agencyUid, {
      property_uid: propertyUid,
      pricing_rules: JSON.stringify([
        { ruleType: 'LAST_MINUTE_DISCOUNT', threshold: 400, priceChange: 20 },
      ]),
    })
    const otherFees = [{ name: 'Late arrival', netPrice: 25 }]
    const fees = { cleaningFee: null, otherFees }
    const quoteOverrides = { rent: { rentNetPrice: 500 }, fees }
    const dates = stay(10, 15)
    const uid = await booked(propertyUid, { ...dates, quoteOverrides })
    assert.equal(await getTotal(uid), 525)
    await alter(uid, { checkOutLocalDate: day(16) })
    assert.deepEqual([await getTotal(uid), (await listNightlyAmounts(uid)).at(-1)], [605, 80])
    await alter(uid, { checkOutLocalDate: day(12) })
    assert.equal(await getTotal(uid), 225)
    await alter(uid, { quoteOverrides: {} })
    assert.equal(await getTotal(uid), 160 + 90)
  })

  it('for extra guests are prorated by nights', async () => {
    const propertyUid = await createProperty({ base_guests: 1, extra_guest_fee: '10' })
    const quoteOverrides = { rent: { extraGuestsNetPrice: 20 } }
    const guestInformation = { adultCount: 3 }
    const uid = await booked(propertyUid, { quoteOverrides, guestInformation })
    assert.equal(await getTotal(uid), 420)
    await alter(uid, { checkOutLocalDate: day(15) })
    assert.equal(await getTotal(uid), 500 + 20 + 20)
    await alter(uid, { checkOutLocalDate: day(11) })
    assert.equal(await getTotal(uid), 100 + 8)
  })
})

describe('added nights', () => {
  it('add up before and after the multiplier of the channel', async () => {
    const other = await makeAgency(server)
    const callAsOther = (method: string, path: string, body?: unknown) =>
      server.request(method, `/api/v3.3${path}`, { key: other.key, ...(body ? { body } : {}) })
    await makeMultiplier(server, other.agencyUid, 'AIRBNB', '0.1')
    const columns = { daily_rate: '33.33', base_guests: 1, extra_guest_fee: '7.77', max_guests: 9 }
    const propertyUid = await makeProperty(server, other.agencyUid, columns)
    const guestInformation = { adultCount: 2 }
    const body = { agencyUid: other.agencyUid, propertyUid, status: 'BOOKED', channel: 'AIRBNB' }
    const created = await callAsOther('POST', '/leads', {
      ...body,
      ...stay(10, 14),
      guestInformation,
    })
    const { uid } = created.body.lead
    await callAsOther('PATCH', '/rate-multipliers', {
      agencyUid: other.agencyUid,
      rateMultipliers: { AIRBNB: { value: 0.25 } },
    })
    const checkOutLocalDate = day(15)
    await callAsOther('POST', `/leads/${uid}/alteration`, { checkOutLocalDate })
    const { rent, rateMultiplier } = (await callAsOther('GET', `/orders?leadUid=${uid}`)).body
      .orders[0]
    assert.deepEqual([rent.rentNetPrice, rent.rentBaseNetPrice], [188.3, 166.65])
    assert.deepEqual([rent.extraGuestsNetPrice, rateMultiplier], [42.74, 0.25])
    const bases = rent.rentBaseNetPrice + rent.extraGuestsBaseNetPrice + rent.rateMultiplierAmount
    assert.equal(bases.toFixed(2), (rent.rentNetPrice + rent.extraGuestsNetPrice).toFixed(2))
  })

  it('are the only ones priced of a hold or request, not of an inquiry', async () => {
    for (const [status, total] of [
      ['ON_HOLD', 550],
      ['PENDING', 550],
      ['NEW', 750],
    ] as const) {
      const propertyUid = await createProperty()
      const uid = await booked(propertyUid, { status })
      await setRate(propertyUid, 150)
      await alter(uid, { checkOutLocalDate: day(15) })
      assert.equal(await getTotal(uid), total, status)
    }
  })

  it('are priced by the length of the whole stay and the present rules', async () => {
    const propertyUid = await createProperty()
    await makeRules(server, agencyUid, {
      property_uid: propertyUid,
      decrease_rate: '0.1',
      decrease_rate_higher_bound: 7,
    })
    const uid = await booked(propertyUid, stay(10, 16))
    await alter(uid, { checkOutLocalDate: day(17) })
    assert.equal(await getTotal(uid), 690)
    await alter(uid, { recalculate: true })
    assert.equal(await getTotal(uid), 630)
  })
})
