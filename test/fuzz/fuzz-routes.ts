/**
 * Fuzzing of every route: responses are documented, contain no data of another agency, and refused
 * requests change nothing. Requests are generated from the route tables, so new routes are
 * included. Each version has a separate file, so that the files run in parallel.
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { newestVersion } from '../../src/rental/versions.ts'
import { fingerprintTables } from '../authorization/fingerprints.ts'
import type { AnyRoute } from '../authorization/requests.ts'
import type { Tenant } from '../authorization/tenant.ts'
import { makeTenant } from '../authorization/tenant-fixture.ts'
import { makePartnerToken } from '../authorization/tokens.ts'
import { withWebhook } from '../authorization/webhooks.ts'
import { makeAgency } from '../fixtures/rows.ts'
import { callsAnywhere, deliverDue } from '../fixtures/webhooks.ts'
import { Logs } from '../support/logs.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { startReceiver } from '../support/webhook-receiver/receiver.ts'
import type { Density } from './cases.ts'
import { Fuzzer, senderTag } from './fuzzer.ts'
import type { Surface } from './surfaces.ts'

interface FuzzSetup {
  server: TestServer
  logs: Logs
  receiver: Awaited<ReturnType<typeof startReceiver>>
  /** Fixture of another agency, which no response may contain and no request may change. */
  otherTenant: Tenant
  otherAgency: Awaited<ReturnType<typeof makeAgency>>
  otherFingerprints: Record<string, string>
}

async function openSetup(): Promise<FuzzSetup> {
  const logs = new Logs()
  const settings = {
    LOG_LEVEL: 'trace',
    RATE_LIMIT_PER_HOUR: '0',
    SANDBOX: 'true',
    TRUST_PROXY: '127.0.0.1',
    ...callsAnywhere,
  }
  const server = await startServer(settings, { logTo: logs })
  const receiver = await startReceiver()
  const otherAgency = await makeAgency(server)
  const { key } = otherAgency
  const base = await makeTenant(server, otherAgency, 'theirs')
  const callbackUrl = `${receiver.url}/theirs`
  const otherTenant = await withWebhook(server, base, { agencyKey: key, key, callbackUrl })
  await deliverDue(server)
  const otherFingerprints = await fingerprintTables(server, otherAgency.agencyUid)
  return { server, logs, receiver, otherAgency, otherTenant, otherFingerprints }
}

/** Returns the number of cases; most are for the newest version and v2, which differs most. */
function chooseDensity({ version, scope }: Surface): Density {
  if (scope === 'v2' || version === newestVersion) return { perField: 1.5, perRoute: 3 }
  return { perField: 0.4, perRoute: 1 }
}

/** Creates an agency with one resource of each kind; two of eight requests come from a partner. */
async function openFuzzer({ server, receiver, otherTenant }: FuzzSetup): Promise<Fuzzer> {
  const agency = await makeAgency(server)
  const { agencyUid, key } = agency
  const callbackUrl = `${receiver.url}/${agencyUid}`
  const base = await makeTenant(server, agency, agencyUid)
  const tenant = await withWebhook(server, base, { agencyKey: key, key, callbackUrl })
  const token = await makePartnerToken(server, tenant, { access: 'READ_WRITE', personalData: true })
  const reader = await makePartnerToken(server, tenant, { access: 'READ' })
  const keys = [...Array.from({ length: 6 }, () => key), token, reader]
  const headers = keys.map(key => ({ 'x-hostfully-apikey': key }))
  return new Fuzzer({ server, agencyUid, headers, tenant, otherTenant })
}

/** Prefixes of credentials, names of fixtures, and pieces of malformed values. */
const neverLogged = [
  'lpa_',
  'lpp_',
  'lps_',
  'eyJ',
  'Personal-',
  'Property-',
  '<script>',
  '\\u001b',
  senderTag,
]

const isRead = ({ method }: AnyRoute) => method === 'GET'
const isDeletion = ({ method }: AnyRoute) => method === 'DELETE'

/**
 * Groups writes by resource; deletions come last, because they remove the targets of the others.
 */
function groupWrites({ routes }: Surface): AnyRoute[][] {
  const firstSegment = ({ path }: AnyRoute) => path.split('/')[1]!
  const writes = routes.filter(route => !isRead(route))
  const groups = Object.values(Object.groupBy(writes, firstSegment)) as AnyRoute[][]
  const withoutDeletions = groups.map(group => group.filter(route => !isDeletion(route)))
  return [...withoutDeletions, ...groups.map(group => group.filter(isDeletion))]
}

const badCredentials: Record<string, string>[] = [
  { 'x-hostfully-apikey': 'x'.repeat(300) },
  { authorization: `Bearer ${'eyJhbGciOiJub25lIn0'.padEnd(40, '.')}` },
  { authorization: 'Basic AAAA' },
]

/** Adds a unique client address, because failures are counted by address. */
function withAddress(headers: Record<string, string>, n: number): Record<string, string> {
  return { ...headers, 'x-forwarded-for': `10.1.${n >> 8}.${n & 255}` }
}

/** Defines the tests of all routes of one version. */
export async function fuzzRoutes(surface: Surface): Promise<void> {
  const setup = await openSetup()
  const { prefix, routes } = surface
  const density = chooseDensity(surface)

  describe(`malformed requests to ${prefix}`, () => {
    let fuzzer: Fuzzer
    before(async () => {
      fuzzer = await openFuzzer(setup)
    })
    after(() => fuzzer.end())

    const assertNoFindings = () => {
      const findings = fuzzer.findings.splice(0)
      assert.equal(
        findings.length,
        0,
        `${findings.length} findings:\n${findings.slice(0, 40).join('\n')}`,
      )
    }

    it('401: rejects requests without a valid credential', async () => {
      for (const [i, route] of routes.entries()) {
        const bad = badCredentials[i % badCredentials.length]!
        await fuzzer.sendUnauthenticated(surface, route, withAddress({}, 2 * i))
        await fuzzer.sendUnauthenticated(surface, route, withAddress(bad, 2 * i + 1))
      }
      assertNoFindings()
    })

    it('returns and changes nothing of another agency', async () => {
      for (const route of routes) await fuzzer.sendForeign(surface, route)
      assertNoFindings()
    })

    it('reads return a documented response', async () => {
      await fuzzer.read(surface, routes.filter(isRead), density)
      assertNoFindings()
    })

    it('writes return a documented response, and refused ones change nothing', async () => {
      for (const group of groupWrites(surface)) await fuzzer.write(surface, group, density)
      assertNoFindings()
    })
  })

  describe('after all requests', () => {
    it('data of another agency is unchanged', async () => {
      const now = await fingerprintTables(setup.server, setup.otherAgency.agencyUid)
      const changed = Object.keys(now).filter(
        table => now[table] !== setup.otherFingerprints[table],
      )
      assert.deepEqual(changed, [])
    })

    it('the log contains neither credentials nor personal data, sent or stored', () => {
      const { logs, otherAgency } = setup
      assert.ok(logs.entries.some(({ msg }) => msg === 'refused'))
      assert.deepEqual(logs.excerpts([otherAgency.key, ...neverLogged]), [])
    })
  })
}
