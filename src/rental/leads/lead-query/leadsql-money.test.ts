import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeAgency, makeLead, makeOrder } from '../../../../test/fixtures/rows.ts'
import { leadQuery, startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)

type Columns = NonNullable<Parameters<typeof makeOrder>[3]>

/** Returns the order of a new lead as raw JSON text. */
async function orderText(columns: Columns, selection: string): Promise<string> {
  const uid = await makeLead(server, agencyUid)
  await makeOrder(server, agencyUid, uid, columns)
  const query = `{ leads(agencyUid: "${agencyUid}", _limit: 1) { order { ${selection} } } }`
  const { text, body } = await leadQuery(server, key, query)
  assert.equal(body.errors, undefined)
  const [, order] = /^\{"data":\{"leads":\[\{"order":\[(.*)\]\}\]\},"extensions":/.exec(text)!
  return order!
}

describe('order, BigDecimal', () => {
  const amounts = `securityDeposit totalGrossOrderValue channelCommission
    rent { rentNetPrice extraGuestsNetPrice taxAmount grossPrice }
    fees { allFeesGrossAmount }`

  it('is a number with the minor digits of the currency', async () => {
    const text = await orderText(
      {
        currency: 'USD',
        security_deposit: '300.00',
        total_amount: '968.00',
        channel_commission: '14.50',
        rent_net_price: '840.10',
        extra_guests_net_price: '0.00',
        rent_tax_amount: '88.05',
        rent_gross_price: '928.15',
        all_fees_gross_amount: '0.01',
      },
      amounts,
    )
    const rent =
      '{"rentNetPrice":840.10,"extraGuestsNetPrice":0.00,"taxAmount":88.05,"grossPrice":928.15}'
    assert.equal(
      text,
      `{"securityDeposit":300.00,"totalGrossOrderValue":968.00,"channelCommission":14.50,` +
        `"rent":[${rent}],"fees":[{"allFeesGrossAmount":0.01}]}`,
    )
  })

  it('has no fraction in a currency without minor digits', async () => {
    const yen = { currency: 'JPY', total_amount: '1200', security_deposit: '0' }
    const text = await orderText(yen, 'currency totalGrossOrderValue securityDeposit')
    assert.equal(text, '{"currency":"JPY","totalGrossOrderValue":1200,"securityDeposit":0}')
  })

  it('has three digits in a currency with three minor digits', async () => {
    const text = await orderText({ currency: 'KWD', total_amount: '1.250' }, 'totalGrossOrderValue')
    assert.equal(text, '{"totalGrossOrderValue":1.250}')
  })

  it('is exact and never in exponent form, for all magnitudes', async () => {
    const columns = {
      total_amount: '12345678901234567890.12',
      security_deposit: '0.10',
      rate_multiplier: '0.000001',
      channel_commission: '-0.30',
    }
    const selection = 'totalGrossOrderValue securityDeposit rateMultiplier channelCommission'
    assert.equal(
      await orderText(columns, selection),
      '{"totalGrossOrderValue":12345678901234567890.12,"securityDeposit":0.10,' +
        '"rateMultiplier":0.000001,"channelCommission":-0.30}',
    )
  })

  for (const [stored, sent] of [
    ['0.080000', '0.08'],
    ['0.08', '0.08'],
    ['-0.150', '-0.15'],
    ['100', '100'],
    ['2.0', '2'],
    ['0.000', '0'],
    [null, 'null'],
  ] as const) {
    it(`returns rateMultiplier in shortest form: ${sent} for ${stored}`, async () => {
      const text = await orderText({ rate_multiplier: stored }, 'rateMultiplier')
      assert.equal(text, `{"rateMultiplier":${sent}}`)
    })
  }

  it('returns null channelCommission if there is none', async () => {
    assert.equal(await orderText({}, 'channelCommission'), '{"channelCommission":null}')
  })
})

const cleaning = {
  kind: 'CLEANING',
  name: 'Cleaning fee',
  netPrice: 90,
  taxAmount: 4.5,
  grossAmount: 94.5,
}
const late = { kind: 'FEE', name: 'Late arrival', netPrice: 25, taxAmount: 2.5, grossAmount: 27.5 }
const tourism = { kind: 'FEE', name: 'City tax', netPrice: 8, taxAmount: 0, grossAmount: 8 }

describe('order, fees', () => {
  const selection = `fees { fees { name grossAmount netAmount taxAmount } allFeesGrossAmount
    cleaningFee { name grossAmount } }`

  it('lists the cleaning fee first, with the digits of the currency', async () => {
    const fees = {
      fee_lines: JSON.stringify([cleaning, late, tourism]),
      all_fees_gross_amount: '130.00',
    }
    const lines = [
      '{"name":"Cleaning fee","grossAmount":94.50,"netAmount":90.00,"taxAmount":4.50}',
      '{"name":"Late arrival","grossAmount":27.50,"netAmount":25.00,"taxAmount":2.50}',
      '{"name":"City tax","grossAmount":8.00,"netAmount":8.00,"taxAmount":0.00}',
    ]
    assert.equal(
      await orderText(fees, selection),
      `{"fees":[{"fees":[${lines}],"allFeesGrossAmount":130.00,` +
        '"cleaningFee":[{"name":"Cleaning fee","grossAmount":94.50}]}]}',
    )
  })

  it('have no fraction in a currency without minor digits', async () => {
    const fees = {
      currency: 'JPY',
      total_amount: '1200',
      fee_lines: JSON.stringify([{ ...late, grossAmount: 1200 }]),
      all_fees_gross_amount: '1200',
    }
    const text = await orderText(fees, 'fees { fees { grossAmount } allFeesGrossAmount }')
    assert.equal(text, '{"fees":[{"fees":[{"grossAmount":1200}],"allFeesGrossAmount":1200}]}')
  })

  it('is a list of one element, also without fees', async () => {
    const expected = '{"fees":[{"fees":[],"allFeesGrossAmount":0.00,"cleaningFee":[]}]}'
    assert.equal(await orderText({}, selection), expected)
  })

  it('has an empty cleaningFee if only other fees are charged', async () => {
    const fees = { fee_lines: JSON.stringify([late]) }
    const text = await orderText(fees, 'fees { fees { name } cleaningFee { name } }')
    assert.equal(text, '{"fees":[{"fees":[{"name":"Late arrival"}],"cleaningFee":[]}]}')
  })
})

describe('order, other values', () => {
  it('returns creation in UTC, currency as an enum, full payment as a boolean', async () => {
    const columns = {
      created_at: new Date('2026-05-01T08:55:10.750Z'),
      currency: 'NONE',
      force_full_payment: true,
    }
    const selection = 'creationDateTimeString currency force100PercentPaymentAtReservation'
    assert.deepEqual(JSON.parse(await orderText(columns, selection)), {
      creationDateTimeString: '2026-05-01T08:55:10',
      currency: 'NONE',
      force100PercentPaymentAtReservation: true,
    })
  })

  it('returns rent as a list of one element', async () => {
    assert.equal(
      await orderText({}, 'rent { __typename }'),
      '{"rent":[{"__typename":"RentGraphQLTO"}]}',
    )
  })
})
