import type { Chance } from '../../demo/chance.ts'
import { createKey, settingsOf, startProcess } from '../../test/support/lodgepole.ts'
import { freePort, ready, type Started } from '../../test/support/processes.ts'
import type { Cleanup } from '../../test/support/temporary.ts'

/** A server process; killed and started again, it stays the same member. */
export interface Member {
  readonly origin: string
  /** When it was killed last, and when it served again; in milliseconds of `performance.now()`. */
  killedAt: number
  servesAt: number
}

/** A process to be started: what it does, and settings of its own. */
export interface Duty {
  command: 'serve' | 'work'
  env?: Record<string, string>
}

/** The processes that share a database. */
export interface Crew {
  /** Those that serve. */
  readonly members: readonly Member[]
  /** The settings that all have in common. */
  readonly env: NodeJS.ProcessEnv
  /** An API key of an agency. */
  key(agencyUid: string): string
  /** Kills one process, perhaps only of those that do this, as `kill -9` does; starts it again. */
  killOne(chance: Chance, command?: Duty['command']): Promise<void>
  /** The last that the processes have written, for whoever looks for the cause of a failure. */
  output(): string
}

/** The others leave a process that starts little of a small machine. */
const startMsMax = 180_000

interface Process extends Member {
  command: Duty['command']
  env: NodeJS.ProcessEnv
  started: Started
}

/** Starts the processes on free ports; they are ended in the end. */
export async function startCrew(
  cleanup: Cleanup,
  databaseUrl: string,
  duties: readonly Duty[],
): Promise<Crew> {
  const shared = await settingsOf(cleanup, databaseUrl)
  const all: Process[] = []
  for (const { command, env: own = {} } of duties) {
    const port = await freePort()
    const env = { ...shared, ...own, PORT: String(port) }
    const started = startProcess(cleanup, env, command)
    const origin = `http://127.0.0.1:${port}`
    const member = { command, origin, killedAt: 0, servesAt: 0, env, started }
    all.push(member)
  }
  await Promise.all(all.map(untilServing))
  return {
    members: all.filter(({ command }) => command === 'serve'),
    env: shared,
    key: agencyUid => createKey(shared, agencyUid),
    killOne: async (chance, command) => {
      const member = chance.pick(
        all.filter(each => command === undefined || each.command === command),
      )
      member.killedAt = performance.now()
      member.servesAt = Number.POSITIVE_INFINITY
      await member.started.kill()
      member.started = startProcess(cleanup, member.env, member.command)
      await untilServing(member)
      member.servesAt = performance.now()
    },
    output: () => all.map(({ origin, started }) => `${origin}: ${started.output()}`).join('\n'),
  }
}

async function untilServing({ origin, started }: Process): Promise<void> {
  const probe = async () => {
    const { ok } = await fetch(`${origin}/readyz`)
    if (!ok) throw new Error('It does not serve yet')
  }
  await ready(origin, started, probe, { patienceMs: startMsMax })
}
