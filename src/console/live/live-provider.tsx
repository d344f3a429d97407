/** Keeps the cached queries up to date with the server. */
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { may, useSession } from '../api/session.tsx'
import { QueryInvalidator } from './invalidate-queries.ts'
import { subscribeToEvents } from './shared-stream.ts'
import type { Listener } from './stream.ts'

const LiveContext = createContext(true)

/** Returns true if changes by other users appear immediately. */
export function useIsLive(): boolean {
  return useContext(LiveContext)
}

/** Grace period in which a restart of the server shows no banner. */
const graceMs = 6_000
const refetchMs = 60_000

export function LiveProvider({ children }: { children: ReactNode }) {
  const session = useSession()
  const client = useQueryClient()
  const [isLive, setLive] = useState(true)
  useEffect(() => {
    const invalidator = new QueryInvalidator(client)
    const connection = new Connection(setLive, () => refetchFailed(client))
    const stopWatching = connection.watchBrowser()
    // Users without permission to read events get changes by a periodic refetch.
    if (!may(session, 'integrations:read')) {
      const stop = invalidatePeriodically(invalidator)
      return () => {
        stopWatching()
        stop()
      }
    }
    let lastSeq = session.asOfSeq
    const listener: Listener = {
      seq: () => lastSeq,
      receive: event => {
        if (event.seq <= lastSeq) return
        lastSeq = event.seq
        invalidator.add(event)
      },
      reset: from => {
        lastSeq = from
        invalidator.invalidateAll()
      },
      setLive: isConnected => connection.update(isConnected),
    }
    const stop = subscribeToEvents(session.agency.uid, listener)
    return () => {
      stopWatching()
      stop()
      invalidator.stop()
    }
  }, [client, session])
  useEffect(
    () => (isLive ? undefined : invalidatePeriodically(new QueryInvalidator(client))),
    [client, isLive],
  )
  return <LiveContext value={isLive}>{children}</LiveContext>
}

function invalidatePeriodically(invalidator: QueryInvalidator): () => void {
  const timer = setInterval(() => invalidator.invalidateAll(), refetchMs)
  return () => clearInterval(timer)
}

/** Refetches queries that failed while the connection was lost. */
function refetchFailed(client: QueryClient): void {
  const predicate = ({ state }: Query) => state.status === 'error'
  void client.refetchQueries({ predicate, type: 'active' })
}

/** Connection state, from the event stream and the browser's online status. */
class Connection {
  readonly #setLive: (isLive: boolean) => void
  readonly #onReconnect: () => void
  #isLost = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(setLive: (isLive: boolean) => void, onReconnect: () => void) {
    this.#setLive = setLive
    this.#onReconnect = onReconnect
  }

  /** Updates the state. A lost connection is reported after the grace period. */
  update(isLive: boolean): void {
    if (!isLive) {
      this.#isLost = true
      this.#timer ??= setTimeout(() => this.#setLive(false), graceMs)
      return
    }
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#setLive(true)
    if (this.#isLost) this.#onReconnect()
    this.#isLost = false
  }

  /** An offline status of the browser takes effect without the grace period. */
  watchBrowser(): () => void {
    const onOffline = () => this.#setLive(false)
    const onOnline = () => {
      if (!this.#isLost) this.#setLive(true)
      this.#onReconnect()
    }
    addEventListener('offline', onOffline)
    addEventListener('online', onOnline)
    return () => {
      clearTimeout(this.#timer)
      removeEventListener('offline', onOffline)
      removeEventListener('online', onOnline)
    }
  }
}
