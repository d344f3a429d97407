/** Unlimited lists that are read in pages: docs/decisions/0062-response-spooling.md. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { grant, makeAgency, makePartner, makeProperty } from '../../../../test/fixtures/rows.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer({ SANDBOX: 'true' })
const db = server.database.kysely
const { agencyUid, key } = await makeAgency(server)
const manyUid = await makeProperty(server, agencyUid)
const edgeUid = await makeProperty(server, agencyUid)
const overUid = await makeProperty(server, agencyUid)
const [many, edge, over] = [2_500, 500, 501]
await insertLeads(manyUid, many)
await insertLeads(edgeUid, edge)
await insertLeads(overUid, over)

/** Inserts leads of about 2 kB, three per instant, with multi-byte characters. */
async function insertLeads(propertyUid: string, rows: number): Promise<void> {
  await sql`insert into leads (agency_uid, uid, property_uid, type, status, source, channel,
      check_in_local, check_out_local, check_in_at, check_out_at, notes, created_at, updated_at)
    select ${agencyUid}::uuid, gen_random_uuid(), ${propertyUid}::uuid, 'INQUIRY', 'NEW',
      'HOSTFULLY_API', 'HOSTFULLY', '2026-06-05 16:00', '2026-06-09 11:00',
      '2026-06-05 22:00Z', '2026-06-09 17:00Z', repeat('Bärenhütte 🏔 "№ ' || n || E'"\n', 80),
      '2026-01-01'::timestamptz + n / 3 * interval '1 second', now()
    from generate_series(1, ${sql.lit(rows)}) n`.execute(db)
}

const selection = '{ uid notes status countdown { countingDown nextStatus } property { name } }'
const leadsAt = (uid: string, more = '') => `leads(propertyUid: "${uid}"${more}) ${selection}`

async function post(query: string, headers: Record<string, string> = {}, as = key) {
  const own = { 'x-hostfully-apikey': as, 'accept-encoding': 'identity', ...headers }
  const response = await fetch(`${server.url}/v2/leadsql`, {
    method: 'POST',
    headers: own,
    body: query,
  })
  const { status, headers: responseHeaders } = response
  return { status, headers: responseHeaders, text: await response.text() }
}

/** Returns the same leads as read by single statements. */
async function readInPages(propertyUid: string): Promise<string> {
  const rows: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { text } = await post(
      `{ ${leadsAt(propertyUid, `, _limit: 100, _cursor: "${cursor}"`)} }`,
    )
    const end = text.lastIndexOf(']},"extensions"')
    rows.push(text.slice('{"data":{"leads":['.length, end))
    cursor = JSON.parse(text).extensions.nextCursor
  }
  return `{"data":{"leads":[${rows.join(',')}]}}`
}

const invalidateResponses = () =>
  sql`update cache_tag_versions set version = version + 1`.execute(db)

describe('a list of leads without _limit', () => {
  for (const [rows, uid] of [
    [edge, edgeUid],
    [over, overUid],
    [many, manyUid],
  ] as const) {
    it(`has the same bytes with ${rows} leads as in pages`, async () => {
      await invalidateResponses()
      const { status, text } = await post(`{ ${leadsAt(uid)} }`)
      assert.equal(status, 200)
      assert.equal(JSON.parse(text).data.leads.length, rows)
      assert.equal(text, await readInPages(uid))
    })
  }

  it('is sent with its length, with several lists in order', async () => {
    await invalidateResponses()
    const [short, long] = [
      await post(`{ ${leadsAt(edgeUid)} }`),
      await post(`{ ${leadsAt(overUid)} }`),
    ]
    assert.equal(short.headers.get('content-length'), String(Buffer.byteLength(short.text)))
    assert.equal(long.headers.get('content-length'), String(Buffer.byteLength(long.text)))
    const query = `{ t: __typename a: ${leadsAt(edgeUid)} b: ${leadsAt(manyUid)}
      c: leads(propertyUid: "${agencyUid}") { uid } d: ${leadsAt(overUid, ', _limit: 2')} }`
    const { text } = await post(query)
    const { data, errors } = JSON.parse(text)
    assert.deepEqual(Object.keys(data), ['t', 'a', 'b', 'c', 'd'])
    assert.deepEqual([data.a.length, data.b.length, data.c, data.d.length], [edge, many, null, 2])
    assert.deepEqual(errors[0].path, ['c'])
  })

  it('returns accessible leads to a partner, also of several properties', async () => {
    const partner = await makePartner(server)
    await grant(server, { agencyUid, partnerUid: partner.partnerUid, objectUid: manyUid })
    const args = `propertyUids: ["${manyUid}", "${overUid}"]`
    const { text } = await post(`{ leads(${args}) { uid notes } }`, {}, partner.key)
    const { data, extensions } = JSON.parse(text)
    assert.equal(data.leads.length, many)
    assert.deepEqual(extensions, { inaccessiblePropertyUids: [overUid] })
    assert.ok(data.leads.every(({ notes }: { notes: string }) => notes === 'HIDDEN'))
  })

  it('can be compressed', async () => {
    await invalidateResponses()
    const socket = await openRawRequest(`{ ${leadsAt(manyUid)} }`, 'gzip')
    const [head, body] = split(await all(socket))
    assert.match(head, /content-encoding: gzip/i)
    const { text } = await post(`{ ${leadsAt(manyUid)} }`)
    assert.equal(gunzipSync(body).toString(), text)
  })
})

describe('a response that was read in pages', () => {
  it('is cached, and sent to the next client with the same request', async () => {
    await invalidateResponses()
    const first = await post(`{ ${leadsAt(manyUid)} }`)
    const { hit: hits } = server.cache.requests
    const second = await post(`{ ${leadsAt(manyUid)} }`)
    assert.equal(server.cache.requests.hit, hits + 1)
    assert.equal(second.text, first.text)
    assert.equal(second.headers.get('content-length'), String(Buffer.byteLength(first.text)))
  })

  it('is recomputed after its leads change', async () => {
    const before = await post(`{ ${leadsAt(overUid)} }`)
    const { uid } = JSON.parse(before.text).data.leads.at(-1)
    await db
      .updateTable('leads')
      .set({ notes: 'changed' })
      .where('agency_uid', '=', agencyUid)
      .where('uid', '=', uid)
      .execute()
    const { text } = await post(`{ ${leadsAt(overUid)} }`)
    assert.equal(JSON.parse(text).data.leads.at(-1).notes, 'changed')
    assert.equal(text, await readInPages(overUid))
  })

  it('has an ETag for a client that sends one, and 304 if it matches', async () => {
    await invalidateResponses()
    const first = await post(`{ ${leadsAt(manyUid)} }`, { 'if-none-match': '"other"' })
    const tag = first.headers.get('etag')!
    assert.deepEqual([first.status, JSON.parse(first.text).data.leads.length], [200, many])
    await invalidateResponses()
    const again = await post(`{ ${leadsAt(manyUid)} }`, { 'if-none-match': tag })
    assert.deepEqual([again.status, again.text], [304, ''])
  })
})

describe('a response of more than 8 MiB', () => {
  const long = `{ ${['a', 'b', 'c', 'd'].map(name => `${name}: ${leadsAt(manyUid)}`).join(' ')} }`

  it('is spooled to a file for a client that does not read, and sent later', async () => {
    const socket = await openRawRequest(long)
    await once(socket, 'readable')
    await eventually(() => server.unsent.load.all > 0)
    assert.equal(server.unsent.load.memory, 0)
    assert.ok(server.database.loads().every(({ inUse }) => inUse === 0))
    const [head, body] = split(await all(socket))
    assert.match(head, new RegExp(`content-length: ${body.length}`, 'i'))
    const { data } = JSON.parse(body.toString())
    assert.deepEqual(
      Object.values(data).map(leads => (leads as unknown[]).length),
      [many, many, many, many],
    )
    await eventually(() => server.unsent.load.all === 0)
  })

  it('has an ETag for a client that sends one, and 304 if it matches', async () => {
    const first = await post(long, { 'if-none-match': '"other"' })
    const tag = first.headers.get('etag')!
    assert.deepEqual([first.status, Object.keys(JSON.parse(first.text).data).length], [200, 4])
    const again = await post(long, { 'if-none-match': tag })
    assert.deepEqual([again.status, again.text], [304, ''])
    await eventually(() => server.unsent.load.all === 0)
  })

  it('is compressed while it is sent', async () => {
    const [head, body] = split(await all(await openRawRequest(long, 'gzip')))
    assert.match(head, /content-encoding: gzip/i)
    assert.equal(JSON.parse(gunzipSync(decodeChunks(body)).toString()).data.d.length, many)
  })

  it('is aborted if its client disconnects, and leaves no file', async () => {
    const socket = await openRawRequest(long)
    await eventually(() => server.database.loads().some(({ inUse }) => inUse > 0))
    socket.destroy()
    await eventually(() => server.database.loads().every(({ inUse }) => inUse === 0))
    await eventually(() => server.unsent.load.all === 0)
  })
})

/** Opens a request on a raw socket, whose response is read on demand. */
async function openRawRequest(query: string, encoding = 'identity') {
  const { port } = new URL(server.url)
  const socket = connect(Number(port), '127.0.0.1')
  await once(socket, 'connect')
  const head = [
    'POST /v2/leadsql HTTP/1.1',
    'host: 127.0.0.1',
    `x-hostfully-apikey: ${key}`,
    `accept-encoding: ${encoding}`,
    `content-length: ${Buffer.byteLength(query)}`,
    'connection: close',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${query}`)
  return socket
}

async function all(socket: ReturnType<typeof connect>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function split(message: Buffer): [head: string, body: Buffer] {
  const end = message.indexOf('\r\n\r\n')
  return [message.subarray(0, end).toString(), message.subarray(end + 4)]
}

function decodeChunks(body: Buffer): Buffer {
  const chunks: Buffer[] = []
  for (let at = 0; ; ) {
    const line = body.indexOf('\r\n', at)
    const size = Number.parseInt(body.subarray(at, line).toString(), 16)
    if (size === 0) return Buffer.concat(chunks)
    chunks.push(body.subarray(line + 2, line + 2 + size))
    at = line + 2 + size + 2
  }
}
