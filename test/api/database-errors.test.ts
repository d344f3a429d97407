/** Responses to a write that the database refuses. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { makeAgency } from '../fixtures/rows.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const db = server.database.kysely

/** Makes each insert of a field fail with an SQLSTATE. */
async function refuseWith(state: string): Promise<void> {
  await sql
    .raw(
      `create or replace function refuse() returns trigger language plpgsql as
        $$ begin raise exception 'refused' using errcode = '${state}'; end $$`,
    )
    .execute(db)
  await sql
    .raw(
      'create or replace trigger refuse before insert on custom_data_fields execute function refuse()',
    )
    .execute(db)
}

const make = (name: string, headers = {}) =>
  server.request('POST', '/api/v3.3/custom-data-fields', {
    key,
    headers,
    body: { agencyUid, name },
  })

const full = 'The disk of the server is full; retry later'
const unavailable = 'The database is not available; retry later'

describe('a write that the database refuses', () => {
  const cases: Record<string, [state: string, text: string, retryAfter: string]> = {
    'its disk is full': ['53100', full, '5'],
    'it has no memory': ['53200', unavailable, '1'],
    'it has become a replica': ['25006', unavailable, '1'],
    'its disk reports an error': ['58030', unavailable, '1'],
    'it is stopped by its operator': ['57P01', unavailable, '1'],
  }
  for (const [reason, [state, text, retryAfter]] of Object.entries(cases)) {
    it(`503 with Retry-After because ${reason}, and success afterwards`, async () => {
      const idempotent = { 'idempotency-key': `key-${state}` }
      await refuseWith(state)
      for (const headers of [{}, idempotent]) {
        const { status, body, headers: responseHeaders } = await make(reason, headers)
        assert.deepEqual(
          [status, body.code, body.apiErrorMessage, responseHeaders.get('retry-after')],
          [503, 'SERVICE_UNAVAILABLE', text, retryAfter],
        )
      }
      await sql.raw('drop trigger refuse on custom_data_fields').execute(db)
      assert.equal((await make(reason, idempotent)).status, 201)
    })
  }
})
