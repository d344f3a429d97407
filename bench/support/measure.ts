import { setTimeout as sleep } from 'node:timers/promises'
import type { Cleanup } from '../../test/support/temporary.ts'
import { cpuMs } from './cpu.ts'
import { type Call, type Figures, startLoad } from './load.ts'

const rounds = 3

/** One figure to take: a call to a server over some connections. */
export interface Cell {
  server: string
  connections: number
  call: Call
  /** Bodies for one round of the call, asked for anew in every round. */
  bodies?: () => string[]
  seconds: number
  rounds: Figures[]
  pid: number
  /** Processor time over all rounds, in milliseconds. */
  serverMs: number
  databaseMs: number
}

/** In rounds over all cells, so that a noisy minute hits all alike; first one to warm up. */
export async function measure(cleanup: Cleanup, cells: Cell[], databasePid: number): Promise<void> {
  const load = startLoad(cleanup)
  for (const cell of cells) {
    if (cell.connections > 1 || cell.call.before)
      await load(callOf(cell), cell.connections, cell.seconds)
  }
  for (let round = 0; round < rounds; round++) {
    for (const cell of cells) {
      const call = callOf(cell)
      const used = () => [cpuMs(cell.pid) ?? 0, cpuMs(databasePid) ?? 0] as const
      const [serverBefore, databaseBefore] = used()
      cell.rounds.push(await load(call, cell.connections, cell.seconds))
      await sleep(20)
      const [server, database] = used()
      cell.serverMs += server - serverBefore
      cell.databaseMs += database - databaseBefore
    }
  }
}

function callOf({ call, bodies }: Cell): Call {
  return bodies ? { ...call, bodies: bodies() } : call
}

/** Processor time per answer: the server's, the database's. */
export function cpuPerAnswer({ rounds, serverMs, databaseMs }: Cell): [number, number] {
  const answers = rounds.reduce((sum, { answers }) => sum + answers, 0)
  return [serverMs / answers, databaseMs / answers]
}

/** The one in the middle, of an even number the later one. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
