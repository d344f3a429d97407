import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Cleanup } from '../../test/support/temporary.ts'

/** One HTTP request, as it is sent again and again. */
export interface Call {
  url: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  headers: Record<string, string>
  body?: string
  /** Sent instead of `body`, each in its turn. */
  bodies?: string[]
  /** Headers that the bodies are sent with beside the others, in turn. */
  headersInTurn?: Record<string, string>[]
  /** Asked instead of it, by each of who has `headersInTurn` in turn, over all runs. */
  asked?: { method: 'GET' | 'POST'; path: string; body?: string }[]
  /** Statuses of answers; any other is a failure. If absent, 200. */
  statuses?: number[]
  /** What is done after so many answers, while the load goes on. */
  tick?: { every: number; act: () => Promise<unknown> }
  /** What is done before each request, which waits for it; over one connection. */
  before?: () => Promise<unknown>
}

/** What one run of the load generator saw; times in milliseconds. */
export interface Figures {
  answers: number
  perSecond: number
  p50: number
  p99: number
  /** Of one answer, its head included. */
  bytesMin: number
  bytesMax: number
  /** How many answers had which status. */
  answered: Record<number, number>
}

export type Load = (call: Call, connections: number, seconds: number) => Promise<Figures>

/**
 * Starts the load generator.
 *
 * @returns a function that repeats a call for some seconds over some connections; it throws when an
 * answer has a status that the call does not name
 */
export function startLoad(cleanup: Cleanup): Load {
  const file = join(import.meta.dirname, '../peers/load.ts')
  const child = fork(file, [], { env: { ...process.env, NODE_ENV: 'production' } })
  cleanup.add(() => {
    child.kill('SIGKILL')
  })
  return async ({ tick, before, ...call }, connections, seconds) => {
    if (before) return askInTurn(call, before, seconds)
    const answer = answerOf(child, tick?.act)
    const tickEvery = tick?.every
    child.send({ statuses: [200], ...call, connections, seconds, tickEvery })
    const { failures, ...figures } = await answer
    if (failures > 0) throw new Error(`${call.url}: ${failures} requests failed`)
    return figures
  }
}

async function answerOf(
  child: ChildProcess,
  act: (() => Promise<unknown>) | undefined,
): Promise<Figures & { failures: number }> {
  const ended = new AbortController()
  const exit = once(child, 'exit', { signal: ended.signal }).then(
    () => Promise.reject(new Error('The load generator ended')),
    () => new Promise<never>(() => {}),
  )
  try {
    let acts: Promise<unknown> = Promise.resolve()
    for (;;) {
      const [message] = await Promise.race([once(child, 'message'), exit])
      if (message !== 'tick') {
        await acts
        return message
      }
      if (act) acts = acts.then(act)
    }
  } finally {
    ended.abort()
  }
}

/** One request after the other, each behind something that is done before it and not timed. */
async function askInTurn(
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
    const { status, text } = await ask(call)
    latencies.push(performance.now() - started)
    bytes.push(Buffer.byteLength(text))
    if (status !== 200) throw new Error(`${call.url}: ${status} ${text}`)
  }
  const sorted = latencies.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]!
  const answers = sorted.length
  return {
    answers,
    perSecond: (answers * 1000) / sorted.reduce((sum, one) => sum + one, 0),
    ...{ p50: at(0.5), p99: at(0.99) },
    ...{ bytesMin: Math.min(...bytes), bytesMax: Math.max(...bytes) },
    answered: { 200: answers },
  }
}

async function ask({ url, method, headers, body }: Call) {
  const response = await fetch(url, { method, headers, body: body ?? null })
  return { status: response.status, text: await response.text() }
}

/**
 * The median of the figures of several rounds, each figure for itself.
 *
 * @param alike whether all answers are about as long
 * @throws Error when there was no answer at all, or some that should be alike were much shorter
 * than others: those were no answers either
 */
export function medianOf(rounds: Figures[], { alike = true } = {}): Figures {
  if (!rounds.every(({ answers }) => answers > 0)) throw new Error('A round had no answer')
  const median = (pick: (figures: Figures) => number) => {
    const sorted = rounds.map(pick).sort((a, b) => a - b)
    return sorted[Math.floor(sorted.length / 2)]!
  }
  const bytesMin = Math.min(...rounds.map(figures => figures.bytesMin))
  const bytesMax = Math.max(...rounds.map(figures => figures.bytesMax))
  const answered: Record<number, number> = {}
  for (const [status, times] of rounds.flatMap(round => Object.entries(round.answered))) {
    answered[Number(status)] = (answered[Number(status)] ?? 0) + times
  }
  if (alike && bytesMin < 0.95 * bytesMax)
    throw new Error(`Answers of ${bytesMin} to ${bytesMax} bytes`)
  return {
    answers: rounds.reduce((sum, { answers }) => sum + answers, 0),
    perSecond: median(figures => figures.perSecond),
    p50: median(figures => figures.p50),
    p99: median(figures => figures.p99),
    bytesMin,
    bytesMax,
    answered,
  }
}
