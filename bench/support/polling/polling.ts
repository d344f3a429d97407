import { setTimeout as sleep } from 'node:timers/promises'
import type { Cleanup } from '../../../test/support/temporary.ts'
import { cpuMs } from '../cpu.ts'
import { type Call, type Figures, startLoad } from '../load.ts'
import { residentBytes } from '../long-answer.ts'
import { send } from '../servers.ts'

const connections = 16
const rounds = 3
const bytesPerMb = 1_048_576
const bookingEveryMs = 1_000

/** A server that is asked by many, while a stay is booked each second. */
export interface PollingCell {
  name: string
  pid: number
  call: Call
  book(): Promise<unknown>
  rounds: Figures[]
  /** Processor time of server and database over all rounds, in milliseconds. */
  usedMs: [number, number]
  /** The most that it was seen to have in memory. */
  residentMb: number
  /** Where a server of ours tells how many answers were kept, and how many made. */
  metrics?: Call
  given: { kept: number; made: number } | null
}

/** In rounds over all cells; first one in which answers come to be kept. */
export async function measurePolling(
  cleanup: Cleanup,
  cells: PollingCell[],
  { databasePid, seconds }: { databasePid: number; seconds: number },
): Promise<void> {
  const load = startLoad(cleanup)
  for (const cell of cells) if (cell.metrics) await askOnce(cell)
  for (let round = -1; round < rounds; round++) {
    for (const cell of cells) {
      const used = () => [cpuMs(cell.pid) ?? 0, cpuMs(databasePid) ?? 0] as const
      const [serverBefore, databaseBefore] = used()
      const givenBefore = await givenBy(cell)
      const seen = await whileBooking(cell, () => load(cell.call, connections, seconds))
      const [server, database] = used()
      cell.residentMb = Math.max(cell.residentMb, residentBytes(cell.pid) / bytesPerMb)
      if (round < 0) continue
      cell.rounds.push(seen)
      cell.usedMs[0] += server - serverBefore
      cell.usedMs[1] += database - databaseBefore
      const given = await givenBy(cell)
      if (!given || !givenBefore) continue
      cell.given ??= { kept: 0, made: 0 }
      cell.given.kept += given.kept - givenBefore.kept
      cell.given.made += given.made - givenBefore.made
    }
  }
}

/** All that is asked, once: else it would be made in the first round. */
async function askOnce({ call: { asked = [], headersInTurn = [], ...call } }: PollingCell) {
  const { origin } = new URL(call.url)
  const headers = { ...call.headers, ...headersInTurn[0] }
  for (const { path, body, method } of asked) {
    const { url, body: _, ...rest } = { ...call, url: origin + path }
    await send({ ...rest, url, method, headers, ...(body ? { body } : {}) })
  }
}

async function whileBooking<T>({ book }: PollingCell, load: () => Promise<T>): Promise<T> {
  const ended = new AbortController()
  const booking = (async () => {
    while (!ended.signal.aborted) {
      await book()
      await sleep(bookingEveryMs, undefined, { signal: ended.signal }).catch(() => undefined)
    }
  })()
  try {
    return await load()
  } finally {
    ended.abort()
    await booking
  }
}

async function givenBy({ metrics }: PollingCell) {
  if (!metrics) return null
  const text = await send(metrics)
  const of = (how: string) =>
    Number(new RegExp(`^lodgepole_answers_total{how="${how}"} (.*)$`, 'm').exec(text)?.[1] ?? 0)
  return { kept: of('kept'), made: of('made') }
}
