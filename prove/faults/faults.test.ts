/** A short round of `npm run prove:faults`, run for every change. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createDatabaseUrl } from '../../test/support/database.ts'
import { withCleanup } from '../../test/support/temporary.ts'
import { proveFaults } from './faults.ts'

/** Other tests run in parallel; the command measures durations on an idle machine. */
const slack = 4
const options = { seconds: 1, kinds: 1, connections: 2, processes: 1, seed: 1, slack }

describe('failures of one dependency at a time', () => {
  it('delay only requests that need the dependency, and lose nothing', async () => {
    const verdict = await withCleanup(async cleanup =>
      proveFaults(cleanup, await createDatabaseUrl(), options),
    )
    const details = `${JSON.stringify(verdict.violations, null, 1)}\n${verdict.output}`
    assert.equal(verdict.violations.length, 0, details)
    const disturbed = new Set(verdict.rounds.map(({ target }) => target))
    assert.equal(disturbed.size, 7)
    assert.ok(verdict.rounds.every(({ requests }) => requests > 0))
  })
})
