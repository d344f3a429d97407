/** A short round of `npm run prove:no-loss`, so that every change goes through one. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { proveNoLoss } from '../../prove/no-loss/no-loss.ts'
import { createDatabaseUrl } from '../support/database.ts'
import { withCleanup } from '../support/temporary.ts'

const options = { rounds: 1, acts: 100, connections: 12, servers: 2, workers: 1, seed: 1 }

describe('acts that are told of, while servers and workers are killed', () => {
  it('are told once in the log, and reach every webhook in their order', async () => {
    const verdict = await withCleanup(async cleanup =>
      proveNoLoss(cleanup, await createDatabaseUrl(), options),
    )
    const told = `${JSON.stringify(verdict.findings, null, 1)}\n${verdict.output}`
    assert.equal(verdict.findings.length, 0, told)
    assert.ok(verdict.kills > 0 && verdict.deliveries > 0 && verdict.webhookActs > 0)
  })
})
