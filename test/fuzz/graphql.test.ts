/**
 * Fuzzing of the GraphQL endpoints: responses follow contract/leadsql.md §7 and contain no data of
 * another agency.
 */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { GraphQLSchema } from 'graphql'
import { type ErrorCode, errorStatus } from '../../src/platform/errors.ts'
import { graphQLSchema, leadQuerySchema } from '../../src/rental/schemas.ts'
import { versions } from '../../src/rental/versions.ts'
import type { Tenant } from '../authorization/tenant.ts'
import { makeTenant } from '../authorization/tenant-fixture.ts'
import { makePartnerToken } from '../authorization/tokens.ts'
import { makeAgency } from '../fixtures/rows.ts'
import { createRandom } from '../lead-model/random.ts'
import { Logs } from '../support/logs.ts'
import { type RawResponse, raw } from '../support/raw-http.ts'
import { startServer } from '../support/server.ts'
import {
  malformedArguments,
  malformedDocuments,
  malformedRequests,
  malformedVariables,
  type Request,
  scramble,
  validDocument,
} from './documents.ts'
import { findViolation } from './responses.ts'

const logs = new Logs()
const settings = { RATE_LIMIT_PER_HOUR: '0', LOG_LEVEL: 'trace' }
const server = await startServer(settings, { logTo: logs })
const agency = await makeAgency(server)
let tenant: Tenant
let otherTenant: Tenant
let keys: string[]

before(async () => {
  tenant = await makeTenant(server, agency, 'mine')
  otherTenant = await makeTenant(server, await makeAgency(server), 'theirs')
  keys = [agency.key, agency.key, await makePartnerToken(server, tenant, { access: 'READ' })]
})

const endpoints: { path: string; schema: GraphQLSchema }[] = [
  { path: '/v2/leadsql', schema: leadQuerySchema().graphql },
  ...versions.map(version => ({
    path: `/api/v${version}/graphql`,
    schema: graphQLSchema(version, '').graphql,
  })),
]

let requestCount = 0

async function send(path: string, request: Request | string): Promise<RawResponse> {
  const body = typeof request === 'string' ? request : JSON.stringify(request)
  const headers = { 'x-hostfully-apikey': keys[requestCount++ % keys.length]! }
  const response = await raw(server, path, { method: 'POST', headers, body })
  const detail = `${body.slice(0, 500)} → ${response.status} ${response.text.slice(0, 500)}`
  assert.equal(graphQLViolation(response, path), null, detail)
  const leaked = otherTenant.hiddenTexts.find(
    hiddenText => response.text.includes(hiddenText) && !body.includes(hiddenText),
  )
  assert.equal(leaked, undefined, detail)
  return response
}

/**
 * Describes the violation of a GraphQL response, or null; an HTTP error is repeated in `errors`.
 */
function graphQLViolation(response: RawResponse, path: string): string | null {
  const { status, body } = response
  const { errors, ...rest } = body ?? {}
  const toViolation = (error: Record<string, never>) => errorViolation(error, status)
  const violation = errors === undefined ? null : errors.map(toViolation).find(Boolean)
  if (violation) return violation
  if (status !== 200) {
    if (!Array.isArray(errors)) return 'a refusal without errors'
    return findViolation({ ...response, body: rest }, path)
  }
  if ('apiErrorMessage' in rest) return 'a success with apiErrorMessage'
  if (errors?.length === 0) return 'no errors in errors'
  return 'data' in rest || errors !== undefined ? null : 'neither data nor errors'
}

function errorViolation(error: Record<string, unknown>, status: number): string | null {
  const { message, extensions = {} } = error
  const { code, uid, status: reported } = extensions as Record<string, unknown>
  if (typeof message !== 'string' || typeof uid !== 'string')
    return 'an error without message or uid'
  const documented = errorStatus(code as ErrorCode)
  if (documented === undefined || documented !== reported)
    return `an error of status ${reported} and code ${code}`
  if (documented >= 500) return 'a server error'
  return status === 200 || documented === status ? null : `${code} with status ${status}`
}

for (const { path, schema } of endpoints) {
  const random = createRandom(path.length * 7_919)
  const [root = ''] = Object.keys(schema.getQueryType()!.getFields())

  describe(`malformed queries to ${path}`, () => {
    it('returns no errors for valid documents of random fields', async () => {
      for (let i = 0; i < 40; i++) {
        const { body } = await send(path, { query: validDocument(schema, random, tenant) })
        assert.equal(body.errors, undefined, JSON.stringify(body.errors))
      }
    })

    it('returns nothing for valid documents of another agency', async () => {
      for (let i = 0; i < 20; i++)
        await send(path, { query: validDocument(schema, random, otherTenant) })
    })

    it('returns data or an error for arguments of any value', async () => {
      for (const query of malformedArguments(schema, random, tenant)) await send(path, { query })
    })

    it('returns data or an error for variables of any value', async () => {
      for (const request of malformedVariables(schema, random)) await send(path, request)
    })

    it('returns data or an error for mutated documents', async () => {
      for (let i = 0; i < 60; i++) {
        await send(path, { query: scramble(validDocument(schema, random, tenant), random) })
      }
    })

    it('returns an error for invalid, recursive and huge documents', async () => {
      for (const document of malformedDocuments(root)) {
        await send(path, { query: document })
        await send(path, document)
      }
    })

    it('returns an error for a body or query string that is not a request', async () => {
      for (const body of malformedRequests) await send(path, body)
      const texts = ['query=%00', 'query=%ff', 'query={&variables={', 'query=a&query[]=b', 'query']
      for (const text of [...texts, 'query={__typename}&variables=[1]&operationName[]=x', '']) {
        const headers = { 'x-hostfully-apikey': agency.key }
        const url = `${path}?${text}`
        const response = await raw(server, url, { headers })
        assert.equal(
          graphQLViolation(response, url),
          null,
          `${text} ${response.text.slice(0, 300)}`,
        )
      }
    })
  })
}

describe('after all requests', () => {
  it('the log contains neither documents nor credentials nor personal data', () => {
    assert.ok(logs.entries.some(({ msg }) => msg === 'refused'))
    assert.deepEqual(
      logs.excerpts(['lpa_', 'lpp_', 'lps_', 'eyJ', 'Personal-', 'leads(', 'query ']),
      [],
    )
  })
})
