import { openDatabase } from '../../src/process/database.ts'
import { openServer } from '../../test/support/server.ts'
import type { Cleanup } from '../../test/support/temporary.ts'
import { type Finding, findingOf } from '../shared/finding.ts'
import type { Workers } from '../shared/workers.ts'
import { CachingServers } from './caching-servers.ts'
import type { Ground } from './compare.ts'
import type { FreshOptions, Plant } from './options.ts'
import { playRound, seeded } from './rounds.ts'

export interface FreshVerdict {
  comparisons: number
  away: number
  rounds: number
  kills: number
  findings: Finding[]
}

const writesAtOnce = 3

/**
 * Tries to get an answer that is not the one of the moment.
 *
 * @param databaseUrl of a migrated database that nobody else uses
 * @param given.plant what is broken on purpose; then it ends when that is found
 * @param given.workers one of which is cut off in each round
 */
export async function proveFresh(
  cleanup: Cleanup,
  databaseUrl: string,
  options: FreshOptions,
  { plant = null, workers = null }: { plant?: Plant | null; workers?: Workers | null },
): Promise<FreshVerdict> {
  const database = await openDatabase({ databaseUrl, databaseReadUrl: null, dataDir: '' })
  const settings = { SANDBOX: 'true', RATE_LIMIT_PER_HOUR: '0', ANSWER_MEMORY_MB: '0' }
  const judge = await openServer(settings, { database })
  cleanup.add(() => judge.end())
  const crew = new CachingServers(cleanup, databaseUrl, plant)
  for (let i = 0; i < options.processes; i++) await crew.grow()
  const random = seeded(options.seed)
  const ground: Ground = { judge, keepers: () => crew.keepers, workers, random }
  const [stale, failed]: [string[], string[]] = [[], []]
  let [comparisons, away, rounds, kills] = [0, 0, 0, 0]
  while (comparisons < options.comparisons && (plant === null || stale.length === 0)) {
    const isDue = kills < (comparisons / options.comparisons) * options.kills
    const killing = isDue ? killSoon(crew, random) : Promise.resolve()
    const round = await playRound(ground, writesAtOnce)
    await killing
    if (isDue) kills++
    while (crew.keepers.length < options.processes) await crew.grow()
    comparisons += round.comparisons
    away += round.away
    rounds++
    stale.push(...round.stale)
    failed.push(...round.failed)
  }
  const findings = [
    ...findingOf('an answer is that of the moment', stale),
    ...findingOf('no write fails', failed),
  ]
  return { comparisons, away, rounds, kills, findings }
}

async function killSoon(crew: CachingServers, random: Ground['random']): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, random(400)))
  await crew.killOne()
}
