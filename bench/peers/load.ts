// Process of the load generator: it runs one job at a time for its parent and sends the results,
// from latencies in microseconds.
import autocannon from 'autocannon'

interface Job {
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body: string | undefined
  /** Bodies to send instead of `body`, in rotation over all connections. */
  bodies: string[] | undefined
  /** Additional headers, in rotation. */
  rotatingHeaders: Record<string, string>[] | undefined
  /** Requests to send instead of the single one, by each client of `rotatingHeaders`. */
  pollRequests: PollRequest[] | undefined
  /** Expected statuses; any other is a failure. */
  statuses: number[]
  connections: number
  seconds: number
  /** Number of responses after which the parent receives `tick`. */
  responsesPerTick: number | undefined
}

interface PollRequest {
  method: 'GET' | 'POST'
  path: string
  body?: string
}

const secondsMax = 60

/** Runs a job for its duration, or longer until there is a response per connection. */
function load(job: Job) {
  const { seconds, bodies, rotatingHeaders, pollRequests, statuses, responsesPerTick, ...plain } =
    job
  const latencies: number[] = []
  const statusCounts: Record<number, number> = {}
  let failures = 0
  let bytesMin = Number.POSITIVE_INFINITY
  let bytesMax = 0
  const started = performance.now()
  let lastAt = started
  const result = Promise.withResolvers<unknown>()
  const limits = { duration: secondsMax, timeout: secondsMax }
  const requests = pollRequests
    ? rotateRequests(pollRequests, rotatingHeaders!)
    : rotateBodies(bodies, rotatingHeaders)
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
    statusCounts[status] = (statusCounts[status] ?? 0) + 1
    latencies.push(milliseconds)
    if (responsesPerTick !== undefined && latencies.length % responsesPerTick === 0)
      process.send?.('tick')
    bytesMin = Math.min(bytesMin, bytes)
    bytesMax = Math.max(bytesMax, bytes)
    lastAt = performance.now()
    stopWhenDue()
  })
  function finish() {
    latencies.sort((a, b) => a - b)
    const quantile = (share: number) => latencies[Math.floor((latencies.length - 1) * share)]
    const perSecond = (latencies.length * 1000) / (lastAt - started)
    const responses = latencies.length
    result.resolve({
      responses,
      perSecond,
      p50: quantile(0.5),
      p99: quantile(0.99),
      bytesMin,
      bytesMax,
      statusCounts,
      failures,
    })
  }
  return result.promise
}

/** Rotates bodies and headers over the requests of all connections. */
function rotateBodies(
  bodies: string[] | undefined,
  rotatingHeaders: Record<string, string>[] = [{}],
): Pick<autocannon.Options, 'requests'> {
  if (!bodies) return {}
  let sent = 0
  return {
    requests: [
      {
        setupRequest: request => {
          const i = sent++ % bodies.length
          const headers = { ...request.headers, ...rotatingHeaders[i % rotatingHeaders.length] }
          return { ...request, headers, body: bodies[i] ?? '' }
        },
      },
    ],
  }
}

/** Number of requests that {@link rotateRequests} sent: each run continues the previous one. */
let sentCount = 0

/**
 * Rotates over the clients, each of which rotates over the requests in the same order, but from a
 * different start.
 */
function rotateRequests(
  pollRequests: PollRequest[],
  clients: Record<string, string>[],
): Pick<autocannon.Options, 'requests'> {
  const offset = Math.floor(pollRequests.length / clients.length)
  return {
    requests: [
      {
        setupRequest: request => {
          const n = sentCount++
          const client = n % clients.length
          const { method, path, body } =
            pollRequests[(client * offset + Math.floor(n / clients.length)) % pollRequests.length]!
          const headers = { ...request.headers, ...clients[client] }
          return { ...request, method, path, headers, body: body ?? '' }
        },
      },
    ],
  }
}

process.on('message', async (job: Job) => {
  process.send?.(await load(job))
})
