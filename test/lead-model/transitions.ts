/**
 * States and transition table of contract/leads.md §3 and §4.1, in the notation of the contract.
 */

const contractTable = `
                        BL   NW   OH   CL   IG   DU   PE   PA   DE   RC   BK   CA   SA
put-on-hold             ·    OH†  =    ·    ·    ·    ·    ·    ·    ·    ·    ·    R
extend-hold             ·    ·    ✓    ·    ·    ·    ·    ·    ·    ·    ·    ·    R
mark-quote-sent         ·    ✓    ✓    ·    ·    ·    ·    ·    ·    ·    ·    ·    R
close                   ·    CL¹  CL¹  =¹   =¹   =¹   RC   RC   ·    =    ·    ·    R
reopen                  ·    =    ·    NW   NW   NW   ·    ·    NW   NW   ·    ·    R
mark-as-booked          ·    BK†  BK   ·    ·    ·    BK   BK   ·    ·    =    ·    R
accept-booking-request  ·    ·    ·    ·    ·    ·    BK²  =    ·    ·    =    ·    R
decline-booking-request ·    ·    ·    ·    ·    ·    DE   DE   =    ·    ·    ·    R
cancel                  ·    ·    ·    ·    ·    ·    RC   RC   ·    =    CA   =    R
rebook                  ·    ·    ·    ·    ·    ·    ·    ·    ·    ·    =    BK†  R
alteration              ✓†   ✓    ✓†   ·    ·    ·    ✓†   ✓†   ·    ·    ✓†   ·    R
split                   ✓†   ·    ✓†   ·    ·    ·    ✓†   ✓†   ·    ·    ✓†   ·    R
mark-paf-completed      ·    ✓    ✓    ·    ·    ·    ✓    ✓    ·    ·    ✓    ·    R
PATCH                   ✓    ✓    ✓    ✓    ✓    ✓    ✓    ✓    ✓    ✓    ✓    ✓    R
DELETE                  gone N    N    gone gone gone gone N    gone gone N    gone gone
`

export const states = [
  'BL',
  'NW',
  'OH',
  'CL',
  'IG',
  'DU',
  'PE',
  'PA',
  'DE',
  'RC',
  'BK',
  'CA',
  'SA',
] as const

export type State = (typeof states)[number]

export const wireValues: Record<State, { type: string; status: string }> = {
  BL: { type: 'BLOCK', status: 'BLOCKED' },
  NW: { type: 'INQUIRY', status: 'NEW' },
  OH: { type: 'INQUIRY', status: 'ON_HOLD' },
  CL: { type: 'INQUIRY', status: 'CLOSED' },
  IG: { type: 'INQUIRY', status: 'IGNORED' },
  DU: { type: 'INQUIRY', status: 'DUPLICATE' },
  SA: { type: 'INQUIRY', status: 'SAMPLE' },
  PE: { type: 'BOOKING_REQUEST', status: 'PENDING' },
  PA: { type: 'BOOKING_REQUEST', status: 'PENDING_APPROVED' },
  DE: { type: 'BOOKING_REQUEST', status: 'DECLINED' },
  RC: { type: 'BOOKING_REQUEST', status: 'CLOSED' },
  BK: { type: 'BOOKING', status: 'BOOKED' },
  CA: { type: 'BOOKING', status: 'CANCELLED' },
}

export const blockingStates: readonly State[] = ['BL', 'OH', 'PE', 'PA', 'BK']

/** States that a timer ends, with the state after that. */
export const expiresTo: Partial<Record<State, State>> = { OH: 'CL', PE: 'RC', PA: 'RC' }

export type Row =
  | 'put-on-hold'
  | 'extend-hold'
  | 'mark-quote-sent'
  | 'close'
  | 'reopen'
  | 'mark-as-booked'
  | 'accept-booking-request'
  | 'decline-booking-request'
  | 'cancel'
  | 'rebook'
  | 'alteration'
  | 'split'
  | 'mark-paf-completed'
  | 'PATCH'
  | 'DELETE'

export type Action = Exclude<Row, 'PATCH' | 'DELETE'>

/** Cell of the transition table: the effect of an action on a lead in a state. */
export interface Cell {
  /** New state, or one of `=`, `✓`, `·`, `R`, `N`, `gone`. */
  effect: State | '=' | '✓' | '·' | 'R' | 'N' | 'gone'
  /** `†`: the action requires free nights. */
  needsNights: boolean
  /** `¹`: a reason selects one of CL, IG and DU. */
  usesReason: boolean
  /** `²`: a setting of the agency may require a confirmation first. */
  mayNeedConfirmation: boolean
}

const table = readTable(contractTable)

export const rows = [...table.keys()]

export const actions = rows.filter((row): row is Action => row !== 'PATCH' && row !== 'DELETE')

export function readTransition(row: Row, state: State): Cell {
  return table.get(row)!.get(state)!
}

/** Lists the actions that are allowed in a state, in the order of the table. */
export function allowedActions(state: State): Action[] {
  return actions.filter(action => !['·', 'R'].includes(readTransition(action, state).effect))
}

function readTable(text: string): Map<Row, Map<State, Cell>> {
  const [head, ...lines] = text
    .split('\n')
    .slice(1, -1)
    .map(line => line.trim().split(/ +/))
  return new Map(
    lines.map(([row, ...cells]) => [
      row as Row,
      new Map(cells.map((cell, i) => [head![i] as State, readCell(cell)])),
    ]),
  )
}

function readCell(text: string): Cell {
  return {
    effect: text.replace(/[†¹²]/g, '') as Cell['effect'],
    needsNights: text.includes('†'),
    usesReason: text.includes('¹'),
    mayNeedConfirmation: text.includes('²'),
  }
}
