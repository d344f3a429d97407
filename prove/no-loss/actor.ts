/** Who acts, and where: each actor has leads and properties that nobody else touches. */

import type { Chance } from '../../demo/chance.ts'
import type { Ask } from '../shared/ask.ts'
import type { Call, Client } from '../shared/client.ts'
import type { Ground } from '../shared/ground.ts'
import type { Deeds } from './deeds.ts'
import type { LeadState } from './expected.ts'

/** An agency and what is done to it. */
export interface AgencyState {
  ask: Ask
  ground: Ground
  deeds: Deeds
  chance: Chance
  /** Numbers what is made and the first nights of stays. */
  made: number
}

export interface Actor {
  field: AgencyState
  client: Client
  /** Of an agency, and not of a partner: it may do more than act on leads. */
  isAgency: boolean
  /** Where it makes leads. */
  propertyUids: string[]
  leads: LeadState[]
  properties: OwnProperty[]
  /** Of leads, by their uids. */
  orders: Map<string, string>
}

export interface OwnProperty {
  uid: string
  isActive: boolean
}

/** Of acts, how many may be repeated after a broken connection. */
const keyedShare = 0.5

/** A name that nothing else has, by which it is found again. */
export function newName({ field }: Actor): string {
  return `${field.ground.agencyUid.slice(0, 8)}-${++field.made}`
}

/** Perhaps with an `Idempotency-Key`. */
export function perhapsKeyed(actor: Actor, call: Call): Call {
  if (!actor.field.chance.is(keyedShare)) return call
  return { ...call, idempotencyKey: newName(actor) }
}
