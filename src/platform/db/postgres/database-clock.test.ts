/** docs/decisions/0023-database-clock.md */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DatabaseClock } from './database-clock.ts'

const noon = Date.UTC(2026, 4, 20, 12)
const minutes = 60_000

/** A process and a database whose clocks the test moves; an answer takes as long as it says. */
function scene({ ahead = 0, takesMs = 0 } = {}) {
  const world = { elapsedMs: 0, setBy: ahead, databaseAhead: 0, takesMs, asked: 0, isAway: false }
  const time = {
    wall: () => noon + world.elapsedMs + world.setBy,
    monotonic: () => 5_000 + world.elapsedMs,
  }
  const run = async () => {
    world.asked++
    if (world.isAway) throw new Error('away')
    world.elapsedMs += world.takesMs
    return [[noon + world.elapsedMs + world.databaseAhead]]
  }
  const clock = new DatabaseClock(run, time)
  const wrongBy = () => clock.now().getTime() - noon - world.elapsedMs - world.databaseAhead
  return { world, clock, wrongBy }
}

describe('the time of a process on a server', () => {
  for (const ahead of [-7 * minutes, 7 * minutes]) {
    it(`is the database's where its own clock is ${ahead / minutes} minutes ahead`, async () => {
      const { clock, wrongBy } = scene({ ahead })
      assert.equal(wrongBy(), ahead, 'as long as nobody was asked')
      await clock.settled()
      clock.stop()
      assert.equal(wrongBy(), 0)
    })

    it(`stays as it is when its clock is set by ${ahead / minutes} minutes`, async () => {
      const { world, clock, wrongBy } = scene()
      await clock.settled()
      world.setBy = ahead
      world.elapsedMs += 100
      assert.equal(wrongBy(), 0)
      clock.stop()
    })
  }

  it('is asked again at once, and only once, when the clock was set', async () => {
    const { world, clock } = scene()
    await clock.settled()
    world.setBy = 7 * minutes
    for (let i = 0; i < 10; i++) clock.now()
    await new Promise(resolve => setTimeout(resolve, 20))
    assert.equal(world.asked, 2)
    world.isAway = true
    world.setBy = 0
    for (let i = 0; i < 10; i++) clock.now()
    await new Promise(resolve => setTimeout(resolve, 20))
    clock.now()
    assert.equal(world.asked, 3)
    clock.stop()
  })

  it('follows the database when that is set', async () => {
    const { world, clock, wrongBy } = scene()
    await clock.settled()
    world.databaseAhead = -3 * minutes
    await clock.settled()
    assert.equal(wrongBy(), 0)
    clock.stop()
  })
})

describe('a database that is slow or away', () => {
  it('moves the time by no more than a slow answer proves', async () => {
    const { world, clock, wrongBy } = scene()
    await clock.settled()
    world.takesMs = 2_000
    await clock.settled()
    assert.equal(wrongBy(), 0)
    world.databaseAhead = 5_000
    await clock.settled()
    assert.ok(Math.abs(wrongBy()) <= 2_000)
    clock.stop()
  })

  it('never has it ahead, however slow the first answer is', async () => {
    const { world, clock, wrongBy } = scene({ ahead: 7 * minutes })
    world.takesMs = 2_000
    await clock.settled()
    assert.ok(wrongBy() <= 0 && wrongBy() >= -2_000)
    clock.stop()
  })

  it('does not stop the time', async () => {
    const { world, clock, wrongBy } = scene()
    await clock.settled()
    world.isAway = true
    await assert.rejects(clock.settled(), /away/)
    world.elapsedMs += 60_000
    assert.equal(wrongBy(), 0)
    clock.stop()
  })
})
