import {
  type Agency,
  base,
  createCall,
  longestList,
  request,
  send,
} from '../support/agency-requests.ts'
import { leadSelection } from '../support/lead-query.ts'
import type { Call } from '../support/load.ts'
import { bookingBody } from '../support/polling/booking.ts'
import { day } from '../support/route-rows.ts'
import type { Kind } from './open-loop.ts'

const calendarDays = 90
/** First day of the booked stays, after the stays of the demo, and their distance. */
const firstDay = 500
const daysPerStay = 4

/** Creates the kinds of requests in the order in which they are sent; one in nine is a booking. */
export async function requestKinds(demo: Agency): Promise<Kind[]> {
  const agency = { ...demo, propertyUids: await listBookable(demo) }
  const { agencyUid, propertyUids } = agency
  const list = `${base}/leads?agencyUid=${agencyUid}&_limit=50`
  const leads = await request(agency, 'GET', list.slice(base.length))
  const leadUids = longestList(leads).map(lead => (lead as { uid: string }).uid)
  const get = (path: string) => createCall(agency, 'GET', path)
  const query = `{ leads(agencyUid: "${agencyUid}", _limit: 100) ${leadSelection} }`
  const nextProperty = rotate(propertyUids)
  const nextLead = rotate(leadUids)
  const calendar = kind('calendar', () =>
    get(`${base}/property-calendar/${nextProperty()}?from=${day(0)}&to=${day(calendarDays)}`),
  )
  const leadQuery = kind('lead query (100)', () =>
    createCall(agency, 'POST', '/v2/leadsql', { query }),
  )
  const quote = kind('quote', () => quoteCall(agency, nextProperty()))
  const stays = staysOf(agency)
  return [
    calendar,
    leadQuery,
    quote,
    kind('leads (50)', () => get(list)),
    calendar,
    kind('one lead', () => get(`${base}/leads/${nextLead()}`)),
    leadQuery,
    quote,
    kind('booking', () => stays.next().value),
  ]
}

/** Returns the properties that can be booked, by booking each: the demo also has unit types. */
async function listBookable(agency: Agency): Promise<string[]> {
  const { agencyUid, propertyUids } = agency
  const bookable: string[] = []
  for (const uid of propertyUids) {
    const body = JSON.parse(bookingBody(agencyUid, uid, firstDay - daysPerStay))
    const { status } = await send(createCall(agency, 'POST', `${base}/leads`, body))
    if (status === 201) bookable.push(uid)
  }
  return bookable
}

function kind(name: string, call: () => Call): Kind {
  return { name, call }
}

function rotate(values: readonly string[]): () => string {
  let i = 0
  return () => values[i++ % values.length]!
}

function quoteCall(agency: Agency, propertyUid: string): Call {
  const { agencyUid } = agency
  const stay = { checkInDate: day(firstDay - 20), checkOutDate: day(firstDay - 13), guests: 2 }
  return createCall(agency, 'POST', `${base}/quotes`, { agencyUid, propertyUid, ...stay })
}

/** Generates bookings that never overlap. */
function* staysOf(agency: Agency): Generator<Call, never> {
  for (let from = firstDay; ; from += daysPerStay) {
    for (const uid of agency.propertyUids) {
      const body = JSON.parse(bookingBody(agency.agencyUid, uid, from))
      yield createCall(agency, 'POST', `${base}/leads`, body)
    }
  }
}
