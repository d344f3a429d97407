/** Leads in any state, written straight to the database. */
import type { Insertable } from 'kysely'
import type { LeadsTable } from '../src/rental/tables.ts'
import { makeOrder } from './fixtures.ts'
import { makeStay } from './held-nights.ts'
import { blockingStates, type State, wordsOf } from './lead-walk/transitions.ts'
import { exampleNow, type TestServer } from './server.ts'

type Columns = Partial<Insertable<LeadsTable>>

const yesterday = new Date(Date.parse(exampleNow) - 86_400_000)
const tomorrow = new Date(Date.parse(exampleNow) + 86_400_000)

const timer: Columns = { timer_started_at: yesterday, timer_ends_at: tomorrow }
const booked: Columns = { booked_at: yesterday, booked_by: 'AGENT' }

/** What the record of a lead says in a state, beside type and status. */
const columnsIn: Record<State, Columns> = {
  BL: { adult_count: 0 },
  NW: { timer_started_at: yesterday },
  OH: timer,
  CL: { close_reason: 'QUOTE_CLOSED' },
  IG: { close_reason: 'IGNORED' },
  DU: { close_reason: 'DUPLICATE' },
  SA: {},
  PE: timer,
  PA: timer,
  DE: {},
  RC: { close_reason: 'REQUEST_WITHDRAWN' },
  BK: booked,
  CA: { ...booked, cancelled_by: 'AGENCY', cancelled_at: yesterday },
}

/** Writes a lead in a state with the nights that it holds and, unless it is a block, its order. */
export async function makeLeadIn(
  server: TestServer,
  agencyUid: string,
  state: State,
  stay: { propertyUid: string; checkIn: string; checkOut: string },
  columns: Columns = {},
): Promise<string> {
  const { type, status } = wordsOf[state]
  const isBlocking = blockingStates.includes(state)
  const uid = await makeStay(server, agencyUid, {
    ...stay,
    status,
    ...(isBlocking ? {} : { unitUids: [] }),
    columns: { type, ...columnsIn[state], ...columns },
  })
  if (state !== 'BL') await makeOrder(server, agencyUid, uid)
  return uid
}
