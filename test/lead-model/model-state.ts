/** Leads of the model, and the errors that it expects. */

import type { CallerName, ModelProperty, PropertyName } from './fixture.ts'
import { type Row, readTransition, type State } from './transitions.ts'

/** Nights [from, to) of units that a lead holds, the last `turnover` of them for turnover. */
export interface Held {
  units: string[]
  from: number
  to: number
  turnover: number
}

export interface ModelOrder {
  /** Priced amount, in units of the currency. */
  total: number
  /** Price of each night, in cents. */
  nights: Record<number, number>
  /** Override of the rent. */
  rent: number | null
  /** Charges less refunds. */
  adjusted: number
}

/**
 * Lead of the model. Instants are in milliseconds; nights are counted from the first of the model.
 */
export interface ModelLead {
  uid: string
  state: State
  source: string
  property: PropertyName
  unit: string | null
  a: number
  b: number
  adults: number
  children: number
  pets: number
  infants: number
  notes: string | null
  externalBookingId: string | null
  held: Held | null
  timer: number | null
  closeReason: string | null
  cancellation: { cancelledBy: string; reason: string | null; at: number } | null
  bookedAt: number | null
  isFormCompleted: boolean
  createdBy: CallerName
  isDeleted: boolean
  /** Null if the contract does not specify whether or when it changed. */
  updatedAt: number | null
  order: ModelOrder | null
}

export interface Model {
  now: number
  properties: Record<PropertyName, ModelProperty>
  leads: ModelLead[]
  requestNeedsConfirmation: boolean
}

export interface Expected {
  status: number
  code?: string
}

export const ok: Expected = { status: 200 }

export const errors = {
  unknownLead: { status: 404, code: 'LEAD_NOT_FOUND' },
  readOnlyGrant: { status: 403, code: 'READ_ONLY_GRANT' },
  denied: { status: 403, code: 'ACCESS_DENIED' },
  notPermitted: { status: 403, code: 'OPERATION_NOT_PERMITTED' },
  badRange: { status: 400, code: 'INVALID_DATE_RANGE' },
  badValue: { status: 400, code: 'INVALID_PARAMETER' },
  illegal: { status: 409, code: 'ILLEGAL_TRANSITION' },
  readOnly: { status: 409, code: 'LEAD_READ_ONLY' },
  notDeletable: { status: 409, code: 'LEAD_NOT_DELETABLE' },
  tooMany: { status: 400, code: 'TOO_MANY_GUESTS' },
  notAvailable: { status: 409, code: 'NOT_AVAILABLE' },
} as const

/** Creates a model with an empty calendar. */
export function emptyModel(now: number, properties: Model['properties']): Model {
  return {
    now,
    properties: structuredClone(properties),
    leads: [],
    requestNeedsConfirmation: false,
  }
}

/** Returns the error of a cell of the transition table, or null. */
export function tableRefusal(row: Row, state: State): Expected | null {
  const { effect } = readTransition(row, state)
  if (effect === '·') return errors.illegal
  if (effect === 'R') return errors.readOnly
  return effect === 'N' ? errors.notDeletable : null
}

/**
 * Returns whether a caller reads guest data: no partner has a grant for personal data, but one that
 * created a lead reads its guest.
 */
export function seesPersonalData({ createdBy }: ModelLead, caller: CallerName): boolean {
  return caller === 'agency' || caller === createdBy
}
