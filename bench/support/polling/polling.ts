import { setTimeout as sleep } from 'node:timers/promises'
import type { Cleanup } from '../../../test/support/temporary.ts'
import { residentBytes } from '../large-response.ts'
import { type Call, type Figures, startLoad } from '../load.ts'
import { cpuMs } from '../process-cpu.ts'
import { send } from '../servers.ts'

const connections = 16
const rounds = 3
const bytesPerMb = 1_048_576
const bookingIntervalMs = 1_000

/** A server with many polling clients, while a stay is booked each second. */
export interface PollingCell {
  name: string
  pid: number
  call: Call
  book(): Promise<unknown>
  rounds: Figures[]
  /** Processor time of server and database over all rounds, in milliseconds. */
  usedMs: [number, number]
  residentMb: number
  /** Request of the metrics of a Lodgepole server. */
  metrics?: Call
  cacheCounts: { hits: number; misses: number } | null
}

/** Measures all cells in rounds, after a first one that fills the caches. */
export async function measurePolls(
  cleanup: Cleanup,
  cells: PollingCell[],
  { databasePid, seconds }: { databasePid: number; seconds: number },
): Promise<void> {
  const load = startLoad(cleanup)
  for (const cell of cells) if (cell.metrics) await warmUp(cell)
  for (let round = -1; round < rounds; round++) {
    for (const cell of cells) {
      const used = () => [cpuMs(cell.pid) ?? 0, cpuMs(databasePid) ?? 0] as const
      const [serverBefore, databaseBefore] = used()
      const countsBefore = await readCacheCounts(cell)
      const figures = await whileBooking(cell, () => load(cell.call, connections, seconds))
      const [server, database] = used()
      cell.residentMb = Math.max(cell.residentMb, residentBytes(cell.pid) / bytesPerMb)
      if (round < 0) continue
      cell.rounds.push(figures)
      cell.usedMs[0] += server - serverBefore
      cell.usedMs[1] += database - databaseBefore
      const cacheCounts = await readCacheCounts(cell)
      if (!cacheCounts || !countsBefore) continue
      cell.cacheCounts ??= { hits: 0, misses: 0 }
      cell.cacheCounts.hits += cacheCounts.hits - countsBefore.hits
      cell.cacheCounts.misses += cacheCounts.misses - countsBefore.misses
    }
  }
}

/** Sends every request once to fill the caches before the first round. */
async function warmUp({ call: { pollRequests = [], rotatingHeaders = [], ...call } }: PollingCell) {
  const { origin } = new URL(call.url)
  const headers = { ...call.headers, ...rotatingHeaders[0] }
  for (const { path, body, method } of pollRequests) {
    const { url, body: _, ...rest } = { ...call, url: origin + path }
    await send({ ...rest, url, method, headers, ...(body ? { body } : {}) })
  }
}

async function whileBooking<T>({ book }: PollingCell, load: () => Promise<T>): Promise<T> {
  const ended = new AbortController()
  const booking = (async () => {
    while (!ended.signal.aborted) {
      await book()
      await sleep(bookingIntervalMs, undefined, { signal: ended.signal }).catch(() => undefined)
    }
  })()
  try {
    return await load()
  } finally {
    ended.abort()
    await booking
  }
}

async function readCacheCounts({ metrics }: PollingCell) {
  if (!metrics) return null
  const text = await send(metrics)
  const count = (result: string) =>
    Number(
      new RegExp(`^lodgepole_response_cache_requests_total{result="${result}"} (.*)$`, 'm').exec(
        text,
      )?.[1] ?? 0,
    )
  return { hits: count('hit'), misses: count('miss') }
}
