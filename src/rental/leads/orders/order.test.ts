/** Stored orders: contract/orders.md §1.2. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeAgency, makeLead, makeProperty } from '../../../../test/fixtures/rows.ts'
import { cabinStay, charge, discount, stayToPrice } from '../../../../test/fixtures/stays.ts'
import { leadQuery, startServer } from '../../../../test/support/server.ts'
import { insertRows } from '../../../platform/db/rows.ts'
import { newUid } from '../../../platform/uid.ts'
import { priceStay } from '../../prices/stay-prices/price-stay.ts'
import { orderColumns } from './order.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
const overrides = {
  rent: { rentNetPrice: 700 },
  fees: { otherFees: [{ name: 'Late "arrival"', netPrice: 25, taxationRate: 0.1 }] },
  securityDeposit: 0,
  channelCommission: { amount: 14.5 },
}

const columns = orderColumns(priceStay(cabinStay({ overrides })), overrides)

describe('an order', () => {
  it('has amounts with all minor digits, each as it was priced', () => {
    const { fee_lines, rent_breakdowns, quote_overrides, terms, ...rest } = columns
    assert.deepEqual(rest, {
      currency: 'USD',
      rent_net_price: '700.00',
      rent_base_net_price: '700.00',
      extra_guests_net_price: '120.00',
      extra_guests_base_net_price: '120.00',
      rate_multiplier: null,
      rate_multiplier_amount: '0.00',
      list_price: '820.00',
      discount: null,
      net_price: '820.00',
      rent_taxation_rate: '0.12',
      rent_tax_amount: '98.40',
      rent_gross_price: '918.40',
      security_deposit: '0.00',
      all_fees_gross_amount: '122.00',
      total_amount: '1040.40',
      total_taxes_amount: '105.40',
      channel_commission: '14.50',
      force_full_payment: false,
      promo_code_uid: null,
      promo_use_uid: null,
    })
    const { prices, ...others } = JSON.parse(terms!)
    assert.deepEqual([prices.cleaning_fee, prices.tax_rate], ['90', '0.12'])
    assert.deepEqual(others, { fees: [], multiplier: null, share: null })
    assert.deepEqual(JSON.parse(quote_overrides!), overrides)
    assert.match(
      String(rent_breakdowns),
      /^\[\{"nightlyDate":"2027-06-10","nightlyAmount":166\.67\}/,
    )
    assert.match(String(fee_lines), /"netPrice":90\.00,"taxationRate":0\.05,"taxAmount":4\.50/)
  })

  it('has the discount with its code, and the multiplier', () => {
    const code = discount('PERCENT', '12.5')
    const priced = priceStay(cabinStay({ promoCode: code, multiplier: '0.100' }))
    const { discount: stored, promo_code_uid, rate_multiplier } = orderColumns(priced, null)
    assert.deepEqual([promo_code_uid, rate_multiplier], [code.uid, '0.1'])
    assert.equal(
      stored,
      '{"discountCode":"SUMMER10","discountType":"PERCENT","amount":103.13,"percent":12.5}',
    )
    const amount = orderColumns(priceStay(cabinStay({ promoCode: discount('AMOUNT', '5') })), null)
    assert.equal(JSON.parse(amount.discount!).percent, null)
  })

  it('has no fraction in a currency without one', () => {
    const property = { daily_rate: '18500', cleaning_fee: '8000' }
    const fees = [charge('Linen', '500.4')]
    const priced = orderColumns(priceStay(stayToPrice({ property, fees, currency: 'JPY' })), null)
    assert.deepEqual([priced.total_amount, priced.security_deposit], ['45500', '0'])
    assert.match(String(priced.fee_lines), /"netPrice":500,/)
  })
})

describe('the lead query', () => {
  it('returns an order as it was priced', async () => {
    const leadUid = await makeLead(server, agencyUid, { property_uid: propertyUid })
    const now = server.clock.now()
    const row = { agency_uid: agencyUid, uid: newUid(), lead_uid: leadUid, ...columns }
    const db = server.database.kysely
    await insertRows({ db }, 'orders', [{ ...row, created_at: now, updated_at: now }])
    const { text } = await leadQuery(
      server,
      key,
      `{ leads(propertyUid: "${propertyUid}") { order { totalGrossOrderValue
        fees { fees { name grossAmount } allFeesGrossAmount } } } }`,
    )
    const fees =
      '[{"name":"Cleaning fee","grossAmount":94.50},{"name":"Late \\"arrival\\"","grossAmount":27.50}]'
    assert.ok(text.includes(`"totalGrossOrderValue":1040.40`), text)
    assert.ok(text.includes(`[{"fees":${fees},"allFeesGrossAmount":122.00}]`), text)
  })
})
