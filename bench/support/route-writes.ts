/** Common writes, each of which can be repeated. */
import { type Agency, base, createCall, type RouteCall } from './agency-requests.ts'
import { day } from './route-rows.ts'

type Values = Record<string, string>
type Bodies = (n: number) => unknown

export function listWrites(agency: Agency, values: Values): RouteCall[] {
  const calls = [...leadWrites(values), ...priceWrites(values), ...otherWrites(values)]
  return calls.map(({ name, path, body, ...rest }) => {
    const method = name.split(' ')[0]!
    const toPath = typeof path === 'string' ? () => path : path
    return { name, ...rest, call: n => createCall(agency, method, base + toPath(n), body(n)) }
  })
}

interface Write {
  name: string
  path: string | ((n: number) => string)
  body: Bodies
  needsWorker?: boolean
}

const nights = (from: number, count = 1) => ({
  checkInLocalDateTime: `${day(from)}T16:00:00`,
  checkOutLocalDateTime: `${day(from + count)}T11:00:00`,
})

function leadWrites({ agencyUid, propertyUid, leadUid, ...values }: Values): Write[] {
  const { inquiryUid, bookingUid, holdUid } = values
  const lead = `/leads/${leadUid}`
  const uids = { agencyUid, propertyUid }
  const guest = (n: number) => ({
    firstName: 'Kim',
    lastName: 'Lake',
    email: `kim${n}@lake.example`,
  })
  const either = (uid: string, first: string, second: string) => (n: number) =>
    `/leads/${uid}/${n % 2 === 0 ? first : second}`
  return [
    {
      name: 'POST /leads (a block)',
      path: '/leads',
      body: n => ({ ...uids, type: 'BLOCK', status: 'BLOCKED', ...nights(700 + n) }),
    },
    {
      name: 'POST /leads (an inquiry)',
      path: '/leads',
      body: n => ({
        ...{ ...uids, type: 'INQUIRY', status: 'NEW', ...nights(500, 7) },
        guestInformation: guest(n),
      }),
    },
    {
      name: 'PATCH /leads/{uid} (notes)',
      path: lead,
      body: n => ({ notes: `Note ${n}` }),
    },
    {
      name: 'PATCH /leads/{uid} (guest)',
      path: lead,
      body: n => ({ guestInformation: { city: `City ${n}` } }),
    },
    {
      name: 'POST /leads/{uid}/cancel or rebook',
      path: either(bookingUid!, 'cancel', 'rebook'),
      body: () => ({}),
    },
    {
      name: 'POST /leads/{uid}/alteration',
      path: `/leads/${holdUid}/alteration`,
      body: n => nights(640 + (n % 2), 7),
    },
    {
      name: 'POST /leads/{uid}/close or reopen',
      path: either(inquiryUid!, 'close', 'reopen'),
      body: () => ({}),
    },
    {
      name: 'POST /leads/{uid}/extend-hold',
      path: `/leads/${holdUid}/extend-hold`,
      body: n => ({ hours: 24 + (n % 2) }),
    },
  ]
}

function priceWrites({ propertyUid, orderUid, feeUid, unitTypeUid }: Values): Write[] {
  const fee = { amount: 5, amountType: 'AMOUNT', taxationRate: 0 }
  const price = (n: number) => ({ propertyUid, date: day(n % 900), price: 90 + n })
  return [
    {
      name: 'POST /quotes',
      path: '/quotes',
      body: n => ({
        ...{ propertyUid, guests: 2 },
        ...{ checkInDate: day(400 + n), checkOutDate: day(407 + n) },
      }),
    },
    {
      name: 'POST /pricing-periods',
      path: '/pricing-periods',
      body: n => ({ operation: 'SET', pricingPeriod: price(n) }),
    },
    {
      name: 'POST /pricing-periods/bulk',
      path: '/pricing-periods/bulk',
      body: n => ({ operations: [{ operation: 'SET', pricingPeriod: price(n) }] }),
    },
    { name: 'POST /fees', path: '/fees', body: n => ({ propertyUid, ...fee, name: `Fee ${n}` }) },
    {
      name: 'PUT /fees/{uid}',
      path: `/fees/${feeUid}`,
      body: n => ({ ...fee, name: `Cleaning ${n}` }),
    },
    {
      name: 'PUT /property-pricing-rules/{propertyUid}',
      path: `/property-pricing-rules/${unitTypeUid}`,
      body: n => ({ increaseRate: (n % 9) / 10, increaseRateLowerBound: 5 }),
    },
    {
      name: 'POST /transactions',
      path: '/transactions',
      body: () => ({ orderUid, type: 'SALE', status: 'SUCCESS', amount: 1 }),
    },
    {
      name: 'POST /orders/{orderUid}/order-adjustments',
      path: `/orders/${orderUid}/order-adjustments`,
      body: () => ({ transactionType: 'CHARGE', adjustmentType: 'FEE', amount: 1 }),
    },
  ]
}

function otherWrites({ agencyUid, propertyUid, leadUid, ...values }: Values): Write[] {
  const { ownerUid, serviceUid, jobUid, reviewUid, customDataFieldUid, threadUid } = values
  const job = (n: number) => ({
    ...{ propertyUid, serviceUid, startLocalDateTime: `${day(30)}T11:00:00` },
    ...{ endLocalDateTime: `${day(30)}T13:00:00`, notes: `Bring towels (${n})` },
  })
  const tags = (n: number) => ({ objectUid: leadUid, objectType: 'LEAD', tags: [`T${n}`] })
  return [
    {
      name: 'PATCH /properties/{uid}',
      path: `/properties/${propertyUid}`,
      body: n => ({ name: `Cabin ${n}` }),
    },
    { name: 'POST /tags', path: '/tags', body: tags },
    { name: 'PUT /tags', path: '/tags', body: n => ({ ...tags(n), overwrite: true }) },
    {
      name: 'POST /custom-data',
      path: '/custom-data',
      body: n => ({ propertyUid, customDataFieldUid, text: String(n) }),
    },
    { name: 'POST /jobs', path: '/jobs', body: job },
    { name: 'PUT /jobs/{uid}', path: `/jobs/${jobUid}`, body: job },
    {
      name: 'POST /reviews',
      path: '/reviews',
      body: () => ({ propertyUid, author: 'Sam', content: 'Lovely.', rating: 5 }),
    },
    {
      name: 'PUT /reviews/{uid}/response',
      path: `/reviews/${reviewUid}/response`,
      body: n => ({ text: `Thanks ${n}` }),
    },
    {
      name: 'POST /owners',
      path: '/owners',
      body: n => ({
        ...{ agencyUid, firstName: 'Ola', lastName: 'Berg' },
        email: `ola.${n}.${Date.now()}@berg.example`,
      }),
    },
    {
      name: 'PATCH /owners/{uid}',
      path: `/owners/${ownerUid}`,
      body: n => ({ businessName: `Berg ${n}` }),
    },
    {
      name: 'POST /messages/inbound',
      path: '/messages/inbound',
      body: n => ({ leadUid, type: 'EMAIL', content: { text: `Hi ${n}` } }),
    },
    {
      name: 'POST /threads/{uid}/mark-as-read or -unread',
      path: n => `/threads/${threadUid}/mark-as-${n % 2 === 0 ? 'unread' : 'read'}`,
      body: () => ({}),
    },
    {
      name: 'POST /messages',
      path: '/messages',
      body: n => ({ leadUid, type: 'EMAIL', content: { text: `Hello ${n}` } }),
      needsWorker: true,
    },
  ]
}
