/**
 * Whatever is sent to any route of any version, the answer is one of the contract: never a fault of
 * ours, never what is others', and what was refused has changed nothing. The requests are made of
 * the route tables, so that a new route is tried, too. Each version has a file of its own, so that
 * they run side by side.
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { newestVersion } from '../../src/rental/versions.ts'
import { makeAgency } from '../fixtures/rows.ts'
import { callsAnywhere, deliverDue } from '../fixtures/webhooks.ts'
import { makeEstate } from '../reach/estate.ts'
import { fingerprints } from '../reach/fingerprints.ts'
import type { AnyRoute } from '../reach/requests.ts'
import { tokenWith } from '../reach/tokens.ts'
import type { Estate } from '../reach/uids.ts'
import { withWebhook } from '../reach/webhooks.ts'
import { Logs } from '../support/logs.ts'
import { startReceiver } from '../support/receiver.ts'
import { startServer, type TestServer } from '../support/server.ts'
import type { Density } from './cases.ts'
import type { Scope } from './scopes.ts'
import { Storm, sentMark } from './storm.ts'

interface Field {
  server: TestServer
  logs: Logs
  receiver: Awaited<ReturnType<typeof startReceiver>>
  /** The estate of another agency, which nothing may show or change, and what it had. */
  theirs: Estate
  victim: Awaited<ReturnType<typeof makeAgency>>
  others: Record<string, string>
}

async function openField(): Promise<Field> {
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
  const victim = await makeAgency(server)
  const { key } = victim
  const estate = await makeEstate(server, victim, 'theirs')
  const callbackUrl = `${receiver.url}/theirs`
  const theirs = await withWebhook(server, estate, { agencyKey: key, key, callbackUrl })
  await deliverDue(server)
  const others = await fingerprints(server, victim.agencyUid)
  return { server, logs, receiver, victim, theirs, others }
}

/** Every version has its share; the newest and the legacy one, which differs most, the largest. */
function densityOf({ version, scope }: Scope): Density {
  if (scope === 'v2' || version === newestVersion) return { values: 1.5, others: 3 }
  return { values: 0.4, others: 1 }
}

/** An agency with one of everything; now and then a partner sends in place of it. */
async function openStorm({ server, receiver, theirs }: Field): Promise<Storm> {
  const agency = await makeAgency(server)
  const { agencyUid, key } = agency
  const callbackUrl = `${receiver.url}/${agencyUid}`
  const estate = await makeEstate(server, agency, agencyUid)
  const mine = await withWebhook(server, estate, { agencyKey: key, key, callbackUrl })
  const token = await tokenWith(server, mine, { access: 'READ_WRITE', personalData: true })
  const reader = await tokenWith(server, mine, { access: 'READ' })
  const keys = [...Array.from({ length: 6 }, () => key), token, reader]
  const headers = keys.map(one => ({ 'x-hostfully-apikey': one }))
  return new Storm({ server, agencyUid, headers, mine, theirs })
}

/** What credentials begin with, what estates are called, and what hostile values have in them. */
const loggedNever = [
  'lpa_',
  'lpp_',
  'lps_',
  'eyJ',
  'Personal-',
  'Property-',
  '<script>',
  '\\u001b',
  sentMark,
]

const isRead = ({ method }: AnyRoute) => method === 'GET'
const isDeletion = ({ method }: AnyRoute) => method === 'DELETE'

/** The writes of a noun together, deletions last: they end what the others are aimed at. */
function writesOf({ routes }: Scope): AnyRoute[][] {
  const nounOf = ({ path }: AnyRoute) => path.split('/')[1]!
  const writes = routes.filter(route => !isRead(route))
  const groups = Object.values(Object.groupBy(writes, nounOf)) as AnyRoute[][]
  const kept = groups.map(group => group.filter(route => !isDeletion(route)))
  return [...kept, ...groups.map(group => group.filter(isDeletion))]
}

const badCredentials: Record<string, string>[] = [
  { 'x-hostfully-apikey': 'x'.repeat(300) },
  { authorization: `Bearer ${'eyJhbGciOiJub25lIn0'.padEnd(40, '.')}` },
  { authorization: 'Basic AAAA' },
]

/** From an address of its own, because failures are counted by address. */
function fromElsewhere(headers: Record<string, string>, n: number): Record<string, string> {
  return { ...headers, 'x-forwarded-for': `10.1.${n >> 8}.${n & 255}` }
}

/** The tests of all routes of one version. */
export async function attack(scope: Scope): Promise<void> {
  const field = await openField()
  const { prefix, routes } = scope
  const density = densityOf(scope)

  describe(`hostile requests to ${prefix}`, () => {
    let storm: Storm
    before(async () => {
      storm = await openStorm(field)
    })
    after(() => storm.end())

    const clean = () => {
      const found = storm.findings.splice(0)
      assert.equal(found.length, 0, `${found.length} findings:\n${found.slice(0, 40).join('\n')}`)
    }

    it('without a good credential: 401', async () => {
      for (const [i, route] of routes.entries()) {
        const bad = badCredentials[i % badCredentials.length]!
        await storm.fireUnknown(scope, route, fromElsewhere({}, 2 * i))
        await storm.fireUnknown(scope, route, fromElsewhere(bad, 2 * i + 1))
      }
      clean()
    })

    it('aimed at another agency: nothing of it is shown or changed', async () => {
      for (const route of routes) await storm.fireForeign(scope, route)
      clean()
    })

    it('to read: are answered or refused', async () => {
      await storm.read(scope, routes.filter(isRead), density)
      clean()
    })

    it('to write: are done or refused, and what is refused changes nothing', async () => {
      for (const group of writesOf(scope)) await storm.write(scope, group, density)
      clean()
    })
  })

  describe('after all', () => {
    it('another agency has what it had', async () => {
      const now = await fingerprints(field.server, field.victim.agencyUid)
      const changed = Object.keys(now).filter(table => now[table] !== field.others[table])
      assert.deepEqual(changed, [])
    })

    it('the log has neither credentials nor anything personal, sent or stored', () => {
      const { logs, victim } = field
      assert.ok(logs.entries.some(({ msg }) => msg === 'refused'))
      assert.deepEqual(logs.having([victim.key, ...loggedNever]), [])
    })
  })
}
