import { createKey, settingsOf, startServing } from '../bench/support/lodgepole.ts'
import { freePort, ready, type Started } from '../bench/support/processes.ts'
import type { Cleanup } from '../bench/support/temporary.ts'
import type { Chance } from '../src/demo/chance.ts'

/** A server process; killed and started again, it stays the same member. */
export interface Member {
  readonly origin: string
  /** When it was killed last, and when it served again; in milliseconds of `performance.now()`. */
  killedAt: number
  servesAt: number
}

/** The server processes that share a database. */
export interface Crew {
  readonly members: readonly Member[]
  /** An API key of an agency. */
  key(agencyUid: string): string
  /** Kills one member, as `kill -9` does, and starts it again. */
  killOne(chance: Chance): Promise<void>
  /** The last that the processes have written, for whoever looks for the cause of a failure. */
  output(): string
}

/** The others leave a process that starts little of a small machine. */
const startMsMax = 180_000

interface Process extends Member {
  env: NodeJS.ProcessEnv
  started: Started
}

/** Starts the processes, background work included, on free ports; they are ended in the end. */
export async function startCrew(
  cleanup: Cleanup,
  databaseUrl: string,
  processes: number,
): Promise<Crew> {
  const shared = await settingsOf(cleanup, databaseUrl)
  const members: Process[] = []
  for (let i = 0; i < processes; i++) {
    const port = await freePort()
    const env = { ...shared, PORT: String(port) }
    const started = startServing(cleanup, env)
    const member = { origin: `http://127.0.0.1:${port}`, killedAt: 0, servesAt: 0, env, started }
    await untilServing(member)
    members.push(member)
  }
  return {
    members,
    key: agencyUid => createKey(shared, agencyUid),
    killOne: async chance => {
      const member = chance.pick(members)
      member.killedAt = performance.now()
      member.servesAt = Number.POSITIVE_INFINITY
      await member.started.kill()
      member.started = startServing(cleanup, member.env)
      await untilServing(member)
      member.servesAt = performance.now()
    },
    output: () => members.map(({ origin, started }) => `${origin}: ${started.output()}`).join('\n'),
  }
}

async function untilServing({ origin, started }: Process): Promise<void> {
  const probe = async () => {
    const { ok } = await fetch(`${origin}/readyz`)
    if (!ok) throw new Error('It does not serve yet')
  }
  await ready(origin, started, probe, { patienceMs: startMsMax })
}
