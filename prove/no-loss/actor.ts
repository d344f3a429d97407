/** Clients of the proof, each with leads and properties that no other client uses. */

import type { Chance } from '../../demo/chance.ts'
import type { Call, Client } from '../shared/client.ts'
import type { Fixture } from '../shared/fixture.ts'
import type { Query } from '../shared/query.ts'
import type { LeadState } from './expected.ts'
import type { OperationHistory } from './operations.ts'

export interface AgencyState {
  query: Query
  fixture: Fixture
  history: OperationHistory
  chance: Chance
  /** Counter of created rows and of the first nights of stays. */
  counter: number
}

export interface Actor {
  state: AgencyState
  client: Client
  /** True for an agency, false for a partner, which may only change leads. */
  isAgency: boolean
  /** Properties of its new leads. */
  propertyUids: string[]
  leads: LeadState[]
  properties: OwnProperty[]
  /** Order uids by lead uid. */
  orders: Map<string, string>
}

export interface OwnProperty {
  uid: string
  isActive: boolean
}

/** Share of operations that may be retried after a broken connection. */
const keyedShare = 0.5

/** Returns a unique name, which identifies a row. */
export function uniqueName({ state }: Actor): string {
  return `${state.fixture.agencyUid.slice(0, 8)}-${++state.counter}`
}

/** Adds an `Idempotency-Key` to some calls. */
export function maybeKeyed(actor: Actor, call: Call): Call {
  if (!actor.state.chance.is(keyedShare)) return call
  return { ...call, idempotencyKey: uniqueName(actor) }
}
