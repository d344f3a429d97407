/** A short round of `npm run prove:feeds`, so that every change goes through one. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { proveFeeds } from '../../prove/feeds/feeds.ts'
import { settings } from '../../prove/feeds/stage.ts'
import { startServer } from '../support/server.ts'
import { withCleanup } from '../support/temporary.ts'

const server = await startServer(settings)
/** Number of acts, the same on every machine, so that all play the same histories. */
const acts = 60

describe('a house that imports calendars of every fault', () => {
  it('sells no night that is claimed, loses no guest, and agrees with linked servers', async () => {
    const endsAt = performance.now() + 120_000
    const { failed, steps } = await withCleanup(cleanup =>
      proveFeeds(cleanup, server, { seed: 1, endsAt, steps: acts }),
    )
    assert.deepEqual(failed, null, JSON.stringify(failed, null, 1))
    assert.ok(steps >= acts, String(steps))
  })
})
