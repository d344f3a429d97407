/** Whole lists that are read in pages: docs/decisions/0062-response-spooling.md. */
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

/** Leads of which three are of each instant, each of some 2 kB, with characters of many bytes. */
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
const of = (uid: string, more = '') => `leads(propertyUid: "${uid}"${more}) ${selection}`

async function ask(query: string, headers: Record<string, string> = {}, as = key) {
  const own = { 'x-hostfully-apikey': as, 'accept-encoding': 'identity', ...headers }
  const response = await fetch(`${server.url}/v2/leadsql`, {
    method: 'POST',
    headers: own,
    body: query,
  })
  const { status, headers: answered } = response
  return { status, headers: answered, text: await response.text() }
}

/** What the same leads are in answers of one statement each. */
async function inPages(propertyUid: string): Promise<string> {
  const rows: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { text } = await ask(`{ ${of(propertyUid, `, _limit: 100, _cursor: "${cursor}"`)} }`)
    const end = text.lastIndexOf(']},"extensions"')
    rows.push(text.slice('{"data":{"leads":['.length, end))
    cursor = JSON.parse(text).extensions.nextCursor
  }
  return `{"data":{"leads":[${rows.join(',')}]}}`
}

const forgetAnswers = () => sql`update marks set mark = mark + 1`.execute(db)

describe('a list of leads without _limit', () => {
  for (const [rows, uid] of [
    [edge, edgeUid],
    [over, overUid],
    [many, manyUid],
  ] as const) {
    it(`is the same bytes with ${rows} leads as in pages`, async () => {
      await forgetAnswers()
      const { status, text } = await ask(`{ ${of(uid)} }`)
      assert.equal(status, 200)
      assert.equal(JSON.parse(text).data.leads.length, rows)
      assert.equal(text, await inPages(uid))
    })
  }

  it('is sent with its length, and keeps the order of several lists', async () => {
    await forgetAnswers()
    const [short, long] = [await ask(`{ ${of(edgeUid)} }`), await ask(`{ ${of(overUid)} }`)]
    assert.equal(short.headers.get('content-length'), String(Buffer.byteLength(short.text)))
    assert.equal(long.headers.get('content-length'), String(Buffer.byteLength(long.text)))
    const query = `{ t: __typename a: ${of(edgeUid)} b: ${of(manyUid)}
      c: leads(propertyUid: "${agencyUid}") { uid } d: ${of(overUid, ', _limit: 2')} }`
    const { text } = await ask(query)
    const { data, errors } = JSON.parse(text)
    assert.deepEqual(Object.keys(data), ['t', 'a', 'b', 'c', 'd'])
    assert.deepEqual([data.a.length, data.b.length, data.c, data.d.length], [edge, many, null, 2])
    assert.deepEqual(errors[0].path, ['c'])
  })

  it('gives a partner what it may see, and of several properties what it reaches', async () => {
    const partner = await makePartner(server)
    await grant(server, { agencyUid, partnerUid: partner.partnerUid, objectUid: manyUid })
    const args = `propertyUids: ["${manyUid}", "${overUid}"]`
    const { text } = await ask(`{ leads(${args}) { uid notes } }`, {}, partner.key)
    const { data, extensions } = JSON.parse(text)
    assert.equal(data.leads.length, many)
    assert.deepEqual(extensions, { inaccessiblePropertyUids: [overUid] })
    assert.ok(data.leads.every(({ notes }: { notes: string }) => notes === 'HIDDEN'))
  })

  it('is compressed, to the same', async () => {
    await forgetAnswers()
    const socket = await raw(`{ ${of(manyUid)} }`, 'gzip')
    const [head, body] = split(await all(socket))
    assert.match(head, /content-encoding: gzip/i)
    const { text } = await ask(`{ ${of(manyUid)} }`)
    assert.equal(gunzipSync(body).toString(), text)
  })
})

describe('an answer that was read in pages', () => {
  it('is cached, and given to the next client that asks for it', async () => {
    await forgetAnswers()
    const first = await ask(`{ ${of(manyUid)} }`)
    const { kept } = server.cache.requests
    const second = await ask(`{ ${of(manyUid)} }`)
    assert.equal(server.cache.requests.kept, kept + 1)
    assert.equal(second.text, first.text)
    assert.equal(second.headers.get('content-length'), String(Buffer.byteLength(first.text)))
  })

  it('is made anew after what it shows was changed', async () => {
    const before = await ask(`{ ${of(overUid)} }`)
    const { uid } = JSON.parse(before.text).data.leads.at(-1)
    await db
      .updateTable('leads')
      .set({ notes: 'changed' })
      .where('agency_uid', '=', agencyUid)
      .where('uid', '=', uid)
      .execute()
    const { text } = await ask(`{ ${of(overUid)} }`)
    assert.equal(JSON.parse(text).data.leads.at(-1).notes, 'changed')
    assert.equal(text, await inPages(overUid))
  })

  it('has a tag for who sends one, and is 304 for who has it', async () => {
    await forgetAnswers()
    const first = await ask(`{ ${of(manyUid)} }`, { 'if-none-match': '"other"' })
    const tag = first.headers.get('etag')!
    assert.deepEqual([first.status, JSON.parse(first.text).data.leads.length], [200, many])
    await forgetAnswers()
    const again = await ask(`{ ${of(manyUid)} }`, { 'if-none-match': tag })
    assert.deepEqual([again.status, again.text], [304, ''])
  })
})

describe('an answer of more than 8 MiB', () => {
  const long = `{ ${['a', 'b', 'c', 'd'].map(name => `${name}: ${of(manyUid)}`).join(' ')} }`

  it('waits in a file for a client that takes nothing, and comes when it is read', async () => {
    const socket = await raw(long)
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

  it('has a tag for a client that sends one, and is 304 for a client that has it', async () => {
    const first = await ask(long, { 'if-none-match': '"other"' })
    const tag = first.headers.get('etag')!
    assert.deepEqual([first.status, Object.keys(JSON.parse(first.text).data).length], [200, 4])
    const again = await ask(long, { 'if-none-match': tag })
    assert.deepEqual([again.status, again.text], [304, ''])
    await eventually(() => server.unsent.load.all === 0)
  })

  it('is compressed on its way', async () => {
    const [head, body] = split(await all(await raw(long, 'gzip')))
    assert.match(head, /content-encoding: gzip/i)
    assert.equal(JSON.parse(gunzipSync(unchunked(body)).toString()).data.d.length, many)
  })

  it('is given up when its client goes, and leaves nothing behind', async () => {
    const socket = await raw(long)
    await eventually(() => server.database.loads().some(({ inUse }) => inUse > 0))
    socket.destroy()
    await eventually(() => server.database.loads().every(({ inUse }) => inUse === 0))
    await eventually(() => server.unsent.load.all === 0)
  })
})

/** A request of which only as much is read as is asked for. */
async function raw(query: string, encoding = 'identity') {
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

function split(answer: Buffer): [head: string, body: Buffer] {
  const end = answer.indexOf('\r\n\r\n')
  return [answer.subarray(0, end).toString(), answer.subarray(end + 4)]
}

function unchunked(body: Buffer): Buffer {
  const chunks: Buffer[] = []
  for (let at = 0; ; ) {
    const line = body.indexOf('\r\n', at)
    const size = Number.parseInt(body.subarray(at, line).toString(), 16)
    if (size === 0) return Buffer.concat(chunks)
    chunks.push(body.subarray(line + 2, line + 2 + size))
    at = line + 2 + size + 2
  }
}
