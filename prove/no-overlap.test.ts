/** A short round of `npm run prove:no-overlap`, run for every change. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createDatabaseUrl } from '../test/support/database.ts'
import { withCleanup } from '../test/support/temporary.ts'
import { proveNoOverlap } from './no-overlap.ts'

const options = { attempts: 400, connections: 10, processes: 2, seed: 1 }

describe('concurrent requests for few nights, while servers are killed', () => {
  it('never book a night twice and lose no acknowledged lead', async () => {
    const verdict = await withCleanup(async cleanup =>
      proveNoOverlap(cleanup, await createDatabaseUrl(), options),
    )
    const details = `${JSON.stringify(verdict.violations, null, 1)}\n${verdict.output}`
    assert.equal(verdict.violations.length, 0, details)
    assert.ok(verdict.kills > 0 && verdict.races > 0 && verdict.checks > 0)
  })
})
