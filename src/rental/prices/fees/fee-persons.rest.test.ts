/** Fees and taxes by nights and persons: contract/pricing.md §6.3. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const call = (method: string, path: string, body?: unknown) =>
  server.request(method, `/api/v3.3${path}`, { key, ...(body === undefined ? {} : { body }) })

const tax = { name: 'City tax', amount: 2, amountType: 'TAX', type: 'TAX', taxationRate: 0 }
const perGuestNight = { ...tax, scope: 'PER_GUEST_PER_NIGHT' }
const dates = (nights: number) => {
  const checkOut = `2026-08-${String(1 + nights).padStart(2, '0')}`
  return { checkInLocalDate: '2026-08-01', checkOutLocalDate: checkOut }
}

/** Creates a property with one fee. */
async function propertyWith(fee: object): Promise<{ propertyUid: string; feeUid: string }> {
  const columns = { daily_rate: '100', max_guests: 9 }
  const propertyUid = await makeProperty(server, agencyUid, columns)
  const created = await call('POST', '/fees', { propertyUid, ...fee })
  assert.equal(created.status, 201, created.text)
  return { propertyUid, feeUid: created.body.fee.uid }
}

async function readTax(propertyUid: string, nights: number, guests: object = {}): Promise<number> {
  const guestInformation = { adultCount: 2, childrenCount: 1, infantCount: 1, ...guests }
  const stay = { agencyUid, propertyUid, status: 'NEW', ...dates(nights), guestInformation }
  const { lead } = (await call('POST', '/leads', stay)).body
  const { orders } = (await call('GET', `/orders?leadUid=${lead.uid}`)).body
  return orders[0].totalTaxesAmount
}

describe('a tax with persons', () => {
  for (const [persons, expected] of [
    ['ALL', 2 * 4 * 3],
    ['ADULTS', 2 * 2 * 3],
    ['ADULTS_AND_CHILDREN', 2 * 3 * 3],
    [undefined, 2 * 3 * 3],
    [null, 2 * 3 * 3],
  ] as const) {
    it(`counts ${persons ?? 'adults and children by default'} (${persons})`, async () => {
      const { propertyUid } = await propertyWith({ ...perGuestNight, persons })
      assert.equal(await readTax(propertyUid, 3), expected)
    })
  }

  it('is equal in a quote with infants and in the order of an alteration', async () => {
    const { propertyUid } = await propertyWith({ ...perGuestNight, persons: 'ALL' })
    const stay = { propertyUid, checkInDate: '2026-08-01', checkOutDate: '2026-08-04', guests: 3 }
    const quote = await call('POST', '/quotes', { ...stay, childrenCount: 1, infantCount: 1 })
    assert.equal(quote.body.quote.totalTaxesAmount, 24)
    const guestInformation = { adultCount: 2, childrenCount: 1 }
    const booking = { agencyUid, propertyUid, status: 'BOOKED', ...dates(3), guestInformation }
    const { uid } = (await call('POST', '/leads', booking)).body.lead
    const taxes = async () => {
      const { orders } = (await call('GET', `/orders?leadUid=${uid}`)).body
      return orders[0].totalTaxesAmount
    }
    assert.equal(await taxes(), 18)
    assert.equal((await call('POST', `/leads/${uid}/alteration`, { infantCount: 2 })).status, 200)
    assert.equal(await taxes(), 30)
  })
})

describe('a tax with maximumNights', () => {
  it('counts at most this many nights, in addition to its exemption of long stays', async () => {
    const capped = { ...perGuestNight, maximumNights: 7, longTermStayExemption: 20 }
    const { propertyUid } = await propertyWith(capped)
    const taxes: number[] = []
    for (const nights of [6, 7, 8, 20, 21]) taxes.push(await readTax(propertyUid, nights))
    assert.deepEqual(taxes, [36, 42, 42, 42, 0])
  })

  it('limits fees per night and per pet, too', async () => {
    for (const scope of ['PER_NIGHT', 'PER_PET_PER_NIGHT']) {
      const { propertyUid } = await propertyWith({ ...tax, scope, maximumNights: 2 })
      assert.equal(await readTax(propertyUid, 5, { petCount: 1 }), 4)
    }
  })
})

describe('POST and PUT /fees', () => {
  const rejected = [
    [{ scope: 'PER_STAY', maximumNights: 7 }, 'maximumNights'],
    [{ scope: 'PERCENTAGE_OF_RENT', maximumNights: 7 }, 'maximumNights'],
    [{ scope: 'PER_NIGHT', persons: 'ADULTS' }, 'persons'],
    [{ scope: 'PER_GUEST_PER_NIGHT', persons: 'PETS' }, 'persons'],
    [{ scope: 'PER_GUEST_PER_NIGHT', maximumNights: -1 }, 'maximumNights'],
  ] as const
  for (const [fields, parameter] of rejected) {
    it(`400: rejects ${JSON.stringify(fields)}`, async () => {
      const { propertyUid, feeUid } = await propertyWith(tax)
      const created = await call('POST', '/fees', { propertyUid, ...tax, ...fields })
      const put = await call('PUT', `/fees/${feeUid}`, { ...tax, ...fields })
      for (const { status, body } of [created, put]) {
        assert.deepEqual([status, body.parameter ?? body.errors?.[0]?.field], [400, parameter])
      }
    })
  }

  it('200: a PUT of an older version retains fields that it does not have', async () => {
    const retained = { maximumNights: 7, persons: 'ADULTS' }
    const { feeUid } = await propertyWith({ ...perGuestNight, ...retained })
    const body = { ...perGuestNight, amount: 3, maximumNights: 1 }
    const put = await server.request('PUT', `/api/v3.2/fees/${feeUid}`, { key, body })
    assert.deepEqual([put.status, 'persons' in put.body.fee], [200, false])
    const { fee } = (await call('GET', `/fees/${feeUid}`)).body
    assert.deepEqual([fee.amount, fee.maximumNights, fee.persons], [3, 7, 'ADULTS'])
    const anew = await call('PUT', `/fees/${feeUid}`, perGuestNight)
    assert.deepEqual([anew.body.fee.maximumNights, anew.body.fee.persons.length], [0, 19])
  })
})
