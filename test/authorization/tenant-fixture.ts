/** Properties of an agency with one resource of each kind, created with a key of the agency. */
import assert from 'node:assert/strict'
import { findOrCreateGuestOfLead } from '../../src/rental/leads/guest-matching/find-or-create-guest-of-lead.ts'
import { upsertGuests } from '../../src/rental/leads/guest-matching/upsert-guests.ts'
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
import { isWebhookRoute, pathUidName } from './exceptions.ts'
import { type AnyRoute, buildRequest, nodeAt } from './requests.ts'
import type { Tenant } from './tenant.ts'

/** Resources that no path with a `:uid` names, with the name of their uid. */
const furtherResources: [path: string, name: string | null][] = [
  ['/tags', null],
  ['/custom-data', null],
  ['/leads/group-booking', 'groupUid'],
]

export async function makeTenant(
  server: TestServer,
  { agencyUid, key }: { agencyUid: string; key: string },
  label: string,
): Promise<Tenant> {
  const propertyUid = await makeProperty(server, agencyUid, { name: `Property-${label}` })
  const hotelUid = await makeHotel(server, agencyUid, { name: `Hotel-${label}` })
  const unitTypeUid = await makeProperty(server, agencyUid, {
    name: `Type-${label}`,
    hotel_uid: hotelUid,
  })
  const unitUid = await makeUnit(server.database.kysely, agencyUid, unitTypeUid)
  const personalText = `Personal-${label}`
  const leadUid = await makeLead(server, agencyUid, {
    property_uid: propertyUid,
    ...personalColumns(personalText),
  })
  const ctx = { db: server.database.kysely, clock: server.clock }
  const { uid: guestUid } = await findOrCreateGuestOfLead(ctx, {
    agency_uid: agencyUid,
    uid: leadUid,
  })
  const orderUid = await makeOrder(server, agencyUid, leadUid)
  const email = `${personalText}@staff.example`
  const employeeUid = await makeEmployee(server, agencyUid, { email })
  const base = { propertyUid, hotelUid, unitTypeUid, unitUid, leadUid, guestUid, orderUid }
  const aliases = { objectUid: propertyUid, propertiesUids: propertyUid, leadUids: leadUid }
  const { sessionUid } = await makeSession(server, agencyUid, employeeUid)
  // The key sends no requests; events contain its uid.
  const { uid: apiKeyUid } = await makeKey(server, agencyUid)
  const { partnerUid } = await makePartner(server)
  const staff = { employeeUid, sessionUid, apiKeyUid, partnerUid }
  const uids: Record<string, string> = { agencyUid, ...staff, ...base, ...aliases }
  const tenant: Tenant = { uids, personalText, hiddenTexts: [] }
  const createResource = async (path: string, name: string | null) => {
    const route = createRoutes.find(candidate => candidate.path === path)!
    const target = { scope: 'v3', version: '3.3', prefix: '/api/v3.3' } as const
    const { path: url, body } = buildRequest(target, route, tenant)
    const { status, body: created, text } = await server.request('POST', url, { key, body })
    assert.ok(status < 300, `POST ${path}: ${text}`)
    if (name !== null) uids[name] = readUid(created)
  }
  for (const path of listMissingCollections(tenant))
    await createResource(path, collectionUidName(path))
  for (const [path, name] of furtherResources) await createResource(path, name)
  const { messageUid } = uids
  const thread = await server.request('GET', `/api/v3.3/messages/${messageUid}`, { key })
  const conversation = await server.request('GET', `/v2/messages/${messageUid}`, { key })
  const { threadUid, attachments } = thread.body.message
  uids.threadUid = threadUid
  uids.attachmentUid = attachments[0].uid
  uids.token = new URL(attachments[0].fileUrl).searchParams.get('token')!
  uids.conversationUid = conversation.body.threadUid
  const guests = { extraGuests: [{ firstName: personalText, lastName: 'x' }] }
  await server.request('PUT', `/api/v3.3/extra-guests/${leadUid}`, { key, body: guests })
  const ownershipPath = `/api/v3.3/property-ownership/${propertyUid}`
  await server.request('PUT', ownershipPath, { key, body: { ownerUid: uids.ownerUid } })
  const hiddenUids = Object.entries(uids).filter(([name]) => !agencyWide.includes(name))
  tenant.hiddenTexts = [`-${label}`, ...hiddenUids.map(([, uid]) => uid)]
  return tenant
}

/**
 * Adds to a fixture a lead of a guest of another fixture. The lead's data of that guest is hidden
 * from callers with access to the other fixture only.
 */
export async function shareGuest(
  server: TestServer,
  { uids, personalText }: Tenant,
  hidden: Tenant,
): Promise<void> {
  const { agencyUid, propertyUid } = hidden.uids
  const uid = await makeLead(server, agencyUid!, {
    property_uid: propertyUid!,
    ...personalColumns(hidden.personalText),
    email: `${personalText}@guest.example`,
  })
  const ctx = { db: server.database.kysely, clock: server.clock }
  const guests = await upsertGuests(ctx, [{ agency_uid: agencyUid!, uid }])
  assert.equal(guests.get(uid), uids.guestUid)
  hidden.hiddenTexts.push(uid)
}

/**
 * Names of uids in collections that every partner with a grant of the agency may read
 * (contract/general.md §3).
 */
const agencyWide = [
  'agencyUid',
  'employeeUid',
  'customDataFieldUid',
  'serviceUid',
  'serviceProviderUid',
]

function personalColumns(text: string) {
  return {
    first_name: text,
    last_name: text,
    email: `${text}@guest.example`,
    secondary_email: `${text}@guest.example`,
    phone_number: text,
    cell_phone_number: text,
    address1: text,
    address2: text,
    zip_code: text,
    passport_id: text,
    flight_number: text,
    reason_for_trip: text,
    notes: text,
    extra_notes: text,
  }
}

function readUid(body: Record<string, unknown>): string {
  const [first] = Object.values(body)
  const resource = (Array.isArray(first) ? first[0] : first) as Record<string, string>
  const uid = resource.groupUid ?? resource.uid ?? (body as Record<string, string>).uid
  assert.ok(uid, JSON.stringify(body))
  return uid
}

const createRoutes = (routes as readonly AnyRoute[]).filter(({ method }) => method === 'POST')

const collectionUidName = (path: string) => pathUidName(`${path}/:uid`, '')

/** Lists the collections whose `:uid` has no resource yet, dependencies first. */
function listMissingCollections({ uids }: Tenant): string[] {
  const paths = new Set(routes.map(({ path }) => path))
  const pending = createRoutes.filter(
    route =>
      paths.has(`${route.path}/:uid`) &&
      !isWebhookRoute(route) &&
      !uids[collectionUidName(route.path)],
  )
  const ordered: string[] = []
  while (pending.length > 0) {
    const missingNames = pending.map(({ path }) => collectionUidName(path))
    const isReady = ({ body }: AnyRoute) =>
      !nodeAt(body, '3.3').required?.some(key => missingNames.includes(key))
    const next = pending.findIndex(isReady)
    assert.ok(next >= 0, `${missingNames} need each other`)
    ordered.push(pending.splice(next, 1)[0]!.path)
  }
  return ordered
}
