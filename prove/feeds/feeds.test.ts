/** A short round of `npm run prove:feeds`, run for every change. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startServer } from '../../test/support/server.ts'
import { withCleanup } from '../../test/support/temporary.ts'
import { proveFeeds } from './feeds.ts'
import { settings } from './run-context.ts'

const server = await startServer(settings)
/** Number of actions, fixed so that the histories are the same on every machine. */
const stepsMin = 60

describe('imports of calendars with faults', () => {
  it('sell no claimed night, lose no guest, and agree with linked servers', async () => {
    const endsAt = performance.now() + 120_000
    const { failed, steps } = await withCleanup(cleanup =>
      proveFeeds(cleanup, server, { seed: 1, endsAt, steps: stepsMin }),
    )
    assert.deepEqual(failed, null, JSON.stringify(failed, null, 1))
    assert.ok(steps >= stepsMin, String(steps))
  })
})
