/** The check that every error response of the tests is listed by its operation. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Fastify from 'fastify'
import { notFound } from '../src/platform/errors.ts'
import { asApiError, sendError } from '../src/platform/rest/response/send-error.ts'
import { takeUndocumentedErrors } from './runner/undocumented-errors.ts'

async function respond(listed: string, operationId: string | undefined): Promise<string[]> {
  const app = Fastify()
  app.setErrorHandler((error, request, reply) =>
    sendError(asApiError(error, request), request, reply),
  )
  const response = { 404: { description: listed } }
  const schema = { response, ...(operationId && { operationId }) }
  app.get('/leads/:uid', { schema, serializerCompiler: () => JSON.stringify }, async () => {
    throw notFound('LEAD_NOT_FOUND', 'x')
  })
  const { statusCode } = await app.inject('/leads/1')
  await app.close()
  assert.equal(statusCode, 404)
  return takeUndocumentedErrors()
}

describe('an error response', () => {
  it('is reported if its operation does not list the code', async () => {
    assert.deepEqual(await respond('GUEST_NOT_FOUND, AGENCY_NOT_FOUND', 'getLead'), [
      'GET /leads/:uid does not list LEAD_NOT_FOUND: Lead not found: x',
    ])
  })

  it('is not reported if it is listed, or if there is no operation', async () => {
    assert.deepEqual(await respond('GUEST_NOT_FOUND, LEAD_NOT_FOUND', 'getLead'), [])
    assert.deepEqual(await respond('', undefined), [])
  })
})
