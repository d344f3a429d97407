/** contract/leadsql.md §3: a partner's key reads of several agencies, wherever these lie. */
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

const database = await createDatabase()
const env = { SANDBOX: 'true' }
/** Asks agency by agency, as on a cluster; the other asks all of them by one statement. */
const spread = await openServer(env, {
  database: { ...database, isCluster: true, close: async () => {} },
})
after(() => spread.end())
const whole = await startServer(env, { database })
let key = ''
let agencyUids: string[] = []
const propertyUids: string[] = []
const leadUids: string[] = []

before(async () => {
  const partner = await makePartner(spread)
  key = partner.key
  const [first, second, third] = [
    await makeAgency(spread),
    await makeAgency(spread),
    await makeAgency(spread),
  ]
  agencyUids = [first, second, third].map(({ agencyUid }) => agencyUid)
  for (const agencyUid of agencyUids) {
    for (let n = 0; n < 2; n++) {
      const uid = await makeProperty(spread, agencyUid, { name: `House ${n}` })
      propertyUids.push(uid)
      await grant(spread, {
        agencyUid,
        partnerUid: partner.partnerUid,
        objectUid: uid,
        personalData: n === 0,
      })
    }
  }
  const hidden = await makeProperty(spread, agencyUids[0]!)
  for (let n = 0; n < 24; n++) {
    const at = new Date(Date.UTC(2026, 0, 1, 0, 0, n % 7))
    const property_uid = propertyUids[n % 6]!
    const agency_uid = agencyUids[Math.floor((n % 6) / 2)]!
    const lead = { property_uid, created_at: at, updated_at: at, first_name: `Guest ${n}` }
    leadUids.push(await makeLead(spread, agency_uid, lead))
  }
  propertyUids.push(hidden, '0197a000-7777-7bbb-8ccc-000000000009')
})

type Answer = {
  data: Record<string, unknown>
  errors?: unknown
  extensions?: { nextCursor?: string }
}

async function ask(path: string, query: string, variables: object = {}): Promise<Answer> {
  const answers = await Promise.all(
    [spread, whole].map(server =>
      server.request('POST', path, { key, body: { query, variables } }),
    ),
  )
  const [found, wanted] = answers.map(({ body }) => body)
  assert.deepEqual(withoutUids(found), withoutUids(wanted))
  assert.notEqual(found.errors?.[0]?.extensions.code, 'GRAPHQL_VALIDATION_FAILED')
  return found
}

/** Each occurrence of an error has a uid of its own. */
const withoutUids = (body: { errors?: { extensions: object }[] }): unknown => ({
  ...body,
  errors: body.errors?.map(error => ({ ...error, extensions: { ...error.extensions, uid: '' } })),
})

/** Follows a list to its end. */
async function pages(path: string, query: string, variables: object): Promise<unknown[]> {
  const all: unknown[] = []
  let cursor: string | null = null
  for (let page = 0; page < 10; page++) {
    const answer: Answer = await ask(path, query, { ...variables, cursor })
    all.push(...(answer.data.leads as unknown[]))
    cursor = answer.extensions?.nextCursor ?? null
    if (!cursor) return all
  }
  throw new Error('The list has no end')
}

describe('a key that reaches several agencies', () => {
  it('reads the leads of properties of all of them, in one order', async () => {
    const query = `query ($uids: [String]) { leads(propertyUids: $uids) {
      uid firstName email property { name uid } order { uid } } }`
    const { data, extensions } = await ask('/v2/leadsql', query, { uids: propertyUids })
    assert.equal((data.leads as unknown[]).length, 24)
    assert.ok(extensions)
    const one = await ask('/v2/leadsql', query, { uids: propertyUids.slice(2, 3) })
    assert.equal((one.data.leads as unknown[]).length, 4)
  })

  it('follows their pages, none twice and none left out', async () => {
    const query = `query ($uids: [String], $cursor: String) {
      leads(propertyUids: $uids, _limit: 5, _cursor: $cursor) { uid firstName } }`
    const found = (await pages('/v2/leadsql', query, { uids: propertyUids })) as { uid: string }[]
    assert.deepEqual(found.map(({ uid }) => uid).sort(), [...leadUids].sort())
    const forged = Buffer.from('{"offset":7}').toString('base64')
    const { data } = await ask('/v2/leadsql', query, { uids: propertyUids, cursor: forged })
    assert.equal((data.leads as unknown[]).length, 5)
  })

  it('reads one lead, one property, and several things at once', async () => {
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
    const { data } = await ask('/api/v3.3/graphql', query, variables)
    assert.equal((data.lead as { uid: string }).uid, leadUids[7])
    assert.equal((data.leads as unknown[]).length, 10)
    assert.equal(data.none, null)
  })

  it('is refused what it does not reach of any', async () => {
    const query = 'query ($uid: String!) { leads(propertyUid: $uid) { uid } }'
    const { errors } = await ask('/api/v3.3/graphql', query, { uid: propertyUids[6] })
    assert.ok(errors)
  })
})

describe('a token of one agency', () => {
  it('reads the same', async () => {
    const partner = await makePartner(spread)
    await grant(spread, {
      agencyUid: agencyUids[0]!,
      partnerUid: partner.partnerUid,
      objectUid: propertyUids[0]!,
    })
    key = await makeToken(spread, partner.partnerUid, agencyUids[0]!)
    const query = 'query ($uid: String!) { leads(propertyUid: $uid) { uid } }'
    const { data } = await ask('/api/v3.3/graphql', query, { uid: propertyUids[0] })
    assert.equal((data.leads as unknown[]).length, 4)
  })
})
