/** Properties of an agency with one of everything, made as its own key makes it. */
import assert from 'node:assert/strict'
import { guestOfLead } from '../../src/rental/leads/guest-identity/keep-guest.ts'
import { keepGuests } from '../../src/rental/leads/guest-identity/keep-guests.ts'
import { routes } from '../../src/rental/routes.ts'
import {
  makeEmployee,
  makeHotel,
  makeKey,
  makeLead,
  makeOrder,
  makePartner,
  makeProperty,
  makeUnit,
} from '../fixtures/rows.ts'
import { makeSession } from '../fixtures/sessions.ts'
import type { TestServer } from '../support/server.ts'
import { nounOf, ofWebhooks } from './known.ts'
import { type AnyRoute, nodeAt, requestOf } from './requests.ts'
import type { Estate } from './uids.ts'

/** What is made after all that a `:uid` names, and what its uid is called. */
const besides: [path: string, name: string | null][] = [
  ['/tags', null],
  ['/custom-data', null],
  ['/leads/group-booking', 'groupUid'],
]

export async function makeEstate(
  server: TestServer,
  { agencyUid, key }: { agencyUid: string; key: string },
  mark: string,
): Promise<Estate> {
  const propertyUid = await makeProperty(server, agencyUid, { name: `Property-${mark}` })
  const hotelUid = await makeHotel(server, agencyUid, { name: `Hotel-${mark}` })
  const unitTypeUid = await makeProperty(server, agencyUid, {
    name: `Type-${mark}`,
    hotel_uid: hotelUid,
  })
  const unitUid = await makeUnit(server.database.kysely, agencyUid, unitTypeUid)
  const personalMark = `Personal-${mark}`
  const leadUid = await makeLead(server, agencyUid, {
    property_uid: propertyUid,
    ...personal(personalMark),
  })
  const ctx = { db: server.database.kysely, clock: server.clock }
  const { uid: guestUid } = await guestOfLead(ctx, { agency_uid: agencyUid, uid: leadUid })
  const orderUid = await makeOrder(server, agencyUid, leadUid)
  const email = `${personalMark}@staff.example`
  const employeeUid = await makeEmployee(server, agencyUid, { email })
  const own = { propertyUid, hotelUid, unitTypeUid, unitUid, leadUid, guestUid, orderUid }
  const derived = { objectUid: propertyUid, propertiesUids: propertyUid, leadUids: leadUid }
  const { sessionUid } = await makeSession(server, agencyUid, employeeUid)
  // Nothing is done by it: who acts is named in events.
  const { uid: apiKeyUid } = await makeKey(server, agencyUid)
  const { partnerUid } = await makePartner(server)
  const staff = { employeeUid, sessionUid, apiKeyUid, partnerUid }
  const uids: Record<string, string> = { agencyUid, ...staff, ...own, ...derived }
  const estate: Estate = { uids, personalMark, marks: [] }
  const make = async (path: string, name: string | null) => {
    const route = creators.find(one => one.path === path)!
    const target = { scope: 'v3', version: '3.3', prefix: '/api/v3.3' } as const
    const { path: url, body } = requestOf(target, route, estate)
    const { status, body: answered, text } = await server.request('POST', url, { key, body })
    assert.ok(status < 300, `POST ${path}: ${text}`)
    if (name !== null) uids[name] = uidIn(answered)
  }
  for (const path of unmadeIn(estate)) await make(path, uidNameOf(path))
  for (const [path, name] of besides) await make(path, name)
  const { messageUid } = uids
  const thread = await server.request('GET', `/api/v3.3/messages/${messageUid}`, { key })
  const conversation = await server.request('GET', `/v2/messages/${messageUid}`, { key })
  const { threadUid, attachments } = thread.body.message
  uids.threadUid = threadUid
  uids.attachmentUid = attachments[0].uid
  uids.token = new URL(attachments[0].fileUrl).searchParams.get('token')!
  uids.conversationUid = conversation.body.threadUid
  const guests = { extraGuests: [{ firstName: personalMark, lastName: 'x' }] }
  await server.request('PUT', `/api/v3.3/extra-guests/${leadUid}`, { key, body: guests })
  const owned = `/api/v3.3/property-ownership/${propertyUid}`
  await server.request('PUT', owned, { key, body: { ownerUid: uids.ownerUid } })
  const hidden = Object.entries(uids).filter(([name]) => !agencyWide.includes(name))
  estate.marks = [`-${mark}`, ...hidden.map(([, uid]) => uid)]
  return estate
}

/**
 * Adds to an estate a lead of the guest of another one, which tells of that guest what nobody may
 * know who reaches the other estate alone.
 */
export async function shareGuest(
  server: TestServer,
  { uids, personalMark }: Estate,
  hidden: Estate,
): Promise<void> {
  const { agencyUid, propertyUid } = hidden.uids
  const uid = await makeLead(server, agencyUid!, {
    property_uid: propertyUid!,
    ...personal(hidden.personalMark),
    email: `${personalMark}@guest.example`,
  })
  const ctx = { db: server.database.kysely, clock: server.clock }
  const guests = await keepGuests(ctx, [{ agency_uid: agencyUid!, uid }])
  assert.equal(guests.get(uid), uids.guestUid)
  hidden.marks.push(uid)
}

/** What everybody sees whom the agency granted anything (contract/general.md §3). */
const agencyWide = [
  'agencyUid',
  'employeeUid',
  'customDataFieldUid',
  'serviceUid',
  'serviceProviderUid',
]

function personal(mark: string) {
  return {
    first_name: mark,
    last_name: mark,
    email: `${mark}@guest.example`,
    secondary_email: `${mark}@guest.example`,
    phone_number: mark,
    cell_phone_number: mark,
    address1: mark,
    address2: mark,
    zip_code: mark,
    passport_id: mark,
    flight_number: mark,
    reason_for_trip: mark,
    notes: mark,
    extra_notes: mark,
  }
}

function uidIn(body: Record<string, unknown>): string {
  const [found] = Object.values(body)
  const thing = (Array.isArray(found) ? found[0] : found) as Record<string, string>
  const uid = thing.groupUid ?? thing.uid ?? (body as Record<string, string>).uid
  assert.ok(uid, JSON.stringify(body))
  return uid
}

const creators = (routes as readonly AnyRoute[]).filter(({ method }) => method === 'POST')

const uidNameOf = (path: string) => nounOf(`${path}/:uid`, '')

/** Where things are added of which a path names one by its `:uid`, those first that others need. */
function unmadeIn({ uids }: Estate): string[] {
  const paths = new Set(routes.map(({ path }) => path))
  const waiting = creators.filter(
    route => paths.has(`${route.path}/:uid`) && !ofWebhooks(route) && !uids[uidNameOf(route.path)],
  )
  const ordered: string[] = []
  while (waiting.length > 0) {
    const lacking = waiting.map(({ path }) => uidNameOf(path))
    const isReady = ({ body }: AnyRoute) =>
      !nodeAt(body, '3.3').required?.some(key => lacking.includes(key))
    const next = waiting.findIndex(isReady)
    assert.ok(next >= 0, `${lacking} need each other`)
    ordered.push(waiting.splice(next, 1)[0]!.path)
  }
  return ordered
}
