/** Event sources: server-sent events or polling. */
import { eventTypes } from '../../pending-events/event.ts'
import { apiPath, call } from '../api/call.ts'
import { ApiProblem } from '../api/problem.ts'
import type { LiveEvent } from './invalidate-queries.ts'

/** Receiver of events and of changes of the connection. */
export interface Listener {
  /** Position of the last received event. */
  seq: () => number
  receive: (event: LiveEvent) => void
  /** Called when too many events were missed: refetch everything; events continue after `seq`. */
  reset: (seq: number) => void
  setLive: (live: boolean) => void
}

const catchUpEventsMax = 1_000
const retryMs = 5_000
const longPollSeconds = 15
/** Maximum silence. The server sends a ping every 15 seconds. */
const silenceTimeoutMs = 20_000
const catchUpTimeoutMs = 10_000

/**
 * Streams events, falling back to polling between attempts, until the signal aborts.
 *
 * @param isFresh true if the position is so recent that few events can be missing
 */
export async function streamEvents(
  listener: Listener,
  signal: AbortSignal,
  isFresh: boolean,
): Promise<void> {
  for (let skipsCatchUp = isFresh; !signal.aborted; skipsCatchUp = false) {
    try {
      if (!skipsCatchUp) await catchUp(listener, signal)
      await readStream(listener, signal)
    } catch {
      listener.setLive(false)
    }
    if (!signal.aborted) await pause(retryMs, signal)
  }
}

/** Polls for new events while the page is visible. */
export async function poll(listener: Listener, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await untilVisible(signal)
      await catchUp(listener, signal)
      const query = { after: listener.seq(), wait: longPollSeconds }
      const { events } = await call('GET /events', {
        query,
        signal: withTimeout(signal, silenceTimeoutMs),
      })
      listener.setLive(true)
      for (const event of events) listener.receive(event)
    } catch {
      listener.setLive(false)
      await pause(retryMs, signal)
    }
  }
}

/** Skips missed events if there are too many of them. */
async function catchUp({ seq, reset }: Listener, signal: AbortSignal): Promise<void> {
  try {
    const query = { after: seq(), _limit: 1 }
    const options = { query, signal: withTimeout(signal, catchUpTimeoutMs) }
    const { latestSeq } = await call('GET /events', options)
    if (latestSeq - seq() > catchUpEventsMax) reset(latestSeq)
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.body.code !== 'EVENTS_GONE') throw error
    const { session } = await call('GET /session', { signal })
    reset(session.asOfSeq)
  }
}

/**
 * Reads the stream until it fails for good or is silent; the browser itself reconnects a lost one.
 */
function readStream(listener: Listener, signal: AbortSignal): Promise<void> {
  const source = new EventSource(`${apiPath}/events?after=${listener.seq()}`)
  return new Promise(resolve => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const finish = () => {
      clearTimeout(timer)
      source.close()
      resolve()
    }
    const onTimeout = () => {
      listener.setLive(false)
      finish()
    }
    const onData = () => {
      clearTimeout(timer)
      timer = setTimeout(onTimeout, silenceTimeoutMs)
      listener.setLive(true)
    }
    timer = setTimeout(onTimeout, silenceTimeoutMs)
    source.onopen = onData
    source.addEventListener('ping', onData)
    source.onerror = () => {
      listener.setLive(false)
      if (source.readyState === EventSource.CLOSED) finish()
    }
    for (const type of eventTypes) {
      source.addEventListener(type, ({ data }) => {
        onData()
        listener.receive(JSON.parse(data))
      })
    }
    signal.addEventListener('abort', finish, { once: true })
  })
}

function withTimeout(signal: AbortSignal, ms: number): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(ms)])
}

function untilVisible(signal: AbortSignal): Promise<void> {
  if (document.visibilityState === 'visible') return Promise.resolve()
  return new Promise(resolve => {
    document.addEventListener('visibilitychange', () => resolve(), { once: true, signal })
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, ms)
    const finish = () => {
      clearTimeout(timer)
      resolve()
    }
    signal.addEventListener('abort', finish, { once: true })
  })
}
