/** docs/decisions/0023-database-clock.md */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DatabaseClock } from './database-clock.ts'

const noon = Date.UTC(2026, 4, 20, 12)
const minutes = 60_000

/** Creates a process and a database whose clocks the test sets; a query takes `takesMs`. */
function createClocks({ offsetMs = 0, takesMs = 0 } = {}) {
  const world = {
    elapsedMs: 0,
    setBy: offsetMs,
    databaseAhead: 0,
    takesMs,
    queries: 0,
    isAvailable: true,
  }
  const time = {
    wall: () => noon + world.elapsedMs + world.setBy,
    monotonic: () => 5_000 + world.elapsedMs,
  }
  const run = async () => {
    world.queries++
    if (!world.isAvailable) throw new Error('unavailable')
    world.elapsedMs += world.takesMs
    return [[noon + world.elapsedMs + world.databaseAhead]]
  }
  const clock = new DatabaseClock(run, time)
  const wrongBy = () => clock.now().getTime() - noon - world.elapsedMs - world.databaseAhead
  return { world, clock, wrongBy }
}

describe('the time of a process on a server', () => {
  for (const offsetMs of [-7 * minutes, 7 * minutes]) {
    it(`is that of the database if its own clock is ${offsetMs / minutes} minutes ahead`, async () => {
      const { clock, wrongBy } = createClocks({ offsetMs })
      assert.equal(wrongBy(), offsetMs, 'before the first query')
      await clock.synchronize()
      clock.stop()
      assert.equal(wrongBy(), 0)
    })

    it(`does not change when its clock is set by ${offsetMs / minutes} minutes`, async () => {
      const { world, clock, wrongBy } = createClocks()
      await clock.synchronize()
      world.setBy = offsetMs
      world.elapsedMs += 100
      assert.equal(wrongBy(), 0)
      clock.stop()
    })
  }

  it('is queried once, immediately, after the clock was set', async () => {
    const { world, clock } = createClocks()
    await clock.synchronize()
    world.setBy = 7 * minutes
    for (let i = 0; i < 10; i++) clock.now()
    await new Promise(resolve => setTimeout(resolve, 20))
    assert.equal(world.queries, 2)
    world.isAvailable = false
    world.setBy = 0
    for (let i = 0; i < 10; i++) clock.now()
    await new Promise(resolve => setTimeout(resolve, 20))
    clock.now()
    assert.equal(world.queries, 3)
    clock.stop()
  })

  it('follows a change of the database clock', async () => {
    const { world, clock, wrongBy } = createClocks()
    await clock.synchronize()
    world.databaseAhead = -3 * minutes
    await clock.synchronize()
    assert.equal(wrongBy(), 0)
    clock.stop()
  })
})

describe('a slow or unavailable database', () => {
  it('changes the time only as far as a slow response proves', async () => {
    const { world, clock, wrongBy } = createClocks()
    await clock.synchronize()
    world.takesMs = 2_000
    await clock.synchronize()
    assert.equal(wrongBy(), 0)
    world.databaseAhead = 5_000
    await clock.synchronize()
    assert.ok(Math.abs(wrongBy()) <= 2_000)
    clock.stop()
  })

  it('never puts the time ahead after a slow first response', async () => {
    const { world, clock, wrongBy } = createClocks({ offsetMs: 7 * minutes })
    world.takesMs = 2_000
    await clock.synchronize()
    assert.ok(wrongBy() <= 0 && wrongBy() >= -2_000)
    clock.stop()
  })

  it('does not stop the clock', async () => {
    const { world, clock, wrongBy } = createClocks()
    await clock.synchronize()
    world.isAvailable = false
    await assert.rejects(clock.synchronize(), /unavailable/)
    world.elapsedMs += 60_000
    assert.equal(wrongBy(), 0)
    clock.stop()
  })
})
