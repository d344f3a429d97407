/** What the server is asked for the sake of examples. */
import { makeDemo, readDemo } from '../../../demo/demo.ts'
import type { Version } from '../../../src/platform/rest/version.ts'
import { legacyRoutes, routes } from '../../../src/rental/routes.ts'
import { legacyVersion, versions } from '../../../src/rental/versions.ts'
import { makeAgency } from '../../fixtures/rows.ts'
import { makeEstate } from '../../reach/estate.ts'
import { nounOf } from '../../reach/known.ts'
import { type AnyRoute, nameOf, nodeAt, requestOf, routesAt } from '../../reach/requests.ts'
import type { Estate } from '../../reach/uids.ts'
import { withWebhook } from '../../reach/webhooks.ts'
import { openReceiver } from '../../support/open-receiver.ts'
import type { TestServer } from '../../support/server.ts'
import { writes } from '../../writes/all.ts'
import { makeCase } from '../../writes/write.ts'

/** The versions, the newest first, whose values are the best. */
export const scopes = [
  ...versions
    .map(version => ({ scope: 'v3', prefix: `/api/v${version}`, version, all: routes }) as const)
    .reverse(),
  { scope: 'v2', prefix: '/v2', version: legacyVersion, all: legacyRoutes } as const,
]
type Scope = (typeof scopes)[number]

const newest: Scope = scopes[0]!
const legacy: Scope = scopes.at(-1)!

/** The day that the demo is laid around. */
const today = '2026-05-20'

/** Every list of the demo agency and the first thing of each. */
export async function readDemoAgency(server: TestServer): Promise<void> {
  await makeDemo(server.database, server.config, { today, properties: 6, say: () => {} })
  const { agencyUid, apiKey: key, propertyUids } = (await readDemo(server.config))!
  const uids = { agencyUid, propertyUid: propertyUids[0]!, objectUid: propertyUids[0]! }
  const estate: Estate = { uids, personalMark: '', marks: [] }
  // What a list names is asked for by the next round.
  for (const scope of [newest, legacy]) {
    for (let round = 0; round < 3; round++) await readAll(server, scope, estate, key)
  }
}

/** Every route that reads, where the estate has what it is about. */
async function readAll(server: TestServer, scope: Scope, estate: Estate, key: string) {
  for (const route of readsOf(scope)) {
    const made = requestIfKnown(scope, route, estate)
    if (!made) continue
    const { status, body } = await server.request('GET', limited(made.path, route, scope), { key })
    if (status === 200) learn(estate, scope, route, body)
  }
}

const readsOf = ({ all, version }: Scope) =>
  routesAt(all as readonly AnyRoute[], version).filter(({ method }) => method === 'GET')

function requestIfKnown({ scope, version, prefix }: Scope, route: AnyRoute, estate: Estate) {
  const isKnown = [...route.path.matchAll(/:(\w+)/g)].every(([, parameter]) => {
    const name = parameter === 'uid' ? nounOf(route.path, nameOf(scope, route)) : parameter!
    return name in estate.uids
  })
  return isKnown ? requestOf({ scope, version, prefix }, route, estate) : undefined
}

/** Enough of a list to have a full one in it. */
function limited(path: string, route: AnyRoute, { version }: Scope): string {
  if (!nodeAt(route.query, version).properties?._limit) return path
  return `${path}${path.includes('?') ? '&' : '?'}_limit=20`
}

/** The uid of the first thing in a list. */
function learn({ uids }: Estate, { scope }: Scope, route: AnyRoute, body: unknown): void {
  if (typeof body !== 'object' || body === null) return
  const list = Array.isArray(body) ? body : Object.values(body).find(Array.isArray)
  const uid = list?.[0]?.uid
  const name = nounOf(`${route.path}/:uid`, nameOf(scope, route))
  if (typeof uid === 'string' && !(name in uids)) uids[name] = uid
}

/** Every write of the newest version and of v2, with what it needs. */
export async function doWrites(server: TestServer): Promise<void> {
  for (const { scope, prefix } of [newest, legacy]) {
    for (const [route, makeWrite] of Object.entries(writes[scope])) {
      const given = await makeCase(server)
      if (scope === 'v2') await letWrite(server, given)
      const { params = {}, query, body } = await makeWrite(given)
      const [method, template] = route.split(' ') as [string, string]
      const path = template.replace(/:(\w+)/g, (_, name: string) => params[name]!)
      const asked = query ? `?${new URLSearchParams(query)}` : ''
      await server.request(method, `${prefix}${path}${asked}`, { key: given.key, body })
    }
  }
}

async function letWrite(
  server: TestServer,
  { agencyUid, key }: { agencyUid: string; key: string },
) {
  const settings = { key, body: { v2LeadWrites: true } }
  await server.request('PATCH', `/api/v3.3/agencies/${agencyUid}/settings`, settings)
}

/** A refusal that says all that one can. */
export async function beRefused(server: TestServer): Promise<void> {
  const { agencyUid, key } = await makeAgency(server)
  for (const { prefix } of scopes) {
    const guestInformation = { email: 'no address', adultCount: -1 }
    const body = { agencyUid, type: 'BOOKING', status: 'BOOKD', guestInformation }
    await server.request('POST', `${prefix}/leads`, { key, body })
  }
}

/** Every route of every version, of an agency that has one of everything. */
export async function walkEstate(server: TestServer): Promise<void> {
  const agency = await makeAgency(server)
  const receiver = await openReceiver()
  await letWrite(server, agency)
  const { key } = agency
  const bare = await makeEstate(server, agency, 'Alder')
  const callbackUrl = `${receiver.url}/hooks`
  const estate = await withWebhook(server, bare, { agencyKey: key, key, callbackUrl })
  for (const scope of scopes) await readAll(server, scope, estate, key)
  for (const scope of [newest, legacy]) await write(server, scope, estate, key)
  await receiver.close()
}

/** What nobody else writes: what adds and changes, and takes nothing away. */
async function write(server: TestServer, scope: Scope, estate: Estate, key: string) {
  const all = routesAt(scope.all as readonly AnyRoute[], scope.version as Version)
  for (const route of all.filter(({ method }) => !['GET', 'DELETE'].includes(method))) {
    const made = requestIfKnown(scope, route, estate)
    if (made) await server.request(made.method, made.path, { key, body: made.body })
  }
}
