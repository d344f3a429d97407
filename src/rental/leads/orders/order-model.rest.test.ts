/**
 * Random months of bookings while prices change: after every step the amounts of each order add up
 * in one currency, and agreed nights cost the same (contract/orders.md §2).
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { makeFee, makePromoCode } from '../../../../test/fixtures/prices.ts'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { checkSums, nightlyPrices, round } from '../../../../test/month-simulation/order-sums.ts'
import { engine } from '../../../../test/support/database.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
await makePromoCode(server, agencyUid, { code: 'WALK', minimum_nights: 3 })
const call = (method: string, path: string, body?: unknown) =>
  server.request(method, `/api/v3.3${path}`, { key, ...(body === undefined ? {} : { body }) })

const first = Temporal.PlainDate.from('2027-03-10')
const toDate = (day: number) => first.add({ days: day }).toString()
const stayDates = (from: number, to: number) => ({
  checkInLocalDate: toDate(from),
  checkOutLocalDate: toDate(to),
})

type Step =
  | { does: 'extend' | 'shorten' | 'arrive'; by: number }
  | { does: 'party'; adults: number; pets: number }
  | { does: 'pay' | 'refund'; percent: number }
  | { does: 'dearer'; rate: number; fee: number }
  | { does: 'cancel' | 'rebook' | 'split' | 'drop code' | 'next part' }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constantFrom('extend', 'arrive', 'shorten'),
      by: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('party'),
      adults: fc.integer({ min: 1, max: 6 }),
      pets: fc.nat(2),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constantFrom('pay', 'refund'),
      percent: fc.integer({ min: 1, max: 140 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('dearer'),
      rate: fc.integer({ min: 1, max: 40_000 }),
      fee: fc.nat(9_000),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constantFrom('cancel', 'rebook', 'split', 'drop code', 'next part'),
    }),
  },
) as fc.Arbitrary<Step>

/** Lead of a random walk, and its expected state. */
interface Part {
  uid: string
  orderUid: string
  from: number
  to: number
  isBooked: boolean
  /** True: its stay was split, which divides all fees by nights (contract/leads.md §9.5). */
  isSplit: boolean
  paid: number
  /** Prices by date. */
  nights: Map<string, number>
  total: number
}

interface ModelState {
  propertyUid: string
  parts: Part[]
  /** Index of the lead of the next step. */
  at: number
}

type Body = Awaited<ReturnType<typeof call>>['body']

const findOrder = async (leadUid: string): Promise<Body> =>
  (await call('GET', `/orders?leadUid=${leadUid}`)).body.orders[0]

async function createState(promoCode: string | null, nights: number): Promise<ModelState> {
  const prices = { daily_rate: '99.99', weekend_adjustment_rate: '0.15', extra_guest_fee: '7.77' }
  const taxes = { tax_rate: '0.0725', cleaning_fee: '45.5', cleaning_fee_tax_rate: '0.1' }
  const limits = { base_guests: 2, max_guests: 9 }
  const propertyUid = await makeProperty(server, agencyUid, { ...prices, ...taxes, ...limits })
  const night = { name: 'City tax', amount: '1.35', scope: 'PER_GUEST_PER_NIGHT' }
  await makeFee(server, agencyUid, { property_uid: propertyUid, amount_type: 'TAX', ...night })
  const share = { name: 'Service', amount: '3.3', scope: 'PERCENTAGE_OF_TOTAL' }
  await makeFee(server, agencyUid, { property_uid: propertyUid, taxation_rate: '0.2', ...share })
  const body = { agencyUid, propertyUid, status: 'BOOKED', promoCode, ...stayDates(0, nights) }
  const created = await call('POST', '/leads', { ...body, guestInformation: { adultCount: 2 } })
  assert.equal(created.status, 201, created.text)
  const part = await readPart(created.body.lead.uid, [0, nights], { isSplit: false })
  return { propertyUid, parts: [part], at: 0 }
}

async function readPart(
  uid: string,
  [from, to]: [number, number],
  { isSplit }: { isSplit: boolean },
): Promise<Part> {
  const order = await findOrder(uid)
  const { paidAmount: paid, totalAmount: total } = order
  return {
    uid,
    orderUid: order.uid,
    from,
    to,
    isBooked: true,
    isSplit,
    paid,
    nights: nightlyPrices(order),
    total,
  }
}

async function runStep(state: ModelState, step: Step): Promise<void> {
  const part = state.parts[state.at]!
  const { uid, from, to } = part
  if (step.does === 'next part') state.at = (state.at + 1) % state.parts.length
  else if (step.does === 'dearer') await reprice(state.propertyUid, step)
  else if (step.does === 'pay' || step.does === 'refund') await pay(part, step)
  else if (step.does === 'cancel' || step.does === 'rebook') {
    const response = await call('POST', `/leads/${uid}/${step.does}`)
    if (response.status === 200) part.isBooked = step.does === 'rebook'
    else assert.equal(response.status, 409, response.text)
  } else if (!part.isBooked) return
  else if (step.does === 'split') await split(state, part)
  else if (step.does === 'party') {
    await alter(part, { adultCount: step.adults, petCount: step.pets }, [from, to])
  } else if (step.does === 'drop code') await alter(part, { promoCode: null }, [from, to])
  else if ('by' in step) {
    const changed: Record<typeof step.does, [number, number]> = {
      extend: [from, to + step.by],
      arrive: [from - step.by, to],
      shorten: [from, Math.max(from + 1, to - step.by)],
    }
    await alter(part, stayDates(...changed[step.does]), changed[step.does])
  }
}

/** Alters a booked stay; overlapping nights of the other lead reject it. */
async function alter(part: Part, body: object, [from, to]: [number, number]): Promise<void> {
  const response = await call('POST', `/leads/${part.uid}/alteration`, body)
  if (response.status === 409)
    return assert.equal(response.body.code, 'NOT_AVAILABLE', response.text)
  assert.equal(response.status, 200, response.text)
  // Fees in percent of the total were divided by nights if the stay was split, and now follow rent.
  const isLonger =
    !part.isSplit && from <= part.from && to >= part.to && to - from > part.to - part.from
  const before = part.total
  Object.assign(part, { from, to, total: (await findOrder(part.uid)).totalAmount })
  if (isLonger) assert.ok(part.total >= before, `${before} → ${part.total} with more nights`)
}

async function reprice(propertyUid: string, { rate, fee }: Extract<Step, { does: 'dearer' }>) {
  const prices = { daily_rate: `${rate / 100}`, cleaning_fee: `${fee / 100}`, tax_rate: '0.01' }
  const where = [agencyUid, propertyUid] as const
  await server.database.kysely
    .updateTable('properties')
    .set({ ...prices, extra_guest_fee: `${fee / 900}` })
    .where('agency_uid', '=', where[0])
    .where('uid', '=', where[1])
    .execute()
}

async function pay(part: Part, { does, percent }: Extract<Step, { percent: number }>) {
  const isRefund = does === 'refund'
  const amount = Math.round((isRefund ? part.paid : 200) * percent) / 100
  if (amount === 0) return
  const type = isRefund ? 'REFUND' : 'SALE'
  const body = { orderUid: part.orderUid, type, status: 'SUCCESS', amount }
  const { status, text } = await call('POST', '/transactions', body)
  assert.equal(status, isRefund && amount > part.paid ? 400 : 201, text)
  if (status === 201) part.paid = round(part.paid + (isRefund ? -amount : amount))
}

async function split(state: ModelState, part: Part): Promise<void> {
  const { uid, from, to } = part
  if (to - from < 2) return
  const date = from + Math.floor((to - from) / 2)
  const propertyUid = await makeProperty(server, agencyUid, { daily_rate: '70', max_guests: 9 })
  const before = await findOrder(uid)
  const body = { splitLocalDate: toDate(date), propertyUid }
  const response = await call('POST', `/leads/${uid}/split`, body)
  assert.equal(response.status, 201, response.text)
  const [one, two] = response.body.leads
  const newParts = [
    await readPart(one.uid, [from, date], { isSplit: true }),
    await readPart(two.uid, [date, to], { isSplit: true }),
  ]
  for (const amount of ['total', 'paid'] as const) {
    const sum = newParts.reduce((all, share) => all + share[amount], 0)
    assert.equal(round(sum), amount === 'total' ? before.totalAmount : before.paidAmount)
  }
  state.parts.splice(state.at, 1, ...newParts)
}

/** Checks that the order adds up in one currency and its agreed nights are unchanged. */
async function check(part: Part): Promise<void> {
  const order = await findOrder(part.uid)
  checkSums(order)
  const nights = nightlyPrices(order)
  assert.deepEqual([order.paidAmount, order.currency], [part.paid, 'USD'])
  const { transactions } = (await call('GET', `/transactions?orderUid=${part.orderUid}`)).body
  assert.ok(transactions.every(({ currency }: Body) => currency === 'USD'))
  for (const [date, price] of part.nights) {
    if (nights.has(date)) assert.equal(nights.get(date), price, `the night of ${date}`)
  }
  assert.equal(nights.size, part.to - part.from)
  Object.assign(part, { nights, total: order.totalAmount })
}

describe('a random month of a booking', () => {
  const months = engine === 'postgres' ? 15 : 8

  it(`has consistent amounts and agreed nights after every step, ${months} times`, async () => {
    const month = fc.asyncProperty(
      fc.constantFrom(null, 'WALK'),
      fc.integer({ min: 3, max: 6 }),
      fc.array(step, { minLength: 5, maxLength: 20 }),
      async (promoCode, nights, steps) => {
        const state = await createState(promoCode, nights)
        for (const nextStep of steps) {
          await runStep(state, nextStep)
          for (const part of state.parts) await check(part)
        }
      },
    )
    // Shrinking would exceed the rate limit and report that instead of the failure.
    await fc.assert(month, { numRuns: months, endOnFailure: true })
  })
})
