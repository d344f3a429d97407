import type { Lead, Order } from './leads.query.ts'

/** Properties of the sections of the lead panel. */
export interface LeadProps {
  lead: Lead
  /** Null for a block, or while it is loading. */
  order: Order | null
}

/** Properties of the form of an action. */
export interface ActionProps extends LeadProps {
  /** Closes the form and discards its input. */
  close: () => void
}

/**
 * Creates a function that returns true if the form of an action of the lead is open at another URL,
 * too.
 */
export function staysOpenWith(uid: string, action: string | null): (next: URL) => boolean {
  return next => {
    const isSamePage = next.pathname === location.pathname
    const isSameLead =
      next.searchParams.get('reservation') === uid || next.pathname.endsWith(`/reservations/${uid}`)
    return isSamePage && isSameLead && (action === null || next.searchParams.get('act') === action)
  }
}
