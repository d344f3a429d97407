/** Queries of a partner's key over several agencies, on any worker: contract/leadsql.md §3. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  grant,
  makeAgency,
  makeLead,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { createDatabase } from '../../../../test/support/database.ts'
import { openServer, startServer } from '../../../../test/support/server.ts'
import { clusterTopology } from '../../../platform/db/cluster/cluster-topology.ts'
import { placement } from '../../table-placement.ts'

const database = await createDatabase()
const env = { SANDBOX: 'true' }
/** Server that queries each agency separately, as on a cluster; `server` uses one statement. */
const clusterServer = await openServer(env, {
  database: { ...database, topology: clusterTopology(placement), close: async () => {} },
})
after(() => clusterServer.end())
const singleServer = await startServer(env, { database })
let key = ''
let agencyUids: string[] = []
const propertyUids: string[] = []
const leadUids: string[] = []

before(async () => {
  const partner = await makePartner(clusterServer)
  key = partner.key
  const [first, second, third] = [
    await makeAgency(clusterServer),
    await makeAgency(clusterServer),
    await makeAgency(clusterServer),
  ]
  agencyUids = [first, second, third].map(({ agencyUid }) => agencyUid)
  for (const agencyUid of agencyUids) {
    for (let n = 0; n < 2; n++) {
      const uid = await makeProperty(clusterServer, agencyUid, { name: `House ${n}` })
      propertyUids.push(uid)
      await grant(clusterServer, {
        agencyUid,
        partnerUid: partner.partnerUid,
        objectUid: uid,
        personalData: n === 0,
      })
    }
  }
  const hidden = await makeProperty(clusterServer, agencyUids[0]!)
  for (let n = 0; n < 24; n++) {
    const at = new Date(Date.UTC(2026, 0, 1, 0, 0, n % 7))
    const property_uid = propertyUids[n % 6]!
    const agency_uid = agencyUids[Math.floor((n % 6) / 2)]!
    const lead = { property_uid, created_at: at, updated_at: at, first_name: `Guest ${n}` }
    leadUids.push(await makeLead(clusterServer, agency_uid, lead))
  }
  propertyUids.push(hidden, '0197a000-7777-7bbb-8ccc-000000000009')
})

type QueryResult = {
  data: Record<string, unknown>
  errors?: unknown
  extensions?: { nextCursor?: string }
}

async function run(path: string, query: string, variables: object = {}): Promise<QueryResult> {
  const responses = await Promise.all(
    [clusterServer, singleServer].map(server =>
      server.request('POST', path, { key, body: { query, variables } }),
    ),
  )
  const [listed, expected] = responses.map(({ body }) => body)
  assert.deepEqual(withoutUids(listed), withoutUids(expected))
  assert.notEqual(listed.errors?.[0]?.extensions.code, 'GRAPHQL_VALIDATION_FAILED')
  return listed
}

/** Removes uids of errors, which differ per occurrence. */
const withoutUids = (body: { errors?: { extensions: object }[] }): unknown => ({
  ...body,
  errors: body.errors?.map(error => ({ ...error, extensions: { ...error.extensions, uid: '' } })),
})

/** Reads all pages of a list. */
async function pages(path: string, query: string, variables: object): Promise<unknown[]> {
  const leads: unknown[] = []
  let cursor: string | null = null
  for (let page = 0; page < 10; page++) {
    const response: QueryResult = await run(path, query, { ...variables, cursor })
    leads.push(...(response.data.leads as unknown[]))
    cursor = response.extensions?.nextCursor ?? null
    if (!cursor) return leads
  }
  throw new Error('The list has no end')
}

describe('a key with access to several agencies', () => {
  it('merges the leads of all of them', async () => {
    const query = `query ($uids: [String]) { leads(propertyUids: $uids) {
      uid firstName email property { name uid } order { uid } } }`
    const { data, extensions } = await run('/v2/leadsql', query, { uids: propertyUids })
    assert.equal((data.leads as unknown[]).length, 24)
    assert.ok(extensions)
    const singleProperty = await run('/v2/leadsql', query, { uids: propertyUids.slice(2, 3) })
    assert.equal((singleProperty.data.leads as unknown[]).length, 4)
  })

  it('pages through them without gaps or duplicates', async () => {
    const query = `query ($uids: [String], $cursor: String) {
      leads(propertyUids: $uids, _limit: 5, _cursor: $cursor) { uid firstName } }`
    const listed = (await pages('/v2/leadsql', query, { uids: propertyUids })) as { uid: string }[]
    assert.deepEqual(listed.map(({ uid }) => uid).sort(), [...leadUids].sort())
    const forged = Buffer.from('{"offset":7}').toString('base64')
    const { data } = await run('/v2/leadsql', query, { uids: propertyUids, cursor: forged })
    assert.equal((data.leads as unknown[]).length, 5)
  })

  it('reads one lead, one property, and several fields at once', async () => {
    const query = `query ($lead: String!, $property: String!, $agency: String!, $leads: [String!]) {
      lead(uid: $lead) { uid guestInformation { firstName } property { name } }
      property(uid: $property) { uid name }
      none: lead(uid: "0197a000-7777-7bbb-8ccc-000000000008") { uid }
      properties(agencyUid: $agency, sortStrategy: SORT_BY_NAME) { uid name }
      leads(leadUids: $leads, limit: 10) { uid agencyUid } }`
    const variables = {
      lead: leadUids[7],
      property: propertyUids[3],
      agency: agencyUids[2],
      leads: leadUids,
    }
    const { data } = await run('/api/v3.3/graphql', query, variables)
    assert.equal((data.lead as { uid: string }).uid, leadUids[7])
    assert.equal((data.leads as unknown[]).length, 10)
    assert.equal(data.none, null)
  })

  it('is denied inaccessible objects', async () => {
    const query = 'query ($uid: String!) { leads(propertyUid: $uid) { uid } }'
    const { errors } = await run('/api/v3.3/graphql', query, { uid: propertyUids[6] })
    assert.ok(errors)
  })
})

describe('a token of one agency', () => {
  it('reads the same leads', async () => {
    const partner = await makePartner(clusterServer)
    await grant(clusterServer, {
      agencyUid: agencyUids[0]!,
      partnerUid: partner.partnerUid,
      objectUid: propertyUids[0]!,
    })
    key = await makeToken(clusterServer, partner.partnerUid, agencyUids[0]!)
    const query = 'query ($uid: String!) { leads(propertyUid: $uid) { uid } }'
    const { data } = await run('/api/v3.3/graphql', query, { uid: propertyUids[0] })
    assert.equal((data.leads as unknown[]).length, 4)
  })
})
