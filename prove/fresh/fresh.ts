import { openDatabase } from '../../src/server/database.ts'
import { openServer } from '../../test/support/server.ts'
import type { Cleanup } from '../../test/support/temporary.ts'
import { toViolations, type Violation } from '../shared/violation.ts'
import type { Workers } from '../shared/workers.ts'
import { CachingServers } from './caching-servers.ts'
import type { RunContext } from './compare.ts'
import type { FreshOptions, Mutation } from './options.ts'
import { playRound, seeded } from './rounds.ts'

export interface FreshVerdict {
  comparisons: number
  unavailable: number
  rounds: number
  kills: number
  violations: Violation[]
}

const concurrentWrites = 3

/**
 * Compares cached responses with uncached ones after random writes, while servers are killed.
 *
 * @param databaseUrl URL of a migrated database that no other program uses
 * @param given.mutation fault of the servers; the run ends once it is detected
 * @param given.workers workers, one of which is disconnected in each round
 */
export async function proveFresh(
  cleanup: Cleanup,
  databaseUrl: string,
  options: FreshOptions,
  { mutation = null, workers = null }: { mutation?: Mutation | null; workers?: Workers | null },
): Promise<FreshVerdict> {
  const database = await openDatabase({ databaseUrl, databaseReadUrl: null, dataDir: '' })
  const settings = { SANDBOX: 'true', RATE_LIMIT_PER_HOUR: '0', RESPONSE_CACHE_MB: '0' }
  const reference = await openServer(settings, { database })
  cleanup.add(() => reference.end())
  const pool = new CachingServers(cleanup, databaseUrl, mutation)
  for (let i = 0; i < options.processes; i++) await pool.grow()
  const random = seeded(options.seed)
  const context: RunContext = { reference, servers: () => pool.servers, workers, random }
  const [stale, failed]: [string[], string[]] = [[], []]
  let [comparisons, unavailable, rounds, kills] = [0, 0, 0, 0]
  while (comparisons < options.comparisons && (mutation === null || stale.length === 0)) {
    const isKillDue = kills < (comparisons / options.comparisons) * options.kills
    const killing = isKillDue ? killSoon(pool, random) : Promise.resolve()
    const round = await playRound(context, concurrentWrites)
    await killing
    if (isKillDue) kills++
    while (pool.servers.length < options.processes) await pool.grow()
    comparisons += round.comparisons
    unavailable += round.unavailable
    rounds++
    stale.push(...round.stale)
    failed.push(...round.failed)
  }
  const violations = [
    ...toViolations('A cached response equals an uncached one', stale),
    ...toViolations('No write fails', failed),
  ]
  return { comparisons, unavailable, rounds, kills, violations }
}

async function killSoon(pool: CachingServers, random: RunContext['random']): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, random(400)))
  await pool.killOne()
}
