/** Keeps what is shown as it is on the server. */
import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { may, useSession } from '../api/session.tsx'
import { Refresher } from './live.ts'
import { share } from './share.ts'

const LiveContext = createContext(true)

/** Whether changes of others show at once. */
export function useIsLive(): boolean {
  return useContext(LiveContext)
}

const graceMs = 10_000
const staleMs = 60_000

export function LiveProvider({ children }: { children: ReactNode }) {
  const session = useSession()
  const client = useQueryClient()
  const [live, setLive] = useState(true)
  useEffect(() => {
    const refresher = new Refresher(client)
    // Who may not read events still sees what changes, a little later.
    if (!may(session, 'integrations:read')) return readNowAndThen(refresher)
    let seq = session.asOfSeq
    let timer: ReturnType<typeof setTimeout> | undefined
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
      isLive: is => {
        clearTimeout(timer)
        if (is) setLive(true)
        else timer = setTimeout(() => setLive(false), graceMs)
      },
    })
    return () => {
      clearTimeout(timer)
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
