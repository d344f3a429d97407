/** What may be done to a lead, by the server's own table of transitions. */
import {
  allowedActions,
  type Cell,
  type LeadAction,
  type LeadState,
  leadStates,
  outcomeOf,
} from '../../../rental/leads/leads/lead.ts'

/** An action of the table, or a write that every lead knows. */
export type Act = LeadAction | 'edit' | 'delete'

/** An act whose form shows neither dates nor details. */
export type PlainAct = Exclude<Act, 'alteration' | 'rebook' | 'edit' | 'split'>

/** In the order in which they are offered. */
export const acts = [
  'accept-booking-request',
  'mark-as-booked',
  'put-on-hold',
  'alteration',
  'reopen',
  'rebook',
  'extend-hold',
  'mark-quote-sent',
  'edit',
  'split',
  'mark-paf-completed',
  'decline-booking-request',
  'cancel',
  'close',
  'delete',
] as const satisfies readonly Act[]

/** Those that take something away. */
export const endingActs: readonly Act[] = ['decline-booking-request', 'cancel', 'close', 'delete']

/** The acts that the table allows in a state, and that lead somewhere. */
export function actsIn(state: LeadState): Act[] {
  const allowed = allowedActions(state, '3.3').filter(action => leadsSomewhere(state, action))
  const known: string[] = allowed
  if (state !== 'SA') known.push('edit')
  if (leadStates[state].isDeletable) known.push('delete')
  return acts.filter(act => known.includes(act))
}

function leadsSomewhere(state: LeadState, action: LeadAction): boolean {
  // Among its endings an inquiry can be moved.
  if (action === 'close' && leadStates[state].type === 'INQUIRY') return true
  return outcomeOf(state, action) !== '='
}

/** The columns of the board. */
export const columns = ['QUOTE', 'HOLD', 'BOOKED', 'STAY', 'CLOSED'] as const
export type Column = (typeof columns)[number]

/** A lead's way from one column to another, or null: there is none. */
export function moveTo(state: LeadState, to: Column): LeadAction | null {
  const preferred = acts.filter(act => act !== 'edit' && act !== 'delete')
  const legal = allowedActions(state, '3.3')
  return (
    preferred.find(action => {
      if (!legal.includes(action) || action === 'alteration') return false
      const cell = outcomeOf(state, action)
      return cell !== null && columnOfCell(cell) === to
    }) ?? null
  )
}

function columnOfCell(cell: Cell): Column | null {
  return cell === '=' || cell === '✓' ? null : columnOf[cell]
}

/** Where a state stands, as long as its stay has not begun. */
export const columnOf: Record<LeadState, Column | null> = {
  BL: null,
  NW: 'QUOTE',
  SA: 'QUOTE',
  OH: 'HOLD',
  PE: 'HOLD',
  PA: 'HOLD',
  BK: 'BOOKED',
  CL: 'CLOSED',
  IG: 'CLOSED',
  DU: 'CLOSED',
  DE: 'CLOSED',
  RC: 'CLOSED',
  CA: 'CLOSED',
}
