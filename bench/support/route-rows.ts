/** What the demo agency has none of, made through the API, so that every read has something. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Agency, ask, type Body, base } from './agency-requests.ts'

export interface RouteRows {
  /** What parameters are, by their names. */
  known: Record<string, string>
  /** Where to ask what no list tells, by its path in the document. */
  paths: Record<string, string>
}

/** Finds what the agency has, and makes the rest; its server has to work in the background. */
export async function makeRouteRows(agency: Agency, callbackUrl: string): Promise<RouteRows> {
  const known = await knownOf(agency)
  const post = async (path: string, body?: unknown) => ask(agency, 'POST', path, body)
  const { agencyUid, propertyUid, leadUid, orderUid } = known
  const subscription = { agencyUid, objectUid: agencyUid, eventType: 'NEW_BOOKING', callbackUrl }
  const webhookUid = uidOf(await post('/webhooks', subscription), 'webhook')
  await makeLeads(agency, known)
  const replay = { mode: 'RANGE', afterSeq: 0 }
  const replayUid = uidOf(await post(`/webhooks/${webhookUid}/replays`, replay), 'replay')
  const deliveries = `/webhooks/${webhookUid}/deliveries`
  await until(async () => {
    const [first] = (await ask(agency, 'GET', deliveries)).deliveries as Body[]
    return first?.status === 'DELIVERED'
  })
  await post(`/webhooks/${webhookUid}/disable`)
  await post(`/orders/${orderUid}/order-adjustments`, {
    ...{ transactionType: 'CHARGE', adjustmentType: 'FEE', amount: 10 },
  })
  await post('/transactions', { orderUid, type: 'SALE', status: 'SUCCESS', amount: 1 })
  await adjustOwner(agency, known)
  known.feeUid = await first(agency, `/fees?propertyUid=${propertyUid}`)
  known.jobUid = await first(agency, `/jobs?agencyUid=${agencyUid}&modifiedSince=2020-01-01`)
  await post('/pin-codes', {
    ...{ propertyUid, leadUid: known.bookingUid, code: '4711', lockName: 'Door' },
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
    known,
    paths: {
      '/graphql': `/graphql?${new URLSearchParams({ query: leadsAsked(known.agencyUid!) })}`,
      '/webhooks/{uid}/replays/{replayUid}': `/webhooks/${webhookUid}/replays/${replayUid}`,
      '/pricing-periods/bulk/{uid}': `/pricing-periods/bulk/${firstUid(bulk)}`,
      '/messages/{uid}/attachments/{attachmentUid}': pathname.slice(base.length) + search,
    },
  }
}

async function adjustOwner(agency: Agency, { propertyUid }: Record<string, string>) {
  await ask(agency, 'POST', '/owner-adjustments', {
    ...{ propertyUid, adjustmentType: 'CREDIT', name: 'Repair', amount: 10 },
    ...{ date: day(0), taxRate: 0, currency: 'USD' },
  })
}

function leadsAsked(agencyUid: string): string {
  const fields = 'uid status checkInLocalDateTime property { name }'
  return `{ leads(agencyUid: "${agencyUid}", _limit: 100) { ${fields} } }`
}

/** A group booking, and leads that writes change. */
async function makeLeads(agency: Agency, known: Record<string, string>): Promise<void> {
  const { agencyUid, hotelUid, unitTypeUid, propertyUid } = known
  const stay = (from: number) => ({
    agencyUid,
    checkInLocalDateTime: `${day(from)}T16:00:00`,
    checkOutLocalDateTime: `${day(from + 7)}T11:00:00`,
    guestInformation: { firstName: 'Robin', lastName: 'Reed', email: 'robin@reed.example' },
  })
  await ask(agency, 'POST', '/leads/group-booking', {
    ...{ ...stay(600), hotelUid, propertyUid: unitTypeUid, status: 'BOOKED' },
    subLeads: [{ propertyUid: unitTypeUid }, { propertyUid: unitTypeUid }],
  })
  const make = async (from: number, type: string, status: string) => {
    const lead = { ...stay(from), propertyUid, type, status }
    return uidOf(await ask(agency, 'POST', '/leads', lead), 'lead')
  }
  known.inquiryUid = await make(600, 'INQUIRY', 'NEW')
  known.bookingUid = await make(620, 'BOOKING', 'BOOKED')
  known.holdUid = await make(640, 'INQUIRY', 'ON_HOLD')
}

/** What the demo has. */
async function knownOf(agency: Agency): Promise<Record<string, string>> {
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
  return String(firstUid(await ask(agency, 'GET', path)) ?? '')
}

/** The uid of what is first in the first list or object of an answer. */
function firstUid(body: Body): unknown {
  for (const value of Object.values(body)) {
    const [thing] = [value].flat() as Body[]
    if (typeof thing?.uid === 'string') return thing.uid
  }
  return body.uid
}

function uidOf(body: Body, name: string): string {
  return String((body[name] as Body).uid)
}

/** A date so many days from now. */
export function day(ahead: number): string {
  return Temporal.Now.plainDateISO('UTC').add({ days: ahead }).toString()
}

const patienceMs = 30_000

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + patienceMs
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error('What the bench waits for does not happen')
    await sleep(100)
  }
}
