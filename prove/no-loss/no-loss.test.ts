/** A short round of `npm run prove:no-loss`, run for every change. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createDatabaseUrl } from '../../test/support/database.ts'
import { withCleanup } from '../../test/support/temporary.ts'
import { proveNoLoss } from './no-loss.ts'

const options = { rounds: 1, acts: 100, connections: 12, servers: 2, workers: 1, seed: 1 }

describe('operations while servers and workers are killed', () => {
  it('are logged once, and their events reach every webhook in order', async () => {
    const verdict = await withCleanup(async cleanup =>
      proveNoLoss(cleanup, await createDatabaseUrl(), options),
    )
    const details = `${JSON.stringify(verdict.violations, null, 1)}\n${verdict.output}`
    assert.equal(verdict.violations.length, 0, details)
    assert.ok(verdict.kills > 0 && verdict.deliveries > 0 && verdict.webhookOperations > 0)
  })
})
