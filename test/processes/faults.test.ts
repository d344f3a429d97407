/** A short round of `npm run prove:faults`, so that every change goes through one. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { proveFaults } from '../../prove/faults/faults.ts'
import { createDatabaseUrl } from '../support/database.ts'
import { withCleanup } from '../support/temporary.ts'

/** Other tests run beside it: how long things take on a free machine, the command says. */
const slack = 4
const options = { seconds: 1, kinds: 1, connections: 2, processes: 1, seed: 1, slack }

describe('one thing after the other that is disturbed', () => {
  it('holds up nobody whose it is not, and loses nothing', async () => {
    const verdict = await withCleanup(async cleanup =>
      proveFaults(cleanup, await createDatabaseUrl(), options),
    )
    const told = `${JSON.stringify(verdict.findings, null, 1)}\n${verdict.output}`
    assert.equal(verdict.findings.length, 0, told)
    const disturbed = new Set(verdict.rounds.map(({ target }) => target))
    assert.equal(disturbed.size, 7)
    assert.ok(verdict.rounds.every(({ requests }) => requests > 0))
  })
})
