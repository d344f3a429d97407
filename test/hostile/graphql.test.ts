/**
 * Whatever document is sent to the GraphQL endpoints, the answer is one of contract/leadsql.md §7:
 * never a fault of ours, never what is others'.
 */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { GraphQLSchema } from 'graphql'
import { type ErrorCode, statusOfCode } from '../../src/platform/errors.ts'
import { leadQuerySchema, schemaOf } from '../../src/rental/schemas.ts'
import { versions } from '../../src/rental/versions.ts'
import { makeAgency } from '../fixtures/rows.ts'
import { randomOf } from '../lead-walk/random.ts'
import { makeEstate } from '../reach/estate.ts'
import { tokenWith } from '../reach/tokens.ts'
import type { Estate } from '../reach/uids.ts'
import { Logs } from '../support/logs.ts'
import { type RawAnswer, raw } from '../support/raw.ts'
import { startServer } from '../support/server.ts'
import { wrongWith } from './answers.ts'
import {
  goodDocument,
  hostileArguments,
  hostileDocuments,
  hostileRequests,
  hostileVariables,
  type Request,
  scrambled,
} from './documents.ts'

const logs = new Logs()
const settings = { RATE_LIMIT_PER_HOUR: '0', LOG_LEVEL: 'trace' }
const server = await startServer(settings, { logTo: logs })
const agency = await makeAgency(server)
let mine: Estate
let theirs: Estate
let keys: string[]

before(async () => {
  mine = await makeEstate(server, agency, 'mine')
  theirs = await makeEstate(server, await makeAgency(server), 'theirs')
  keys = [agency.key, agency.key, await tokenWith(server, mine, { access: 'READ' })]
})

const endpoints: { path: string; schema: GraphQLSchema }[] = [
  { path: '/v2/leadsql', schema: leadQuerySchema().graphql },
  ...versions.map(version => ({
    path: `/api/v${version}/graphql`,
    schema: schemaOf(version, '').graphql,
  })),
]

let asked = 0

async function ask(path: string, request: Request | string): Promise<RawAnswer> {
  const body = typeof request === 'string' ? request : JSON.stringify(request)
  const headers = { 'x-hostfully-apikey': keys[asked++ % keys.length]! }
  const answer = await raw(server, path, { method: 'POST', headers, body })
  const about = `${body.slice(0, 500)} → ${answer.status} ${answer.text.slice(0, 500)}`
  assert.equal(wrongWithGraphQL(answer, path), null, about)
  const leaked = theirs.marks.find(mark => answer.text.includes(mark) && !body.includes(mark))
  assert.equal(leaked, undefined, about)
  return answer
}

/** What is wrong with an answer of GraphQL; a refusal of HTTP repeats itself in `errors`. */
function wrongWithGraphQL(answer: RawAnswer, path: string): string | null {
  const { status, body } = answer
  const { errors, ...rest } = body ?? {}
  const isWrong = (error: Record<string, never>) => wrongWithError(error, status)
  const inErrors = errors === undefined ? null : errors.map(isWrong).find(Boolean)
  if (inErrors) return inErrors
  if (status !== 200) {
    if (!Array.isArray(errors)) return 'a refusal without errors'
    return wrongWith({ ...answer, body: rest }, path)
  }
  if ('apiErrorMessage' in rest) return 'a success with apiErrorMessage'
  if (errors?.length === 0) return 'no errors in errors'
  return 'data' in rest || errors !== undefined ? null : 'neither data nor errors'
}

function wrongWithError(error: Record<string, unknown>, status: number): string | null {
  const { message, extensions = {} } = error
  const { code, uid, status: said } = extensions as Record<string, unknown>
  if (typeof message !== 'string' || typeof uid !== 'string') return 'an error without its words'
  const known = statusOfCode(code as ErrorCode)
  if (known === undefined || known !== said) return `an error of status ${said} and code ${code}`
  if (known >= 500) return 'a fault of ours'
  return status === 200 || known === status ? null : `${code} with status ${status}`
}

for (const { path, schema } of endpoints) {
  const random = randomOf(path.length * 7_919)
  const [root = ''] = Object.keys(schema.getQueryType()!.getFields())

  describe(`hostile queries to ${path}`, () => {
    it('good documents of any fields are answered without errors', async () => {
      for (let i = 0; i < 40; i++) {
        const { body } = await ask(path, { query: goodDocument(schema, random, mine) })
        assert.equal(body.errors, undefined, JSON.stringify(body.errors))
      }
    })

    it('the same of another agency show nothing', async () => {
      for (let i = 0; i < 20; i++) await ask(path, { query: goodDocument(schema, random, theirs) })
    })

    it('arguments of any value are answered or refused', async () => {
      for (const query of hostileArguments(schema, random, mine)) await ask(path, { query })
    })

    it('variables of any value are answered or refused', async () => {
      for (const request of hostileVariables(schema, random)) await ask(path, request)
    })

    it('scrambled documents are refused', async () => {
      for (let i = 0; i < 60; i++) {
        await ask(path, { query: scrambled(goodDocument(schema, random, mine), random) })
      }
    })

    it('wrong, endless and huge documents are refused', async () => {
      for (const document of hostileDocuments(root)) {
        await ask(path, { query: document })
        await ask(path, document)
      }
    })

    it('what is no request is refused', async () => {
      for (const body of hostileRequests) await ask(path, body)
      const texts = ['query=%00', 'query=%ff', 'query={&variables={', 'query=a&query[]=b', 'query']
      for (const text of [...texts, 'query={__typename}&variables=[1]&operationName[]=x', '']) {
        const headers = { 'x-hostfully-apikey': agency.key }
        const url = `${path}?${text}`
        const answer = await raw(server, url, { headers })
        assert.equal(wrongWithGraphQL(answer, url), null, `${text} ${answer.text.slice(0, 300)}`)
      }
    })
  })
}

describe('after all', () => {
  it('the log has neither documents nor credentials nor anything personal', () => {
    assert.ok(logs.entries.some(({ msg }) => msg === 'refused'))
    assert.deepEqual(
      logs.having(['lpa_', 'lpp_', 'lps_', 'eyJ', 'Personal-', 'leads(', 'query ']),
      [],
    )
  })
})
