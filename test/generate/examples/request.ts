/** Requests to the server that record examples. */
import { makeDemo, readDemo } from '../../../demo/demo.ts'
import type { Version } from '../../../src/platform/rest/version.ts'
import { legacyRoutes, routes } from '../../../src/rental/routes.ts'
import { legacyVersion, versions } from '../../../src/rental/versions.ts'
import { pathUidName } from '../../authorization/exceptions.ts'
import {
  type AnyRoute,
  buildRequest,
  nodeAt,
  routeName,
  routesAt,
} from '../../authorization/requests.ts'
import type { Tenant } from '../../authorization/tenant.ts'
import { makeTenant } from '../../authorization/tenant-fixture.ts'
import { withWebhook } from '../../authorization/webhooks.ts'
import { makeAgency } from '../../fixtures/rows.ts'
import type { TestServer } from '../../support/server.ts'
import { openReceiver } from '../../support/webhook-receiver/open-receiver.ts'
import { writes } from '../../write-cases/all.ts'
import { makeCase } from '../../write-cases/write.ts'

/** Versions, newest first, because their examples are preferred. */
export const surfaces = [
  ...versions
    .map(version => ({ scope: 'v3', prefix: `/api/v${version}`, version, all: routes }) as const)
    .reverse(),
  { scope: 'v2', prefix: '/v2', version: legacyVersion, all: legacyRoutes } as const,
]
type Surface = (typeof surfaces)[number]

const newest: Surface = surfaces[0]!
const legacy: Surface = surfaces.at(-1)!

const today = '2026-05-20'

/** Reads every list of the demo agency and the first object of each. */
export async function readDemoAgency(server: TestServer): Promise<void> {
  await makeDemo(server.database, server.config, { today, properties: 6, log: () => {} })
  const { agencyUid, apiKey: key, propertyUids } = (await readDemo(server.config))!
  const uids = { agencyUid, propertyUid: propertyUids[0]!, objectUid: propertyUids[0]! }
  const tenant: Tenant = { uids, personalText: '', hiddenTexts: [] }
  // Later rounds request objects that the lists name.
  for (const surface of [newest, legacy]) {
    for (let round = 0; round < 3; round++) await readAll(server, surface, tenant, key)
  }
}

/** Requests every route that reads and whose uids the fixture has. */
async function readAll(server: TestServer, surface: Surface, tenant: Tenant, key: string) {
  for (const route of listReads(surface)) {
    const request = tryBuildRequest(surface, route, tenant)
    if (!request) continue
    const { status, body } = await server.request('GET', withLimit(request.path, route, surface), {
      key,
    })
    if (status === 200) storeUid(tenant, surface, route, body)
  }
}

const listReads = ({ all, version }: Surface) =>
  routesAt(all as readonly AnyRoute[], version).filter(({ method }) => method === 'GET')

function tryBuildRequest({ scope, version, prefix }: Surface, route: AnyRoute, tenant: Tenant) {
  const hasUids = [...route.path.matchAll(/:(\w+)/g)].every(([, parameter]) => {
    const name = parameter === 'uid' ? pathUidName(route.path, routeName(scope, route)) : parameter!
    return name in tenant.uids
  })
  return hasUids ? buildRequest({ scope, version, prefix }, route, tenant) : undefined
}

/** Adds a limit that makes a full list likely. */
function withLimit(path: string, route: AnyRoute, { version }: Surface): string {
  if (!nodeAt(route.query, version).properties?._limit) return path
  return `${path}${path.includes('?') ? '&' : '?'}_limit=20`
}

function storeUid({ uids }: Tenant, { scope }: Surface, route: AnyRoute, body: unknown): void {
  if (typeof body !== 'object' || body === null) return
  const list = Array.isArray(body) ? body : Object.values(body).find(Array.isArray)
  const uid = list?.[0]?.uid
  const name = pathUidName(`${route.path}/:uid`, routeName(scope, route))
  if (typeof uid === 'string' && !(name in uids)) uids[name] = uid
}

/** Sends every write case of the newest version and of v2, each for a new agency. */
export async function sendWriteCases(server: TestServer): Promise<void> {
  for (const { scope, prefix } of [newest, legacy]) {
    for (const [route, makeWrite] of Object.entries(writes[scope])) {
      const writeCase = await makeCase(server)
      if (scope === 'v2') await allowLegacyWrites(server, writeCase)
      const { params = {}, query, body } = await makeWrite(writeCase)
      const [method, template] = route.split(' ') as [string, string]
      const path = template.replace(/:(\w+)/g, (_, name: string) => params[name]!)
      const queryText = query ? `?${new URLSearchParams(query)}` : ''
      await server.request(method, `${prefix}${path}${queryText}`, { key: writeCase.key, body })
    }
  }
}

async function allowLegacyWrites(
  server: TestServer,
  { agencyUid, key }: { agencyUid: string; key: string },
) {
  const settings = { key, body: { v2LeadWrites: true } }
  await server.request('PATCH', `/api/v3.3/agencies/${agencyUid}/settings`, settings)
}

export async function causeErrors(server: TestServer): Promise<void> {
  const { agencyUid, key } = await makeAgency(server)
  for (const { prefix } of surfaces) {
    const guestInformation = { email: 'no address', adultCount: -1 }
    const body = { agencyUid, type: 'BOOKING', status: 'BOOKD', guestInformation }
    await server.request('POST', `${prefix}/leads`, { key, body })
  }
}

/** Requests every route of every version, of an agency with one resource of each kind. */
export async function requestEveryRoute(server: TestServer): Promise<void> {
  const agency = await makeAgency(server)
  const receiver = await openReceiver()
  await allowLegacyWrites(server, agency)
  const { key } = agency
  const base = await makeTenant(server, agency, 'Alder')
  const callbackUrl = `${receiver.url}/hooks`
  const tenant = await withWebhook(server, base, { agencyKey: key, key, callbackUrl })
  for (const surface of surfaces) await readAll(server, surface, tenant, key)
  for (const surface of [newest, legacy]) await sendWrites(server, surface, tenant, key)
  await receiver.close()
}

/** Sends every write except deletions. */
async function sendWrites(server: TestServer, surface: Surface, tenant: Tenant, key: string) {
  const all = routesAt(surface.all as readonly AnyRoute[], surface.version as Version)
  for (const route of all.filter(({ method }) => !['GET', 'DELETE'].includes(method))) {
    const request = tryBuildRequest(surface, route, tenant)
    if (request) await server.request(request.method, request.path, { key, body: request.body })
  }
}
