/** Session of the signed-in user and its permissions. */
import { createContext, type ReactNode, useContext } from 'react'
import type { ResponseOf } from './response-types.ts'

export type Session = ResponseOf<'GET /session'>['session']

/** Reads the session from the page, into which the server has written it. */
export function readPageSession(): Session {
  return JSON.parse(document.getElementById('session')!.textContent)
}

const SessionContext = createContext<Session | null>(null)

export function SessionProvider(props: { session: Session; children: ReactNode }) {
  return <SessionContext value={props.session}>{props.children}</SessionContext>
}

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('no session')
  return session
}

/** Returns true if the user has a permission, such as `bookings:read`. */
export function may({ can }: Session, permission: string): boolean {
  return can.includes(permission)
}
