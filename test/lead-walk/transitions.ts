/** The states and the table of contract/leads.md §3 and §4.1, as the contract writes them. */

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

/** Type and status of each state. */
export const wordsOf: Record<State, { type: string; status: string }> = {
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

/** States whose leads hold their nights. */
export const blockingStates: readonly State[] = ['BL', 'OH', 'PE', 'PA', 'BK']

/** States that a timer ends, and what it ends them in. */
export const lapsesTo: Partial<Record<State, State>> = { OH: 'CL', PE: 'RC', PA: 'RC' }

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

/** A cell of the table: what an act does to a lead in a state. */
export interface Cell {
  /** The new state, or one of `=`, `✓`, `·`, `R`, `N`, `gone`. */
  does: State | '=' | '✓' | '·' | 'R' | 'N' | 'gone'
  /** `†`: it needs free nights. */
  needsNights: boolean
  /** `¹`: a reason leads to, or moves between, CL, IG and DU. */
  takesReason: boolean
  /** `²`: the agency's setting may ask for a confirmation first. */
  mayNeedConfirmation: boolean
}

const table = readTable(contractTable)

export const rows = [...table.keys()]

export const actions = rows.filter((row): row is Action => row !== 'PATCH' && row !== 'DELETE')

export function cellOf(row: Row, state: State): Cell {
  return table.get(row)!.get(state)!
}

/** The actions that a lead in a state takes, in the order of the table. */
export function allowedActions(state: State): Action[] {
  return actions.filter(action => !['·', 'R'].includes(cellOf(action, state).does))
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
    does: text.replace(/[†¹²]/g, '') as Cell['does'],
    needsNights: text.includes('†'),
    takesReason: text.includes('¹'),
    mayNeedConfirmation: text.includes('²'),
  }
}
