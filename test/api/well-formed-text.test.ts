/**
 * contract/general.md §8: half a surrogate pair, which UTF-8 cannot encode, in every text of a
 * request.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { jpeg } from '../fixtures/pictures.ts'
import { makeAgency, makeLead, makeProperty } from '../fixtures/rows.ts'
import { makeSignedIn } from '../fixtures/sessions.ts'
import { raw } from '../support/raw-http.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
const leadUid = await makeLead(server, agencyUid, { property_uid: propertyUid })
const staff = await makeSignedIn(server, agencyUid, 'STAFF')

/** The JSON escape; `fetch` and `JSON.stringify` would replace the character itself. */
const half = '\\ud800'
/** Bytes of the character, if UTF-8 encoded it. */
const bytes = Buffer.from([0xed, 0xa0, 0x80])
const bySession = staff.headers as Record<string, string>
const byKey = { 'x-hostfully-apikey': key }

const send = (
  method: string,
  path: string,
  body: string,
  headers: Record<string, string> = byKey,
) =>
  raw(server, path, { method, headers: { 'content-type': 'application/json', ...headers }, body })

describe('half a surrogate pair in JSON', () => {
  it('200 in preferences: U+FFFD in texts and in keys, a whole pair stays', async () => {
    const sent = `{"preferences":{"a":"x${half}","b\\udfff":["\\ud83c\\udfd4","\\uDC00"],"c":{"d":1}}}`
    const path = '/api/v3.3/session/preferences'
    const { status, body } = await send('PUT', path, sent, bySession)
    assert.equal(status, 200, JSON.stringify(body))
    const preferences = { a: 'x\ufffd', 'b\ufffd': ['🏔', '\ufffd'], c: { d: 1 } }
    assert.deepEqual(body, { preferences })
    const stored = await server.request('GET', path, { headers: staff.headers })
    assert.deepEqual(stored.body, { preferences })
  })

  it('200 in a name, in tags, in custom data and in keys that nobody knows', async () => {
    const sent = `{"name":"A${half}B","${half}":1,"tags":["t${half}"]}`
    const { status, body } = await send('PATCH', `/api/v3.3/properties/${propertyUid}`, sent)
    assert.deepEqual([status, body.property?.name], [200, 'A\ufffdB'])
    const field = `{"agencyUid":"${agencyUid}","name":"F${half}"}`
    const created = await send('POST', '/api/v3.3/custom-data-fields', field)
    assert.equal(created.body.customDataField?.name, 'F\ufffd', created.text)
    const { uid } = created.body.customDataField
    const value = `{"leadUid":"${leadUid}","customDataFieldUid":"${uid}","text":"${half}"}`
    const { body: set } = await send('POST', '/api/v3.3/custom-data', value)
    assert.equal(set.customData?.text, '\ufffd', JSON.stringify(set))
  })

  it('is not 5xx in any uid, date or number', async () => {
    for (const name of ['agencyUid', 'propertyUid', 'status', 'checkInLocalDate', 'adults']) {
      const { status } = await send('POST', '/api/v3.3/leads', `{"${name}":"${half}"}`)
      assert.ok(status >= 400 && status < 500, `${name}: ${status}`)
    }
  })
})

describe('half a surrogate pair in GraphQL', () => {
  const query = 'query Q($first: String) { leads(agencyUid: $first) { uid } }'
  const path = '/v2/leadsql'

  it('in a variable is text like any other', async () => {
    const sent = `{"query":"${query}","variables":{"first":"${half}","${half}":"${half}"}}`
    const { status, body, text } = await send('POST', path, sent)
    assert.ok(status < 500, text)
    assert.doesNotMatch(JSON.stringify(body), /INTERNAL_ERROR/)
    const variables = encodeURIComponent(`{"first":"${half}"}`)
    const got = await raw(
      server,
      `${path}?query=${encodeURIComponent(query)}&variables=${variables}`,
      {
        headers: byKey,
      },
    )
    assert.ok(got.status < 500, got.text)
  })

  it('is refused in a literal, as an escape of the document', async () => {
    const document = `{ leads(agencyUid: "${half}") { uid } }`
    for (const body of [document, JSON.stringify({ query: document })]) {
      const { text, body: result } = await send('POST', path, body)
      assert.equal(result.errors?.[0].extensions.code, 'GRAPHQL_PARSE_FAILED', text)
    }
  })

  it('in a literal, as an escape of the JSON around it, is text like any other', async () => {
    const sent = `{"query":"{ leads(agencyUid: \\"${half}\\") { uid } }"}`
    const { status, text } = await send('POST', path, sent)
    assert.ok(status < 500, text)
    assert.doesNotMatch(text, /INTERNAL_ERROR/)
  })
})

describe('the bytes of half a surrogate pair', () => {
  const escaped = '%ED%A0%80'
  const paths = [
    `/api/v3.3/leads?agencyUid=${escaped}`,
    `/api/v3.3/leads?agencyUid=${agencyUid}&status=${escaped}&_cursor=`,
    `/api/v3.3/leads?agencyUid=${agencyUid}&${escaped}=${escaped}`,
    `/api/v3.3/leads?agencyUid=${agencyUid}&_cursor=${escaped}`,
    `/api/v3.3/leads/${escaped}`,
    `/api/v3.3/properties?agencyUid=${agencyUid}&tags=${escaped}`,
    ...[`{"offset":0,"k":["${half}"],"s":"created"}`, `{"k":["${half}",null],"${half}":"x"}`].map(
      cursor => {
        const base64 = Buffer.from(cursor).toString('base64url')
        return `/api/v3.3/leads?agencyUid=${agencyUid}&_limit=1&_cursor=${base64}`
      },
    ),
  ]
  for (const path of paths) {
    it(`are no 5xx in ${path.replaceAll(/[0-9a-f-]{36}/g, ':uid')}`, async () => {
      const { status, text } = await raw(server, path, { headers: byKey })
      assert.ok(status < 500, text)
    })
  }

  it('are no 5xx in headers', async () => {
    const value = bytes.toString('latin1')
    for (const name of ['idempotency-key', 'if-match', 'x-trace-id', 'user-agent', 'origin']) {
      const path = `/api/v3.3/properties/${propertyUid}`
      const { status, text } = await send('PATCH', path, '{"name":"x"}', {
        ...byKey,
        [name]: value,
      })
      assert.ok(status < 500, `${name}: ${text}`)
    }
    const credentials = { 'x-hostfully-apikey': value }
    const { status } = await raw(server, '/api/v3.3/leads', { headers: credentials })
    assert.equal(status, 401)
  })

  const upload = (fileName: Buffer, description: Buffer) => {
    const line = '--part\r\ncontent-disposition: form-data; name='
    const body = Buffer.concat([
      Buffer.from(`${line}"propertyUid"\r\n\r\n${propertyUid}\r\n`),
      Buffer.from(`${line}"description"\r\n\r\n`),
      description,
      Buffer.from(`\r\n${line}"file"; filename="`),
      fileName,
      Buffer.from(`"\r\ncontent-type: image/jpeg\r\n\r\n`),
      jpeg,
      Buffer.from('\r\n--part--\r\n'),
    ])
    const headers = { ...byKey, 'content-type': 'multipart/form-data; boundary=part' }
    return raw(server, '/api/v3.3/photos', { method: 'POST', headers, body })
  }

  it('are no 5xx in the name of a file, and 400 in a field beside it', async () => {
    const named = await upload(bytes, Buffer.from('Deck'))
    assert.ok(named.status < 500, named.text)
    const described = await upload(Buffer.from('a.jpg'), bytes)
    assert.deepEqual([described.status, described.body.code], [400, 'MALFORMED_BODY'])
  })
})
