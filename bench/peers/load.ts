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
  /** Statuses that are answers and no failures. */
  statuses: number[]
  connections: number
  seconds: number
  /** After how many answers the parent is told, so that it changes something. */
  tickEvery: number | undefined
}

const secondsMax = 60

/** Runs for the given time, and on until every connection may have had an answer. */
function load({ seconds, bodies, headersInTurn, statuses, tickEvery, ...job }: Job) {
  const latencies: number[] = []
  const answered: Record<number, number> = {}
  let failures = 0
  let bytesMin = Number.POSITIVE_INFINITY
  let bytesMax = 0
  const started = performance.now()
  let lastAt = started
  const result = Promise.withResolvers<unknown>()
  const limits = { duration: secondsMax, timeout: secondsMax }
  const instance = autocannon({ ...job, ...varied(bodies, headersInTurn), ...limits }, finish)
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

process.on('message', async (job: Job) => {
  process.send?.(await load(job))
})
