import type { Lead, Order } from '../leads.read.ts'

/** What each part of a lead is given. */
export interface LeadProps {
  lead: Lead
  /** Null: a block, or not read yet. */
  order: Order | null
}

/** And what the form of an act is given. */
export interface ActProps extends LeadProps {
  /** The form goes; what was typed goes with it. */
  close: () => void
}
