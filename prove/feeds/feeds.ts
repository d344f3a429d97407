import type { TestServer } from '../../test/support/server.ts'
import type { Cleanup } from '../../test/support/temporary.ts'
import { runHistory } from './history.ts'
import { runLinkedHistory } from './links.ts'
import { openRunContext } from './run-context.ts'

export interface FeedVerdict {
  histories: number
  steps: number
  /** History that violated a rule; null: none did. */
  failed: { seed: number; violations: string[]; log: string[] } | null
}

export interface Length {
  seed: number
  /** Time at which the run ends, as `performance.now()` counts it. */
  endsAt: number
  steps: number
}

/**
 * Runs random histories of imports, until one violates a rule or the time is over.
 *
 * @param server server that no other test uses, since the proof sets its clock
 */
export async function proveFeeds(
  cleanup: Cleanup,
  server: TestServer,
  { seed, endsAt, steps }: Length,
): Promise<FeedVerdict> {
  const context = await openRunContext(cleanup, server)
  const verdict: FeedVerdict = { histories: 0, steps: 0, failed: null }
  while (performance.now() < endsAt && verdict.steps < steps) {
    const historySeed = seed + verdict.histories
    const run = historySeed % 3 === 0 ? runLinkedHistory : runHistory
    const result = await run(context, historySeed, { stepsMax: 60 })
    verdict.histories++
    verdict.steps += result.steps
    if (result.violations.length === 0) continue
    verdict.failed = { seed: historySeed, violations: result.violations, log: result.log }
    break
  }
  return verdict
}
