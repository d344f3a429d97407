import { isDeepStrictEqual } from 'node:util'

/** Everything that the seed schema has of a lead. */
export const leadSelection = `{
  leadType uid propertyUid checkInDateTimeString checkOutDateTimeString status source
  bookedDateTimeString externalBookingID firstName lastName adultCount petCount childrenCount
  infantCount riskScore notes email phoneNumber flightNumber reasonForTrip preferredCurrency
  preferredLocale city
  countdown { countingDown nextStatus countdownPercentage overdue }
  order {
    uid creationDateTimeString securityDeposit rateMultiplier force100PercentPaymentAtReservation
    currency fees { fees { name grossAmount } allFeesGrossAmount } totalGrossOrderValue
  }
  state hasCompletedPreArrivalForm agreementSigned
  assignee { uid firstName lastName bestProfile email type }
  property { name uid pictureLink }
}`

type Value = null | boolean | number | string | Value[] | { [key: string]: Value }
export type Lead = { [key: string]: Value }

/**
 * Compares two answers: same leads, same order, same keys, same values. A countdown's percentage
 * may differ by one, because two servers cannot be asked at the same instant.
 *
 * @throws Error naming the first difference
 */
export function expectSameLeads(name: string, expected: Lead[], actual: Lead[]): void {
  if (expected.length !== actual.length) {
    throw new Error(`${name} answers ${actual.length} leads instead of ${expected.length}`)
  }
  expected.forEach((lead, i) => {
    for (const key of new Set([...Object.keys(lead), ...Object.keys(actual[i]!)])) {
      const [wanted, got] = [lead[key], actual[i]![key]]
      if (key === 'countdown' && isSameCountdown(wanted, got)) continue
      if (wanted !== undefined && isDeepStrictEqual(wanted, got)) continue
      const texts = [wanted, got].map(value => JSON.stringify(value))
      throw new Error(`${name} answers ${key} of lead ${lead.uid} as ${texts[1]}, not ${texts[0]}`)
    }
  })
}

function isSameCountdown(wanted: Value | undefined, got: Value | undefined): boolean {
  const [a, b] = [wanted, got].map(value => (value as Lead[] | undefined)?.[0])
  if (!a || !b) return false
  const [x, y] = [a.countdownPercentage, b.countdownPercentage]
  const isNear = x === y || (typeof x === 'number' && typeof y === 'number' && Math.abs(x - y) <= 1)
  return (
    isNear && isDeepStrictEqual({ ...a, countdownPercentage: 0 }, { ...b, countdownPercentage: 0 })
  )
}

/** PostGraphile's names and shapes as the lead query's: lists of one, the countdown an object. */
export function leadOfPostgraphile(lead: Lead): Lead {
  const { externalBookingId, countingDown, nextStatus, countdownPercentage, overdue, ...rest } =
    lead
  const countdown = { countingDown, nextStatus, countdownPercentage, overdue } as Lead
  return {
    ...rest,
    externalBookingID: externalBookingId!,
    countdown: [countdown],
    order: lead.order ? [orderOfPostgraphile(lead.order as Lead)] : [],
    assignee: lead.assignee ? [lead.assignee] : [],
    property: lead.property ? [lead.property] : [],
  }
}

function orderOfPostgraphile(order: Lead): Lead {
  const { fees, allFeesGrossAmount, ...rest } = order
  const number = (value: Value | undefined) => (value === null ? null : Number(value))
  return {
    ...rest,
    securityDeposit: number(order.securityDeposit),
    rateMultiplier: number(order.rateMultiplier),
    totalGrossOrderValue: number(order.totalGrossOrderValue),
    fees: [{ fees: fees!, allFeesGrossAmount: number(allFeesGrossAmount) }],
  }
}
