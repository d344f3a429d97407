import type { Chance } from '../../demo/chance.ts'
import { createKey, serverSettings, startProcess } from './lodgepole.ts'
import { freePort, ready, type Started } from './processes.ts'
import type { Cleanup } from './temporary.ts'

/** A server process; it remains the same member when it is killed and started again. */
export interface Member {
  readonly origin: string
  /**
   * Times of the last kill and of the first request served after it, in milliseconds of
   * `performance.now()`.
   */
  killedAt: number
  servesAt: number
}

/** Command of a process, and the settings that only this process has. */
export interface ProcessSpec {
  command: 'serve' | 'work'
  env?: Record<string, string>
}

/** Processes that share a database. */
export interface ProcessPool {
  readonly members: readonly Member[]
  /** Settings that all processes have in common. */
  readonly env: NodeJS.ProcessEnv
  /** Creates an API key of an agency. */
  key(agencyUid: string): string
  /**
   * Kills a random process, optionally only one with this command, as `kill -9` does, and starts it
   * again.
   */
  killOne(chance: Chance, command?: ProcessSpec['command']): Promise<void>
  /** Returns the last output of the processes, to find the cause of a failure. */
  output(): string
}

/** Timeout of a start: the other processes leave it little of a small machine. */
const startMsMax = 180_000

interface Process extends Member {
  command: ProcessSpec['command']
  env: NodeJS.ProcessEnv
  started: Started
}

/** Starts the processes on free ports; they are ended by `cleanup`. */
export async function startProcessPool(
  cleanup: Cleanup,
  databaseUrl: string,
  specs: readonly ProcessSpec[],
): Promise<ProcessPool> {
  const shared = await serverSettings(cleanup, databaseUrl)
  const all: Process[] = []
  for (const { command, env: ownEnv = {} } of specs) {
    const port = await freePort()
    const env = { ...shared, ...ownEnv, PORT: String(port) }
    const started = startProcess(cleanup, env, command)
    const origin = `http://127.0.0.1:${port}`
    const member = { command, origin, killedAt: 0, servesAt: 0, env, started }
    all.push(member)
  }
  await Promise.all(all.map(waitUntilServing))
  return {
    members: all.filter(({ command }) => command === 'serve'),
    env: shared,
    key: agencyUid => createKey(shared, agencyUid),
    killOne: async (chance, command) => {
      const member = chance.pick(
        all.filter(candidate => command === undefined || candidate.command === command),
      )
      member.killedAt = performance.now()
      member.servesAt = Number.POSITIVE_INFINITY
      await member.started.kill()
      member.started = startProcess(cleanup, member.env, member.command)
      await waitUntilServing(member)
      member.servesAt = performance.now()
    },
    output: () => all.map(({ origin, started }) => `${origin}: ${started.output()}`).join('\n'),
  }
}

async function waitUntilServing({ origin, started }: Process): Promise<void> {
  const probe = async () => {
    const { ok } = await fetch(`${origin}/readyz`)
    if (!ok) throw new Error('It does not serve yet')
  }
  await ready(origin, started, probe, { patienceMs: startMsMax })
}
