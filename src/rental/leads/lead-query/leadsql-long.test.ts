import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type GraphQLObjectType, type GraphQLSchema, getNamedType, isObjectType } from 'graphql'
import { sql } from 'kysely'
import { grant, makeAgency, makePartner, makeProperty } from '../../../../test/fixtures/rows.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { leadQuery, startServer } from '../../../../test/support/server.ts'
import { limitsReached } from '../../../platform/limits/reached.ts'
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

/** Leads of a property, three of each instant, with notes long enough to fill every buffer. */
async function insertLeads(propertyUid: string, rows: number, from = '2026-01-01'): Promise<void> {
  await sql`insert into leads (agency_uid, uid, property_uid, type, status, source, channel,
      check_in_local, check_out_local, check_in_at, check_out_at, notes, created_at, updated_at)
    select ${agencyUid}::uuid, gen_random_uuid(), ${propertyUid}::uuid, 'INQUIRY', 'NEW',
      'HOSTFULLY_API', 'HOSTFULLY', '2026-06-05 16:00', '2026-06-09 11:00',
      '2026-06-05 22:00Z', '2026-06-09 17:00Z', repeat(md5(n::text), 60),
      ${from}::timestamptz + n / 3 * interval '1 second', now()
    from generate_series(1, ${sql.lit(rows)}) n`.execute(db)
}

/** The uids of a property's leads as the contract orders them. */
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
const of = (propertyUid: string) => `leads(propertyUid: "${propertyUid}")`
const uidsOf = (leads: { uid: string }[]) => leads.map(({ uid }) => uid)

/** An answer that is read when `rest` is called; its first bytes have come. */
async function begin(query: string) {
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
  it(`gives all ${largeRows}, in order, none twice`, async () => {
    const { status, body } = await leadQuery(server, key, `{ ${of(largeUid)} { uid } }`)
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body), ['data'])
    assert.deepEqual(uidsOf(body.data.leads), large)
    assert.equal(new Set(large).size, largeRows)
  })

  for (const [rows, propertyUid] of [
    [5_000, edgeUid],
    [5_001, overUid],
  ] as const) {
    it(`gives all ${rows}`, async () => {
      const { body } = await leadQuery(server, key, `{ ${of(propertyUid)} { uid } }`)
      assert.deepEqual(uidsOf(body.data.leads), await expectedUids(propertyUid))
    })
  }

  it('gives all of the agency and of several properties', async () => {
    const query = `{ a: leads(agencyUid: "${agencyUid}") { uid }
      b: leads(propertyUids: ["${largeUid}", "${missingUid}", "${overUid}"]) { uid } }`
    const { body } = await leadQuery(server, key, query)
    assert.equal(new Set(uidsOf(body.data.a)).size, largeRows + 5_000 + 5_001)
    assert.equal(new Set(uidsOf(body.data.b)).size, largeRows + 5_001)
    assert.equal(body.data.b.length, largeRows + 5_001)
    const pages = { a: {}, b: { inaccessiblePropertyUids: [missingUid] } }
    assert.deepEqual(body.extensions, { pages })
  })

  it('gives everything that follows a cursor', async () => {
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
      assert.deepEqual(uidsOf(body.data.leads), large.slice(skipped))
    }
  })

  it('gives a partner all that it may see', async () => {
    const partner = await makePartner(server)
    await grant(server, { agencyUid, partnerUid: partner.partnerUid, objectUid: largeUid })
    const query = `{ leads(agencyUid: "${agencyUid}", isActiveOrHasActiveSubUnits: true) { uid notes } }`
    const { body } = await leadQuery(server, partner.key, query)
    assert.deepEqual(uidsOf(body.data.leads), large)
    assert.equal(body.data.leads.at(-1).notes, 'HIDDEN')
  })
})

describe('leads without _limit, beside other fields', () => {
  it('keeps the order of the selection, and the extensions of pages', async () => {
    const query = `{ t: __typename a: leads(propertyUid: "${edgeUid}", _limit: 2) { uid }
      b: ${of(largeUid)} { uid status } c: ${of(emptyUid)} { uid } d: ${of(overUid)} { uid } }`
    const { body } = await leadQuery(server, key, query, { 'x-lodgepole-cost': '1' })
    assert.deepEqual(Object.keys(body.data), ['t', 'a', 'b', 'c', 'd'])
    assert.deepEqual(uidsOf(body.data.b), large)
    assert.equal(body.data.d.length, 5_001)
    assert.deepEqual([body.data.t, body.data.a.length, body.data.c], ['leadQuery', 2, []])
    assert.equal(typeof body.extensions.pages.a.nextCursor, 'string')
    assert.equal(body.extensions.cost.requested, 3_002)
  })

  it('says the errors of others first', async () => {
    const query = `{ a: leads { uid } b: ${of(largeUid)} { uid } c: ${of(missingUid)} { uid } }`
    const { text, body } = await leadQuery(server, key, query)
    assert.ok(text.startsWith('{"errors":['))
    assert.deepEqual(
      body.errors.map((error: { path: string[] }) => error.path),
      [['a'], ['c']],
    )
    assert.deepEqual([body.data.a, body.data.c], [null, null])
    assert.deepEqual(uidsOf(body.data.b), large)
  })
})

describe('leads without _limit, while others write', () => {
  it('is answered from one snapshot, all aliases included', async () => {
    const query = `{ a: ${of(largeUid)} { uid notes } b: ${of(largeUid)} { uid } }`
    const answer = await begin(query)
    await insertLeads(largeUid, 300, '2025-01-01')
    await insertLeads(largeUid, 300, '2026-01-01')
    await db
      .deleteFrom('leads')
      .where('agency_uid', '=', agencyUid)
      .where('uid', 'in', large.slice(-500))
      .execute()
    const { data } = await answer.rest()
    assert.deepEqual(uidsOf(data.a), large)
    assert.deepEqual(uidsOf(data.b), large)
    const after = await leadQuery(server, key, `{ ${of(largeUid)} { uid } }`)
    assert.deepEqual(uidsOf(after.body.data.leads), await expectedUids(largeUid))
  })
})

describe('every field of a lead, once', () => {
  it('is answered of 5,000 leads', async () => {
    const schema = leadQuerySchema().graphql
    const query = `{ ${of(edgeUid)} ${selectionOf(schema, 'LeadGraphQLTO', [])} }`
    const { status, body } = await leadQuery(server, key, query)
    assert.deepEqual([status, body.errors], [200, undefined])
    assert.equal(body.data.leads.length, 5_000)
    const fields = Object.keys((schema.getType('LeadGraphQLTO') as GraphQLObjectType).getFields())
    assert.deepEqual(Object.keys(body.data.leads[0]).sort(), fields.sort())
  })
})

/** All fields of a type and of all objects beneath it, no type within itself. */
function selectionOf(schema: GraphQLSchema, name: string, above: string[]): string {
  const type = schema.getType(name) as GraphQLObjectType
  const fields = Object.values(type.getFields()).flatMap(field => {
    const inner = getNamedType(field.type)
    if (!isObjectType(inner)) return [field.name]
    if ([...above, name].includes(inner.name)) return []
    return [`${field.name} ${selectionOf(schema, inner.name, [...above, name])}`]
  })
  return `{ ${fields.join(' ')} }`
}

describe('leads without _limit, broken off', () => {
  const query = `{ a: ${of(largeUid)} { uid notes } b: ${of(largeUid)} { uid notes } }`

  it('clients that go away leave the server serving', async () => {
    for (let i = 0; i < 5; i++) {
      const { abort, rest } = await begin(query)
      abort()
      await assert.rejects(rest())
    }
    await eventually(() => server.unsent.load.all === 0)
    const { body } = await leadQuery(server, key, `{ ${of(edgeUid)} { uid } }`)
    assert.equal(body.data.leads.length, 5_000)
  })

  it('a client that takes too long for all of it is broken off', async () => {
    const { limits } = server.unsent
    const { totalMs } = limits
    const before = limitsReached().get('response_total')!
    limits.totalMs = 200
    const { rest } = await begin(query)
    limits.totalMs = totalMs
    await eventually(() => server.unsent.load.all === 0)
    assert.equal(limitsReached().get('response_total'), before + 1)
    await assert.rejects(rest(), { message: 'terminated' })
  })
})
