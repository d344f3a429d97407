import { isDeepStrictEqual } from 'node:util'

/** Selection of all lead fields of the seed schema. */
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
 * Compares two responses: same leads, same order, same keys, same values. A countdown's percentage
 * may differ by one, because the requests are not simultaneous.
 *
 * @throws Error with the first difference
 */
export function expectSameLeads(name: string, expected: Lead[], actual: Lead[]): void {
  if (expected.length !== actual.length) {
    throw new Error(`${name} returns ${actual.length} leads instead of ${expected.length}`)
  }
  expected.forEach((lead, i) => {
    for (const key of new Set([...Object.keys(lead), ...Object.keys(actual[i]!)])) {
      const [expectedValue, actualValue] = [lead[key], actual[i]![key]]
      if (key === 'countdown' && isSameCountdown(expectedValue, actualValue)) continue
      if (expectedValue !== undefined && isDeepStrictEqual(expectedValue, actualValue)) continue
      const texts = [expectedValue, actualValue].map(value => JSON.stringify(value))
      throw new Error(`${name} returns ${key} of lead ${lead.uid} as ${texts[1]}, not ${texts[0]}`)
    }
  })
}

function isSameCountdown(
  expectedValue: Value | undefined,
  actualValue: Value | undefined,
): boolean {
  const [a, b] = [expectedValue, actualValue].map(value => (value as Lead[] | undefined)?.[0])
  if (!a || !b) return false
  const [x, y] = [a.countdownPercentage, b.countdownPercentage]
  const isNear = x === y || (typeof x === 'number' && typeof y === 'number' && Math.abs(x - y) <= 1)
  return (
    isNear && isDeepStrictEqual({ ...a, countdownPercentage: 0 }, { ...b, countdownPercentage: 0 })
  )
}

/** Converts a lead of PostGraphile to the names and shapes of the lead query: lists of one. */
export function fromPostgraphile(lead: Lead): Lead {
  const { externalBookingId, countingDown, nextStatus, countdownPercentage, overdue, ...rest } =
    lead
  const countdown = { countingDown, nextStatus, countdownPercentage, overdue } as Lead
  return {
    ...rest,
    externalBookingID: externalBookingId!,
    countdown: [countdown],
    order: lead.order ? [orderFromPostgraphile(lead.order as Lead)] : [],
    assignee: lead.assignee ? [lead.assignee] : [],
    property: lead.property ? [lead.property] : [],
  }
}

function orderFromPostgraphile(order: Lead): Lead {
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
