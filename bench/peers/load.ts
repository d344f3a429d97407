// The load generator, a process of its own: it takes one job at a time from its parent and answers
// with figures counted from single responses, exact to the microsecond.
import autocannon from 'autocannon'

interface Job {
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body: string | undefined
  /** Sent instead of `body`, one after the other over all connections, again and again. */
  bodies: string[] | undefined
  /** Headers that the bodies are sent with beside the others, in turn. */
  headersInTurn: Record<string, string>[] | undefined
  /** Asked instead of the one thing, by each of who has `headersInTurn` in turn. */
  asked: Asked[] | undefined
  /** Statuses that are answers and no failures. */
  statuses: number[]
  connections: number
  seconds: number
  /** After how many answers the parent is told, so that it changes something. */
  tickEvery: number | undefined
}

interface Asked {
  method: 'GET' | 'POST'
  path: string
  body?: string
}

const secondsMax = 60

/** Runs for the given time, and on until every connection may have had an answer. */
function load(job: Job) {
  const { seconds, bodies, headersInTurn, asked, statuses, tickEvery, ...plain } = job
  const latencies: number[] = []
  const answered: Record<number, number> = {}
  let failures = 0
  let bytesMin = Number.POSITIVE_INFINITY
  let bytesMax = 0
  const started = performance.now()
  let lastAt = started
  const result = Promise.withResolvers<unknown>()
  const limits = { duration: secondsMax, timeout: secondsMax }
  const requests = asked ? polling(asked, headersInTurn!) : varied(bodies, headersInTurn)
  const instance = autocannon({ ...plain, ...requests, ...limits }, finish)
  let isDue = false
  const stopWhenDue = () => {
    if (isDue && latencies.length >= job.connections) instance.stop?.()
  }
  setTimeout(() => {
    isDue = true
    stopWhenDue()
  }, seconds * 1000)
  const fail = () => {
    failures += 1
  }
  instance.on('reqError', fail)
  instance.on('response', (_client, status, bytes, milliseconds) => {
    if (!statuses.includes(status)) fail()
    answered[status] = (answered[status] ?? 0) + 1
    latencies.push(milliseconds)
    if (tickEvery !== undefined && latencies.length % tickEvery === 0) process.send?.('tick')
    bytesMin = Math.min(bytesMin, bytes)
    bytesMax = Math.max(bytesMax, bytes)
    lastAt = performance.now()
    stopWhenDue()
  })
  function finish() {
    latencies.sort((a, b) => a - b)
    const at = (share: number) => latencies[Math.floor((latencies.length - 1) * share)]
    const perSecond = (latencies.length * 1000) / (lastAt - started)
    const answers = latencies.length
    result.resolve({
      answers,
      perSecond,
      p50: at(0.5),
      p99: at(0.99),
      bytesMin,
      bytesMax,
      answered,
      failures,
    })
  }
  return result.promise
}

/** Every request of every connection takes the next body. */
function varied(
  bodies: string[] | undefined,
  headersInTurn: Record<string, string>[] = [{}],
): Pick<autocannon.Options, 'requests'> {
  if (!bodies) return {}
  let sent = 0
  return {
    requests: [
      {
        setupRequest: request => {
          const i = sent++ % bodies.length
          const headers = { ...request.headers, ...headersInTurn[i % headersInTurn.length] }
          return { ...request, headers, body: bodies[i] ?? '' }
        },
      },
    ],
  }
}

/** How many requests were sent by {@link polling}, so that each run goes on where one ended. */
let polled = 0

/**
 * Everybody goes through all that is asked, in the same order but each from another place; one
 * request of each in turn.
 */
function polling(
  asked: Asked[],
  everybody: Record<string, string>[],
): Pick<autocannon.Options, 'requests'> {
  const apart = Math.floor(asked.length / everybody.length)
  return {
    requests: [
      {
        setupRequest: request => {
          const n = polled++
          const who = n % everybody.length
          const { method, path, body } =
            asked[(who * apart + Math.floor(n / everybody.length)) % asked.length]!
          const headers = { ...request.headers, ...everybody[who] }
          return { ...request, method, path, headers, body: body ?? '' }
        },
      },
    ],
  }
}

process.on('message', async (job: Job) => {
  process.send?.(await load(job))
})
