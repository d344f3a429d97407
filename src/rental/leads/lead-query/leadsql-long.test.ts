import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type GraphQLObjectType, type GraphQLSchema, getNamedType, isObjectType } from 'graphql'
import { sql } from 'kysely'
import { grant, makeAgency, makePartner, makeProperty } from '../../../../test/fixtures/rows.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { leadQuery, startServer } from '../../../../test/support/server.ts'
import { readLimitCounts } from '../../../platform/limits/limit-metrics.ts'
import { leadQuerySchema } from '../../schemas.ts'

const server = await startServer()
const db = server.database.kysely
const { agencyUid, key } = await makeAgency(server)
const largeUid = await makeProperty(server, agencyUid)
const edgeUid = await makeProperty(server, agencyUid)
const overUid = await makeProperty(server, agencyUid)
const emptyUid = await makeProperty(server, agencyUid)
const missingUid = '0197a000-9999-7bbb-8ccc-00000000dead'

const largeRows = 8_000
await insertLeads(largeUid, largeRows)
await insertLeads(edgeUid, 5_000)
await insertLeads(overUid, 5_001)

/** Inserts leads of a property, three per instant, with notes that fill every buffer. */
async function insertLeads(propertyUid: string, rows: number, from = '2026-01-01'): Promise<void> {
  await sql`insert into leads (agency_uid, uid, property_uid, type, status, source, channel,
      check_in_local, check_out_local, check_in_at, check_out_at, notes, created_at, updated_at)
    select ${agencyUid}::uuid, gen_random_uuid(), ${propertyUid}::uuid, 'INQUIRY', 'NEW',
      'HOSTFULLY_API', 'HOSTFULLY', '2026-06-05 16:00', '2026-06-09 11:00',
      '2026-06-05 22:00Z', '2026-06-09 17:00Z', repeat(md5(n::text), 60),
      ${from}::timestamptz + n / 3 * interval '1 second', now()
    from generate_series(1, ${sql.lit(rows)}) n`.execute(db)
}

/** Returns the uids of a property's leads in the order of the contract. */
async function expectedUids(propertyUid: string): Promise<string[]> {
  const rows = await db
    .selectFrom('leads')
    .select('uid')
    .where('agency_uid', '=', agencyUid)
    .where('property_uid', '=', propertyUid)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('uid', 'desc')
    .execute()
  return rows.map(({ uid }) => uid)
}

const large = await expectedUids(largeUid)
const leadsAt = (propertyUid: string) => `leads(propertyUid: "${propertyUid}")`
const toUids = (leads: { uid: string }[]) => leads.map(({ uid }) => uid)

/**
 * Sends a query and returns once the first bytes have arrived; `rest` reads the response to its
 * end.
 */
async function startRequest(query: string) {
  const abort = new AbortController()
  const response = await fetch(`${server.url}/v2/leadsql`, {
    method: 'POST',
    headers: { 'x-hostfully-apikey': key, 'accept-encoding': 'identity' },
    body: query,
    signal: abort.signal,
  })
  const reader = response.body!.getReader()
  const chunks = [(await reader.read()).value!]
  const rest = async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      chunks.push(part.value)
    }
    return JSON.parse(Buffer.concat(chunks).toString())
  }
  return { rest, abort: () => abort.abort() }
}

describe('leads without _limit', () => {
  it(`returns all ${largeRows}, sorted, without duplicates`, async () => {
    const { status, body } = await leadQuery(server, key, `{ ${leadsAt(largeUid)} { uid } }`)
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body), ['data'])
    assert.deepEqual(toUids(body.data.leads), large)
    assert.equal(new Set(large).size, largeRows)
  })

  for (const [rows, propertyUid] of [
    [5_000, edgeUid],
    [5_001, overUid],
  ] as const) {
    it(`returns all ${rows}`, async () => {
      const { body } = await leadQuery(server, key, `{ ${leadsAt(propertyUid)} { uid } }`)
      assert.deepEqual(toUids(body.data.leads), await expectedUids(propertyUid))
    })
  }

  it('returns all of the agency and of several properties', async () => {
    const query = `{ a: leads(agencyUid: "${agencyUid}") { uid }
      b: leads(propertyUids: ["${largeUid}", "${missingUid}", "${overUid}"]) { uid } }`
    const { body } = await leadQuery(server, key, query)
    assert.equal(new Set(toUids(body.data.a)).size, largeRows + 5_000 + 5_001)
    assert.equal(new Set(toUids(body.data.b)).size, largeRows + 5_001)
    assert.equal(body.data.b.length, largeRows + 5_001)
    const pages = { a: {}, b: { inaccessiblePropertyUids: [missingUid] } }
    assert.deepEqual(body.extensions, { pages })
  })

  it('returns everything after a cursor', async () => {
    const { body } = await leadQuery(
      server,
      key,
      `{ leads(propertyUid: "${largeUid}", _limit: 7) { uid } }`,
    )
    for (const [cursor, skipped] of [
      [body.extensions.nextCursor, 7],
      [Buffer.from('{"offset":11}').toString('base64'), 11],
    ] as const) {
      const query = `{ leads(propertyUid: "${largeUid}", _cursor: "${cursor}") { uid } }`
      const { body } = await leadQuery(server, key, query)
      assert.deepEqual(toUids(body.data.leads), large.slice(skipped))
    }
  })

  it('returns all accessible leads to a partner', async () => {
    const partner = await makePartner(server)
    await grant(server, { agencyUid, partnerUid: partner.partnerUid, objectUid: largeUid })
    const query = `{ leads(agencyUid: "${agencyUid}", isActiveOrHasActiveSubUnits: true) { uid notes } }`
    const { body } = await leadQuery(server, partner.key, query)
    assert.deepEqual(toUids(body.data.leads), large)
    assert.equal(body.data.leads.at(-1).notes, 'HIDDEN')
  })
})

describe('leads without _limit, among other fields', () => {
  it('returns fields in the order of the selection, and the extensions of pages', async () => {
    const query = `{ t: __typename a: leads(propertyUid: "${edgeUid}", _limit: 2) { uid }
      b: ${leadsAt(largeUid)} { uid status } c: ${leadsAt(emptyUid)} { uid }
      d: ${leadsAt(overUid)} { uid } }`
    const { body } = await leadQuery(server, key, query, { 'x-lodgepole-cost': '1' })
    assert.deepEqual(Object.keys(body.data), ['t', 'a', 'b', 'c', 'd'])
    assert.deepEqual(toUids(body.data.b), large)
    assert.equal(body.data.d.length, 5_001)
    assert.deepEqual([body.data.t, body.data.a.length, body.data.c], ['leadQuery', 2, []])
    assert.equal(typeof body.extensions.pages.a.nextCursor, 'string')
    assert.equal(body.extensions.cost.requested, 3_002)
  })

  it('returns the errors of other fields first', async () => {
    const query = `{ a: leads { uid } b: ${leadsAt(largeUid)} { uid }
      c: ${leadsAt(missingUid)} { uid } }`
    const { text, body } = await leadQuery(server, key, query)
    assert.ok(text.startsWith('{"errors":['))
    assert.deepEqual(
      body.errors.map((error: { path: string[] }) => error.path),
      [['a'], ['c']],
    )
    assert.deepEqual([body.data.a, body.data.c], [null, null])
    assert.deepEqual(toUids(body.data.b), large)
  })
})

describe('leads without _limit, with concurrent writes', () => {
  it('reads all aliases from one snapshot', async () => {
    const query = `{ a: ${leadsAt(largeUid)} { uid notes } b: ${leadsAt(largeUid)} { uid } }`
    const streamed = await startRequest(query)
    await insertLeads(largeUid, 300, '2025-01-01')
    await insertLeads(largeUid, 300, '2026-01-01')
    await db
      .deleteFrom('leads')
      .where('agency_uid', '=', agencyUid)
      .where('uid', 'in', large.slice(-500))
      .execute()
    const { data } = await streamed.rest()
    assert.deepEqual(toUids(data.a), large)
    assert.deepEqual(toUids(data.b), large)
    const after = await leadQuery(server, key, `{ ${leadsAt(largeUid)} { uid } }`)
    assert.deepEqual(toUids(after.body.data.leads), await expectedUids(largeUid))
  })
})

describe('every field of a lead', () => {
  it('is returned for 5,000 leads', async () => {
    const schema = leadQuerySchema().graphql
    const query = `{ ${leadsAt(edgeUid)} ${fullSelection(schema, 'LeadGraphQLTO', [])} }`
    const { status, body } = await leadQuery(server, key, query)
    assert.deepEqual([status, body.errors], [200, undefined])
    assert.equal(body.data.leads.length, 5_000)
    const fields = Object.keys((schema.getType('LeadGraphQLTO') as GraphQLObjectType).getFields())
    assert.deepEqual(Object.keys(body.data.leads[0]).sort(), fields.sort())
  })
})

/** Returns all fields of a type and its nested objects, without recursion into the same type. */
function fullSelection(schema: GraphQLSchema, name: string, above: string[]): string {
  const type = schema.getType(name) as GraphQLObjectType
  const fields = Object.values(type.getFields()).flatMap(field => {
    const inner = getNamedType(field.type)
    if (!isObjectType(inner)) return [field.name]
    if ([...above, name].includes(inner.name)) return []
    return [`${field.name} ${fullSelection(schema, inner.name, [...above, name])}`]
  })
  return `{ ${fields.join(' ')} }`
}

describe('leads without _limit, aborted', () => {
  const query = `{ a: ${leadsAt(largeUid)} { uid notes } b: ${leadsAt(largeUid)} { uid notes } }`

  it('serves other clients after some disconnect', async () => {
    for (let i = 0; i < 5; i++) {
      const { abort, rest } = await startRequest(query)
      abort()
      await assert.rejects(rest())
    }
    await eventually(() => server.unsent.load.all === 0)
    const { body } = await leadQuery(server, key, `{ ${leadsAt(edgeUid)} { uid } }`)
    assert.equal(body.data.leads.length, 5_000)
  })

  it('disconnects a client that reads too slowly', async () => {
    const { limits } = server.unsent
    const { totalMs } = limits
    const before = readLimitCounts().get('response_total')!
    limits.totalMs = 200
    const { rest } = await startRequest(query)
    limits.totalMs = totalMs
    await eventually(() => server.unsent.load.all === 0)
    assert.equal(readLimitCounts().get('response_total'), before + 1)
    await assert.rejects(rest(), { message: 'terminated' })
  })
})
