import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Cleanup } from '../../test/support/temporary.ts'

/** An HTTP request to repeat. */
export interface Call {
  url: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  headers: Record<string, string>
  body?: string
  /** Bodies to send instead of `body`, in rotation. */
  bodies?: string[]
  /** Additional headers, in rotation. */
  rotatingHeaders?: Record<string, string>[]
  /** Requests to send instead, by each client of `rotatingHeaders`, continued by later runs. */
  pollRequests?: { method: 'GET' | 'POST'; path: string; body?: string }[]
  /** Expected statuses of responses; any other is a failure. If absent, 200. */
  statuses?: number[]
  /** Action after every so many responses, while the load continues. */
  tick?: { every: number; action: () => Promise<unknown> }
  /** Action before each request, not timed; over one connection. */
  before?: () => Promise<unknown>
}

/** Results of one run of the load generator; times in milliseconds. */
export interface Figures {
  responses: number
  perSecond: number
  p50: number
  p99: number
  /** Size of a response, including its headers. */
  bytesMin: number
  bytesMax: number
  statusCounts: Record<number, number>
}

export type Load = (call: Call, connections: number, seconds: number) => Promise<Figures>

/**
 * Starts the load generator.
 *
 * @returns a function that repeats a call for some seconds over some connections; it throws if a
 *   response has an unexpected status
 */
export function startLoad(cleanup: Cleanup): Load {
  const file = join(import.meta.dirname, '../peers/load.ts')
  const child = fork(file, [], { env: { ...process.env, NODE_ENV: 'production' } })
  cleanup.add(() => {
    child.kill('SIGKILL')
  })
  return async ({ tick, before, ...call }, connections, seconds) => {
    if (before) return measureSequentially(call, before, seconds)
    const result = receiveFigures(child, tick?.action)
    const responsesPerTick = tick?.every
    child.send({ statuses: [200], ...call, connections, seconds, responsesPerTick })
    const { failures, ...figures } = await result
    if (failures > 0) throw new Error(`${call.url}: ${failures} requests failed`)
    return figures
  }
}

async function receiveFigures(
  child: ChildProcess,
  action: (() => Promise<unknown>) | undefined,
): Promise<Figures & { failures: number }> {
  const ended = new AbortController()
  const exit = once(child, 'exit', { signal: ended.signal }).then(
    () => Promise.reject(new Error('The load generator ended')),
    () => new Promise<never>(() => {}),
  )
  try {
    let actions: Promise<unknown> = Promise.resolve()
    for (;;) {
      const [message] = await Promise.race([once(child, 'message'), exit])
      if (message !== 'tick') {
        await actions
        return message
      }
      if (action) actions = actions.then(action)
    }
  } finally {
    ended.abort()
  }
}

/** Sends requests sequentially, each after an action that is not timed. */
async function measureSequentially(
  call: Call,
  before: () => Promise<unknown>,
  seconds: number,
): Promise<Figures> {
  const latencies: number[] = []
  const bytes: number[] = []
  const end = performance.now() + seconds * 1000
  while (performance.now() < end || latencies.length === 0) {
    await before()
    const started = performance.now()
    const { status, text } = await sendOnce(call)
    latencies.push(performance.now() - started)
    bytes.push(Buffer.byteLength(text))
    if (status !== 200) throw new Error(`${call.url}: ${status} ${text}`)
  }
  const sorted = latencies.toSorted((a, b) => a - b)
  const quantile = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]!
  const responses = sorted.length
  return {
    responses,
    perSecond: (responses * 1000) / sorted.reduce((sum, ms) => sum + ms, 0),
    ...{ p50: quantile(0.5), p99: quantile(0.99) },
    ...{ bytesMin: Math.min(...bytes), bytesMax: Math.max(...bytes) },
    statusCounts: { 200: responses },
  }
}

async function sendOnce({ url, method, headers, body }: Call) {
  const response = await fetch(url, { method, headers, body: body ?? null })
  return { status: response.status, text: await response.text() }
}

/**
 * Returns the median of each figure of several rounds.
 *
 * @param isUniform whether all responses have about the same size
 * @throws Error if a round has no response, or uniform responses differ in size: some are errors
 */
export function medianFigures(rounds: Figures[], { isUniform = true } = {}): Figures {
  if (!rounds.every(({ responses }) => responses > 0)) throw new Error('A round had no response')
  const median = (pick: (figures: Figures) => number) => {
    const sorted = rounds.map(pick).sort((a, b) => a - b)
    return sorted[Math.floor(sorted.length / 2)]!
  }
  const bytesMin = Math.min(...rounds.map(figures => figures.bytesMin))
  const bytesMax = Math.max(...rounds.map(figures => figures.bytesMax))
  const statusCounts: Record<number, number> = {}
  for (const [status, times] of rounds.flatMap(round => Object.entries(round.statusCounts))) {
    statusCounts[Number(status)] = (statusCounts[Number(status)] ?? 0) + times
  }
  if (isUniform && bytesMin < 0.95 * bytesMax)
    throw new Error(`Responses of ${bytesMin} to ${bytesMax} bytes`)
  return {
    responses: rounds.reduce((sum, { responses }) => sum + responses, 0),
    perSecond: median(figures => figures.perSecond),
    p50: median(figures => figures.p50),
    p99: median(figures => figures.p99),
    bytesMin,
    bytesMax,
    statusCounts,
  }
}
