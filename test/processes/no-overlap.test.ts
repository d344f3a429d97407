/** A short round of `npm run prove:no-overlap`, so that every change goes through one. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { proveNoOverlap } from '../../prove/no-overlap.ts'
import { createDatabaseUrl } from '../support/database.ts'
import { withCleanup } from '../support/temporary.ts'

const options = { attempts: 400, connections: 10, processes: 2, seed: 1 }

describe('a crowd that wants few nights, while servers are killed', () => {
  it('books nothing twice, and loses nothing that was answered', async () => {
    const verdict = await withCleanup(async cleanup =>
      proveNoOverlap(cleanup, await createDatabaseUrl(), options),
    )
    const told = `${JSON.stringify(verdict.findings, null, 1)}\n${verdict.output}`
    assert.equal(verdict.findings.length, 0, told)
    assert.ok(verdict.kills > 0 && verdict.races > 0 && verdict.looks > 0)
  })
})
