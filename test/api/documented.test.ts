/** Agreement of the OpenAPI documents with the server, where they once differed. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as make from '../fixtures/rows.ts'
import { createChecker } from '../generate/examples/example-collector.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
const { agencyUid, key } = await make.makeAgency(server)
const post = (path: string, body: unknown) => server.request('POST', path, { key, body })
const read = async (prefix: string) => (await server.request('GET', `${prefix}/openapi.json`)).body
const newest = await read('/api/v3.3')
const legacy = await read('/v2')

describe('the ErrorBody of the document', () => {
  const isError = (body: unknown) => createChecker(newest)('ErrorBody', body)

  it('is true of a refusal with a long text', async () => {
    const callbackUrl = 'http://127.0.0.1:1/'
    const wrong = { agencyUid, eventType: 'BOOKING_CREATED', callbackUrl }
    const { status, body } = await post('/api/v3.3/webhooks', wrong)
    assert.equal(status, 400)
    assert.ok(body.apiErrorMessage.length > 255)
    assert.ok(isError(body), JSON.stringify(body))
  })

  it('is true of a refusal of many fields, and of a long address', async () => {
    const many = { agencyUid, propertyUids: Array.from({ length: 600 }, () => ({})), from: 1 }
    const { status, body } = await post('/api/v3.3/leads/blocks', many)
    assert.equal(status, 400)
    assert.ok(isError(body), JSON.stringify(body))
    const far = await server.request('GET', `/api/v3.3/leads/${'x'.repeat(3_000)}`, { key })
    assert.equal(far.status, 404)
    assert.ok(isError(far.body), far.text)
  })

  it('calls its code no code of a lock', () => {
    const { ErrorBody, FieldError } = newest.components.schemas
    for (const shape of [ErrorBody, FieldError]) {
      assert.doesNotMatch(JSON.stringify(shape.properties.code), /lock/)
    }
    const { Code } = newest.components.parameters
    assert.match(Code.description, /promo code/)
  })
})

interface Described {
  operationId: string
  description: string
  parameters?: { $ref: string }[]
}

/** Returns the operations of a document that write, each with whether it takes a key. */
function listWrites(document: { paths: Record<string, Record<string, Described>> }) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => method !== 'get')
      .map(([method, { operationId, description, parameters = [] }]) => {
        const takesKey = parameters.some(({ $ref }) => $ref.endsWith('/IdempotencyKey'))
        return { path, method: method.toUpperCase(), operationId, description, takesKey }
      }),
  )
}

describe('the parameter Idempotency-Key', () => {
  it('is documented for every write that checks it, and for no other', async () => {
    for (const document of [newest, legacy]) {
      const writes = listWrites(document).filter(({ description }) =>
        /For agencies/.test(description),
      )
      assert.ok(writes.filter(({ takesKey }) => takesKey).length > 50)
      const wrong: string[] = []
      for (const { path, method, operationId, takesKey } of writes) {
        const headers = { 'idempotency-key': 'two words' }
        const address = path.replaceAll(/\{\w+\}/g, agencyUid)
        const { body } = await server.request(method, address, { key, headers, body: {} })
        if ((body?.code === 'INVALID_IDEMPOTENCY_KEY') !== takesKey) wrong.push(operationId)
      }
      assert.deepEqual(wrong, [])
    }
  })
})

describe('a lead query that is refused', () => {
  it('200 for a document that cannot be read, and no document says 400', async () => {
    const { status, body } = await post('/v2/leadsql', { query: '{ nope }' })
    const { code } = body.errors[0].extensions
    assert.deepEqual([status, code], [200, 'GRAPHQL_VALIDATION_FAILED'])
    for (const [document, path] of [
      [legacy, '/v2/leadsql'],
      [newest, '/api/v3.3/graphql'],
    ]) {
      const { responses } = document.paths[path].post
      assert.doesNotMatch(JSON.stringify(responses['400']), /GRAPHQL_/)
      assert.match(JSON.stringify(document.components.schemas.GraphQLAnswer), /status 200/)
    }
  })

  it('400 MALFORMED_BODY for truncated JSON, which is no document', async () => {
    for (const text of ['{"query":"{ leads', ' [{"query": "{x}"', '{ "query" "x" }']) {
      const { status, body } = await post('/v2/leadsql', text)
      assert.deepEqual([status, body.code], [400, 'MALFORMED_BODY'], text)
      assert.equal(body.errors[0].extensions.code, 'MALFORMED_BODY')
    }
    const { body } = await post('/v2/leadsql', '{ leads(')
    assert.equal(body.errors[0].extensions.code, 'GRAPHQL_PARSE_FAILED')
  })
})

describe('what an operation needs', () => {
  const { schemas } = newest.components

  it('is required in the document', () => {
    const { required } = schemas.JobInput
    assert.deepEqual(
      ['propertyUid', 'serviceUid', 'startLocalDateTime', 'endLocalDateTime'].filter(
        name => !required.includes(name),
      ),
      [],
    )
    // A field with an alias is listed by the name of the field.
    assert.deepEqual(schemas.WebhookInput.required, ['eventType', 'callbackUrl'])
    assert.equal('url' in schemas.WebhookInput.properties, false)
    assert.match(schemas.WebhookInput.properties.callbackUrl.description, /Alias: `url`/)
    const isPinCode = (holder: object) =>
      createChecker(newest)('PinCodeInput', { propertyUid: agencyUid, ...holder })
    assert.deepEqual([isPinCode({}), isPinCode({ leadUid: agencyUid })], [false, true])
    assert.equal(isPinCode({ userUid: agencyUid }), true)
  })

  it('is one of several, of each body of which that is so', () => {
    const alternatives = {
      SplitInput: ['propertyUid', 'unitUid'],
      ReplayInput: ['afterSeq', 'since'],
      CustomDataInput: ['propertyUid', 'leadUid', 'unitUid'],
    }
    for (const [name, names] of Object.entries(alternatives)) {
      const expected = names.map(one => ({ required: [one] }))
      assert.deepEqual(schemas[name].anyOf, expected, name)
    }
  })
})

describe('the authorization page', () => {
  it('is in the documents, as the first step of OAuth', async () => {
    for (const prefix of ['/api', '/api/v3.0', '/api/v3.3']) {
      const { paths } = await read(prefix)
      const { get } = paths[`${prefix}/auth/oauth/authorize`]
      assert.deepEqual([get.operationId, get.tags], ['authorize', ['Partners']])
      assert.ok(get.responses['200'].content['text/html'])
      assert.deepEqual(get.security, [])
    }
  })
})
