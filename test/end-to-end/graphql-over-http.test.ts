/** Results of the audits of GraphQL over HTTP for the endpoints: `tools/openapi`. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { versions } from '../../src/rental/versions.ts'
import { makeAgency } from '../fixtures/rows.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
const { key } = await makeAgency(server)
const tools = join(import.meta.dirname, '../../tools/openapi')

interface Result {
  name: string
  /** `notice` is an optional recommendation, `warn` one that a server should follow. */
  status: 'ok' | 'notice' | 'warn' | 'error'
}

async function audit(path: string): Promise<Result[]> {
  const args = ['audit-graphql.ts', `${server.url}${path}`, key]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: tools })
  return JSON.parse(stdout)
}

/** The content type of a request is ignored (contract/leadsql.md §1). */
const accepted = [
  'SHOULD respond with 4xx status code if content-type is not supplied on POST requests',
]

describe('the GraphQL endpoints', () => {
  for (const path of ['/v2/leadsql', ...versions.map(version => `/api/v${version}/graphql`)]) {
    it(`pass the audits of GraphQL over HTTP at ${path}`, async () => {
      const results = await audit(path)
      assert.equal(results.length, 61)
      const failed = results.filter(({ status }) => status === 'warn' || status === 'error')
      assert.deepEqual(
        failed.map(({ name }) => name),
        accepted,
      )
    })
  }
})
