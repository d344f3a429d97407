/** Actions on a lead, from the server's own transition table. */
import {
  allowedActions,
  type Cell,
  type LeadAction,
  outcomeOf,
} from '../../../../rental/leads/leads/lead.ts'
import { type LeadState, leadStates } from '../../../../rental/prices/occupancies/lead-status.ts'

/** Action of the transition table, or a write that it does not contain. */
export type Action = LeadAction | 'edit' | 'delete'

/** Action without a form of its own. */
export type PlainAction = Exclude<Action, 'alteration' | 'rebook' | 'edit' | 'split'>

/** All actions in the order of their buttons. */
export const actions = [
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
] as const satisfies readonly Action[]

export const destructiveActions: readonly Action[] = [
  'decline-booking-request',
  'cancel',
  'close',
  'delete',
]

/** API version that the console uses. */
const consoleVersion = '3.3'

/** Lists actions that the table allows in a state, without those that change nothing. */
export function listActions(state: LeadState): Action[] {
  const allowed = allowedActions(state, consoleVersion).filter(action =>
    changesState(state, action),
  )
  const allowedNames: string[] = allowed
  // Samples cannot be edited.
  if (state !== 'SA') allowedNames.push('edit')
  if (leadStates[state].isDeletable) allowedNames.push('delete')
  return actions.filter(action => allowedNames.includes(action))
}

function changesState(state: LeadState, action: LeadAction): boolean {
  // Closing a closed inquiry again can change its closed status.
  if (action === 'close' && leadStates[state].type === 'INQUIRY') return true
  // `=` marks a lead that is already in the target state.
  return outcomeOf(state, action) !== '='
}

/** Columns of the board. A booking moves from BOOKED to STAY when the stay begins. */
export const columns = ['QUOTE', 'HOLD', 'BOOKED', 'STAY', 'CLOSED'] as const
export type Column = (typeof columns)[number]

/** Returns the action that moves a lead to another column, or null if there is none. */
export function findMoveAction(state: LeadState, to: Column): LeadAction | null {
  const tableActions = actions.filter(action => action !== 'edit' && action !== 'delete')
  const allowed = allowedActions(state, consoleVersion)
  return (
    tableActions.find(action => {
      if (!allowed.includes(action) || action === 'alteration') return false
      const cell = outcomeOf(state, action)
      return cell !== null && cellColumn(cell) === to
    }) ?? null
  )
}

/** Returns the column of a target; null if the state remains unchanged. */
function cellColumn(cell: Cell): Column | null {
  return cell === '=' || cell === '✓' ? null : columnByState[cell]
}

/** Board column of each state, before the stay has begun. */
export const columnByState: Record<LeadState, Column | null> = {
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
