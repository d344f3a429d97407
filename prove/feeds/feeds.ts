import type { TestServer } from '../../test/support/server.ts'
import type { Cleanup } from '../../test/support/temporary.ts'
import { playHistory } from './history.ts'
import { playLinked } from './links.ts'
import { openStage } from './stage.ts'

export interface FeedVerdict {
  histories: number
  steps: number
  /** The history that broke a rule: its seed, its acts and the rules. */
  failed: { seed: number; broken: string[]; told: string[] } | null
}

/** Length of a run. */
export interface Length {
  seed: number
  /** Time at which the run ends, as `performance.now()` counts it. */
  endsAt: number
  steps: number
}

/**
 * Plays histories of houses that import calendars, until one breaks a rule or the time is over.
 *
 * @param server used by this proof alone, which sets its clock
 */
export async function proveFeeds(
  cleanup: Cleanup,
  server: TestServer,
  { seed, endsAt, steps }: Length,
): Promise<FeedVerdict> {
  const stage = await openStage(cleanup, server)
  const verdict: FeedVerdict = { histories: 0, steps: 0, failed: null }
  while (performance.now() < endsAt && verdict.steps < steps) {
    const one = seed + verdict.histories
    const play = one % 3 === 0 ? playLinked : playHistory
    const played = await play(stage, one, { stepsMax: 60 })
    verdict.histories++
    verdict.steps += played.steps
    if (played.broken.length === 0) continue
    verdict.failed = { seed: one, broken: played.broken, told: played.told }
    break
  }
  return verdict
}
