/** contract/general.md §9: unknown query parameters of an operation. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createKey } from '../../src/rental/access/agencies/api-keys.sql.ts'
import * as make from '../fixtures/rows.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
const header = 'x-lodgepole-warning'
let agencyUid: string
let key: string
let strict: string

before(async () => {
  const agency = await make.makeAgency(server)
  agencyUid = agency.agencyUid
  key = agency.key
  const input = { agencyUid, name: 'Strict', isStrict: true }
  strict = (await createKey(server.database.kysely, input, server.clock.now())).secret
  await make.makeLead(server, agencyUid, { type: 'BOOKING', status: 'BOOKED' })
  await make.makeLead(server, agencyUid, { type: 'INQUIRY', status: 'NEW' })
})

const get = (path: string, as = key, headers = {}) =>
  server.request('GET', path, { key: as, headers })
const leads = (query: string, as = key) => get(`/api/v3.3/leads?agencyUid=${agencyUid}${query}`, as)
const readWarning = ({ headers }: { headers: Headers }) => headers.get(header)

describe('an unknown query parameter', () => {
  it('is ignored and named in a warning, in every version', async () => {
    for (const prefix of ['/api/v3.0', '/api/v3.3', '/v3']) {
      const response = await get(`${prefix}/leads?agencyUid=${agencyUid}&statu=BOOKED&Limit=1`)
      assert.deepEqual([response.status, response.body.leads.length], [200, 2])
      assert.equal(
        readWarning(response),
        'UNKNOWN_PARAMETER: Ignored query parameters: statu, Limit',
      )
    }
    const old = await get(`/v2/leads?agencyUid=${agencyUid}&statu=BOOKED`)
    assert.equal(readWarning(old), 'UNKNOWN_PARAMETER: Ignored query parameters: statu')
  })

  it('is named by a response from the cache, with 304, and by a refusal', async () => {
    const path = `/api/v3.3/leads?agencyUid=${agencyUid}&statu=NEW`
    const first = await get(path)
    const etag = String(first.headers.get('etag'))
    for (const headers of [{}, { 'if-none-match': etag }]) {
      assert.match(String(readWarning(await get(path, key, headers))), /: statu$/)
    }
    const refused = await get('/api/v3.3/leads?agencyuid=x')
    assert.equal(refused.status, 400)
    assert.match(String(readWarning(refused)), /: agencyuid$/)
  })

  it('is named where a version does not have it yet', async () => {
    const { body } = await get('/api/v3.3/openapi.json')
    const [name] = await listNewParameters(body)
    const path = `/api/v3.0/leads?agencyUid=${agencyUid}&${name}=x`
    assert.match(String(readWarning(await get(path))), new RegExp(`: ${name}$`))
  })

  it('is named with the other warnings of a write', async () => {
    const response = await server.request('POST', '/api/v3.3/quotes?dryRun=1', { key, body: {} })
    assert.equal(response.status, 400)
    assert.match(String(readWarning(response)), /: dryRun$/)
  })

  it('is named at most ten times, in visible ASCII', async () => {
    const names = Array.from({ length: 12 }, (_, i) => `x${i}`).join('&')
    const many = String(readWarning(await leads(`&${names}`)))
    assert.match(many, /: x0, x1, .*, x9 and 2 more$/)
    const odd = String(readWarning(await leads(`&%C3%A9%0D%0Aa=1&${'y'.repeat(500)}`)))
    assert.match(odd, /: \?\?\?a, y{64}$/)
  })

  it('is named by GraphQL, too', async () => {
    const query = `{leads(agencyUid:"${agencyUid}"){uid}}`
    const posted = await server.request('POST', '/v2/leadsql?limit=1', { key, body: { query } })
    assert.deepEqual([posted.status, posted.body.data.leads.length], [200, 2])
    assert.match(String(readWarning(posted)), /: limit$/)
    const got = await get(`/v2/leadsql?query=${encodeURIComponent(query)}`)
    assert.equal(readWarning(got), null)
  })

  it('no warning of documented parameters, nor of an agencyUid that is not needed', async () => {
    assert.equal(readWarning(await leads('&typeIn=BOOKING&_limit=1&_total=true')), null)
    assert.equal(readWarning(await get(`/api/v3.3/agencies/${agencyUid}?agencyUid=x`)), null)
  })
})

/** Query parameters of leads that 3.3 has and 3.0 lacks. */
async function listNewParameters(young: Served): Promise<string[]> {
  const old = (await get('/api/v3.0/openapi.json')).body as Served
  const oldNames = listParameters(old, '/api/v3.0/leads')
  return listParameters(young, '/api/v3.3/leads').filter(name => !oldNames.includes(name))
}

interface Served {
  paths: Record<string, { get: { parameters: { $ref: string }[] } }>
  components: { parameters: Record<string, { name: string; in: string }> }
}

function listParameters({ paths, components }: Served, path: string): string[] {
  const named = paths[path]!.get.parameters.map(({ $ref }) => $ref.split('/').at(-1)!)
  return named.map(name => components.parameters[name]!.name)
}

describe('a strict key', () => {
  it('400 UNKNOWN_PARAMETER for it, with what the operation has', async () => {
    const { status, body } = await leads('&typein=BOOKING', strict)
    assert.deepEqual([status, body.code, body.parameter], [400, 'UNKNOWN_PARAMETER', 'typein'])
    assert.ok(body.allowedValues.includes('typeIn'))
    assert.match(
      body.apiErrorMessage,
      /Unknown query parameter 'typein', allowed parameters are: .*, typeIn/,
    )
  })

  it('400 from GraphQL, and for a write that then changes nothing', async () => {
    const query = `{leads(agencyUid:"${agencyUid}"){uid}}`
    const graphql = { key: strict, body: { query } }
    const posted = await server.request('POST', '/v2/leadsql?limit=1', graphql)
    assert.deepEqual([posted.status, posted.body.code], [400, 'UNKNOWN_PARAMETER'])
    const path = `/api/v3.3/agencies/${agencyUid}/settings`
    const write = { key: strict, body: { holdHours: 9 } }
    assert.equal((await server.request('PATCH', `${path}?x=1`, write)).status, 400)
    assert.notEqual((await get(path)).body.agencySettings.holdHours, 9)
  })

  it('200 without one, again and again', async () => {
    for (const _ of [1, 2, 3]) assert.equal((await leads('&typeIn=BOOKING', strict)).status, 200)
    assert.equal((await get(`/api/v3.3/agencies/${agencyUid}?agencyUid=x`, strict)).status, 200)
  })

  it('400 for a request that another key of the agency has sent', async () => {
    assert.equal((await leads('&statu=NEW')).status, 200)
    assert.equal((await leads('&statu=NEW', strict)).status, 400)
  })
})

describe('name[] of a list', () => {
  it('means name, repeated, with others, and percent-encoded', async () => {
    for (const query of ['&typeIn[]=BOOKING', '&typeIn%5B%5D=BOOKING']) {
      const response = await leads(query)
      assert.deepEqual([response.body.leads.length, readWarning(response)], [1, null], query)
    }
    const both = await leads('&typeIn[]=BOOKING&typeIn[]=INQUIRY&typeIn=BOOKING', strict)
    assert.deepEqual([both.status, both.body.leads.length], [200, 2])
    assert.equal((await leads('&typeIn[]=NOPE')).body.code, 'INVALID_ENUM_VALUE')
  })

  it('of a single value is unknown', async () => {
    assert.match(String(readWarning(await leads('&type[]=BOOKING'))), /: type\[\]$/)
  })
})
