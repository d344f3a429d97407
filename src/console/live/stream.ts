/** Where events come from: a stream, or asking again and again. */
import { eventTypes } from '../../rental/events/events/event.ts'
import { apiPath, call } from '../api/call.ts'
import { ApiProblem } from '../api/problem.ts'
import type { LiveEvent } from './live.ts'

/** Who takes events, and is told how things are. */
export interface Listener {
  /** The position of the last event that was seen. */
  seq: () => number
  take: (event: LiveEvent) => void
  /** So much has happened, or so long ago, that all is read anew; events go on from `seq`. */
  startAnew: (seq: number) => void
  isLive: (live: boolean) => void
}

const behindMax = 1_000
const againMs = 5_000
const waitSeconds = 15
/** The server says something every 15 seconds, if only a ping. */
const silentMs = 20_000
const answerMs = 10_000

/** Follows the log until the signal ends it. */
export async function followStream(listener: Listener, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await catchUp(listener, signal)
      await readStream(listener, signal)
    } catch {
      listener.isLive(false)
    }
    if (!signal.aborted) await pause(againMs, signal)
  }
}

/** Asks for what has come, again and again, while the page is seen. */
export async function poll(listener: Listener, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await seen(signal)
      await catchUp(listener, signal)
      const query = { after: listener.seq(), wait: waitSeconds }
      const { events } = await call('GET /events', { query, signal: within(signal, silentMs) })
      listener.isLive(true)
      for (const event of events) listener.take(event)
    } catch {
      listener.isLive(false)
      await pause(againMs, signal)
    }
  }
}

/** Passes over a long absence. */
async function catchUp({ seq, startAnew }: Listener, signal: AbortSignal): Promise<void> {
  try {
    const query = { after: seq(), _limit: 1 }
    const given = { query, signal: within(signal, answerMs) }
    const { latestSeq } = await call('GET /events', given)
    if (latestSeq - seq() > behindMax) startAnew(latestSeq)
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.body.code !== 'EVENTS_GONE') throw error
    const { session } = await call('GET /session', { signal })
    startAnew(session.asOfSeq)
  }
}

/** Reads the stream until it ends for good or is silent: a browser mends a lost one by itself. */
function readStream(listener: Listener, signal: AbortSignal): Promise<void> {
  const source = new EventSource(`${apiPath}/events?after=${listener.seq()}`)
  return new Promise(resolve => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = () => {
      clearTimeout(timer)
      source.close()
      resolve()
    }
    const lose = () => {
      listener.isLive(false)
      end()
    }
    const hear = () => {
      clearTimeout(timer)
      timer = setTimeout(lose, silentMs)
      listener.isLive(true)
    }
    timer = setTimeout(lose, silentMs)
    source.onopen = hear
    source.addEventListener('ping', hear)
    source.onerror = () => {
      listener.isLive(false)
      if (source.readyState === EventSource.CLOSED) end()
    }
    for (const type of eventTypes) {
      source.addEventListener(type, ({ data }) => {
        hear()
        listener.take(JSON.parse(data))
      })
    }
    signal.addEventListener('abort', end, { once: true })
  })
}

function within(signal: AbortSignal, ms: number): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(ms)])
}

function seen(signal: AbortSignal): Promise<void> {
  if (document.visibilityState === 'visible') return Promise.resolve()
  return new Promise(resolve => {
    document.addEventListener('visibilitychange', () => resolve(), { once: true, signal })
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, ms)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    signal.addEventListener('abort', end, { once: true })
  })
}
