/** Rows that the demo lacks, created through the API, so that every read returns data. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Agency, type Body, base, request } from './agency-requests.ts'

export interface RouteRows {
  /** Values of parameters by name. */
  values: Record<string, string>
  /** Paths of requests for values that no list contains, by path in the document. */
  paths: Record<string, string>
}

/** Finds rows of the agency, and creates missing ones; the server has to run background work. */
export async function makeRouteRows(agency: Agency, callbackUrl: string): Promise<RouteRows> {
  const values = await findValues(agency)
  const post = async (path: string, body?: unknown) => request(agency, 'POST', path, body)
  const { agencyUid, propertyUid, leadUid, orderUid } = values
  const subscription = { agencyUid, objectUid: agencyUid, eventType: 'NEW_BOOKING', callbackUrl }
  const webhookUid = readUid(await post('/webhooks', subscription), 'webhook')
  await makeLeads(agency, values)
  const replay = { mode: 'RANGE', afterSeq: 0 }
  const replayUid = readUid(await post(`/webhooks/${webhookUid}/replays`, replay), 'replay')
  const deliveries = `/webhooks/${webhookUid}/deliveries`
  await waitUntil(async () => {
    const [first] = (await request(agency, 'GET', deliveries)).deliveries as Body[]
    return first?.status === 'DELIVERED'
  })
  await post(`/webhooks/${webhookUid}/disable`)
  await post(`/orders/${orderUid}/order-adjustments`, {
    ...{ transactionType: 'CHARGE', adjustmentType: 'FEE', amount: 10 },
  })
  await post('/transactions', { orderUid, type: 'SALE', status: 'SUCCESS', amount: 1 })
  await adjustOwner(agency, values)
  values.feeUid = await first(agency, `/fees?propertyUid=${propertyUid}`)
  values.jobUid = await first(agency, `/jobs?agencyUid=${agencyUid}&modifiedSince=2020-01-01`)
  await post('/pin-codes', {
    ...{ propertyUid, leadUid: values.bookingUid, code: '4711', lockName: 'Door' },
  })
  await post('/custom-amenities', {
    ...{ objectUid: propertyUid, objectType: 'PROPERTY', name: 'Sauna' },
  })
  const task = { operation: 'SET', pricingPeriod: { propertyUid, date: day(950), price: 100 } }
  const bulk = await post('/pricing-periods/bulk', { operations: [task] })
  const file = { fileName: 'a.txt', fileType: 'text/plain', contentBase64: 'QQ==' }
  const content = { text: 'The contract' }
  const sent = await post('/messages', { leadUid, type: 'EMAIL', content, attachments: [file] })
  const [attachment] = (sent.message as { attachments: { fileUrl: string }[] }).attachments
  const { pathname, search } = new URL(attachment!.fileUrl)
  return {
    values,
    paths: {
      '/graphql': `/graphql?${new URLSearchParams({ query: leadsQuery(values.agencyUid!) })}`,
      '/webhooks/{uid}/replays/{replayUid}': `/webhooks/${webhookUid}/replays/${replayUid}`,
      '/pricing-periods/bulk/{uid}': `/pricing-periods/bulk/${firstUid(bulk)}`,
      '/messages/{uid}/attachments/{attachmentUid}': pathname.slice(base.length) + search,
    },
  }
}

async function adjustOwner(agency: Agency, { propertyUid }: Record<string, string>) {
  await request(agency, 'POST', '/owner-adjustments', {
    ...{ propertyUid, adjustmentType: 'CREDIT', name: 'Repair', amount: 10 },
    ...{ date: day(0), taxRate: 0, currency: 'USD' },
  })
}

function leadsQuery(agencyUid: string): string {
  const fields = 'uid status checkInLocalDateTime property { name }'
  return `{ leads(agencyUid: "${agencyUid}", _limit: 100) { ${fields} } }`
}

/** Creates a group booking, and leads that writes change. */
async function makeLeads(agency: Agency, values: Record<string, string>): Promise<void> {
  const { agencyUid, hotelUid, unitTypeUid, propertyUid } = values
  const stay = (from: number) => ({
    agencyUid,
    checkInLocalDateTime: `${day(from)}T16:00:00`,
    checkOutLocalDateTime: `${day(from + 7)}T11:00:00`,
    guestInformation: { firstName: 'Robin', lastName: 'Reed', email: 'robin@reed.example' },
  })
  await request(agency, 'POST', '/leads/group-booking', {
    ...{ ...stay(600), hotelUid, propertyUid: unitTypeUid, status: 'BOOKED' },
    subLeads: [{ propertyUid: unitTypeUid }, { propertyUid: unitTypeUid }],
  })
  const make = async (from: number, type: string, status: string) => {
    const lead = { ...stay(from), propertyUid, type, status }
    return readUid(await request(agency, 'POST', '/leads', lead), 'lead')
  }
  values.inquiryUid = await make(600, 'INQUIRY', 'NEW')
  values.bookingUid = await make(620, 'BOOKING', 'BOOKED')
  values.holdUid = await make(640, 'INQUIRY', 'ON_HOLD')
}

/** Finds the rows of the demo. */
async function findValues(agency: Agency): Promise<Record<string, string>> {
  const { agencyUid, propertyUids } = agency
  const leadUid = await first(agency, `/leads?agencyUid=${agencyUid}&statusIn=BOOKED&_limit=1`)
  const hotelUid = await first(agency, `/multi-units/multi-unit-properties?agencyUid=${agencyUid}`)
  const unitTypeUid = await first(agency, `/multi-units/unit-types?hotelUid=${hotelUid}`)
  const propertyUid = propertyUids[0]!
  return {
    ...{ agencyUid, propertyUid, leadUid, hotelUid, unitTypeUid, objectUid: propertyUid },
    orderUid: await first(agency, `/orders?leadUid=${leadUid}`),
    serviceUid: await first(agency, `/services?agencyUid=${agencyUid}`),
    customDataFieldUid: await first(agency, `/custom-data-fields?agencyUid=${agencyUid}`),
    ownerUid: await first(agency, `/owners?agencyUid=${agencyUid}`),
    reviewUid: await first(agency, `/reviews?agencyUid=${agencyUid}&_limit=1`),
    threadUid: await first(agency, `/threads?agencyUid=${agencyUid}&_limit=1`),
    objectType: 'PROPERTY',
    propertiesUids: propertyUids.slice(0, 20).join(),
    from: day(0),
    to: day(30),
    date: day(10),
    modifiedSince: '2020-01-01',
    eventType: 'NEW_BOOKING',
  }
}

async function first(agency: Agency, path: string): Promise<string> {
  return String(firstUid(await request(agency, 'GET', path)) ?? '')
}

/** Returns the uid of the first item in the first list or object of a response. */
function firstUid(body: Body): unknown {
  for (const value of Object.values(body)) {
    const [item] = [value].flat() as Body[]
    if (typeof item?.uid === 'string') return item.uid
  }
  return body.uid
}

function readUid(body: Body, name: string): string {
  return String((body[name] as Body).uid)
}

/** Returns the ISO date a number of days from now. */
export function day(days: number): string {
  return Temporal.Now.plainDateISO('UTC').add({ days: days }).toString()
}

const timeoutMs = 30_000

async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('Timeout: the condition is not fulfilled')
    await sleep(100)
  }
}
