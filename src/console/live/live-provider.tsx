/** Keeps what is shown as it is on the server. */
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { may, useSession } from '../api/session.tsx'
import { Refresher } from './live.ts'
import { share } from './share.ts'

const LiveContext = createContext(true)

/** Whether changes of others show at once. */
export function useIsLive(): boolean {
  return useContext(LiveContext)
}

/** A server that begins again within that time is not missed. */
const graceMs = 6_000
const staleMs = 60_000

export function LiveProvider({ children }: { children: ReactNode }) {
  const session = useSession()
  const client = useQueryClient()
  const [live, setLive] = useState(true)
  useEffect(() => {
    const refresher = new Refresher(client)
    const connection = new Connection(setLive, () => readFailed(client))
    const endWatch = connection.watchBrowser()
    // Who may not read events still sees what changes, a little later.
    if (!may(session, 'integrations:read')) {
      const stop = readNowAndThen(refresher)
      return () => {
        endWatch()
        stop()
      }
    }
    let seq = session.asOfSeq
    const stop = share(session.agency.uid, {
      seq: () => seq,
      take: event => {
        if (event.seq <= seq) return
        seq = event.seq
        refresher.take(event)
      },
      startAnew: from => {
        seq = from
        refresher.takeAll()
      },
      isLive: is => connection.tell(is),
    })
    return () => {
      endWatch()
      stop()
      refresher.stop()
    }
  }, [client, session])
  useEffect(() => (live ? undefined : readNowAndThen(new Refresher(client))), [client, live])
  return <LiveContext value={live}>{children}</LiveContext>
}

function readNowAndThen(refresher: Refresher): () => void {
  const timer = setInterval(() => refresher.takeAll(), staleMs)
  return () => clearInterval(timer)
}

/** Reads again what failed while there was no connection. */
function readFailed(client: QueryClient): void {
  const predicate = ({ state }: Query) => state.status === 'error'
  void client.refetchQueries({ predicate, type: 'active' })
}

/** The state of the connection, by the stream of events and by what the browser says. */
class Connection {
  readonly #show: (live: boolean) => void
  readonly #returned: () => void
  #isLost = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(show: (live: boolean) => void, returned: () => void) {
    this.#show = show
    this.#returned = returned
  }

  /** Time of the first of consecutive failures. */
  tell(isLive: boolean): void {
    if (!isLive) {
      this.#isLost = true
      this.#timer ??= setTimeout(() => this.#show(false), graceMs)
      return
    }
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#show(true)
    if (this.#isLost) this.#returned()
    this.#isLost = false
  }

  /** A browser that knows it is offline is believed at once. */
  watchBrowser(): () => void {
    const onOffline = () => this.#show(false)
    const onOnline = () => {
      if (!this.#isLost) this.#show(true)
      this.#returned()
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
