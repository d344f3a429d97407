import { setTimeout as sleep } from 'node:timers/promises'
import type { Cleanup } from '../../test/support/temporary.ts'
import { type Call, type Figures, startLoad } from './load.ts'
import { cpuMs } from './process-cpu.ts'

const rounds = 3

/** A measurement: a call to a server over some connections. */
export interface Cell {
  server: string
  connections: number
  call: Call
  bodies?: () => string[]
  seconds: number
  rounds: Figures[]
  pid: number
  /** Processor time over all rounds, in milliseconds. */
  serverMs: number
  databaseMs: number
}

/** Measures all cells in rounds, so that other load affects all alike, after a warm-up. */
export async function measure(cleanup: Cleanup, cells: Cell[], databasePid: number): Promise<void> {
  const load = startLoad(cleanup)
  for (const cell of cells) {
    if (cell.connections > 1 || cell.call.before)
      await load(prepareCall(cell), cell.connections, cell.seconds)
  }
  for (let round = 0; round < rounds; round++) {
    for (const cell of cells) {
      const call = prepareCall(cell)
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

function prepareCall({ call, bodies }: Cell): Call {
  return bodies ? { ...call, bodies: bodies() } : call
}

/** Returns CPU time per response: of the server, and of the database. */
export function cpuPerResponse({ rounds, serverMs, databaseMs }: Cell): [number, number] {
  const responses = rounds.reduce((sum, { responses }) => sum + responses, 0)
  return [serverMs / responses, databaseMs / responses]
}

/** Returns the value below which a share of the values lies; 0 of none. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0
}

/** Returns the middle value, of an even number the greater one. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
