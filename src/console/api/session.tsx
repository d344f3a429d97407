/** Who is signed in, and what they may do. */
import { createContext, type ReactNode, useContext } from 'react'
import type { AnswerOf } from './answer.ts'

export type Session = AnswerOf<'GET /session'>['session']

const SessionContext = createContext<Session | null>(null)

export function SessionProvider(props: { session: Session; children: ReactNode }) {
  return <SessionContext value={props.session}>{props.children}</SessionContext>
}

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('no session')
  return session
}

/** Whether somebody may do something, as `bookings:read`. */
export function may({ can }: Session, what: string): boolean {
  return can.includes(what)
}
