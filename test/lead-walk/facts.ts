/** What the model knows of leads, and the words it answers with. */
import { cellOf, type Row, type State } from './transitions.ts'
import type { CallerName, ModelProperty, PropertyName } from './world.ts'

/** What a lead holds: nights [from, to) of units, the last of them for turnover. */
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

/** Instants are milliseconds, nights are counted from the first of the walk. */
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
  /** Null where the contract leaves open whether, or when, it moved. */
  updatedAt: number | null
  order: ModelOrder | null
}

export interface Model {
  now: number
  properties: Record<PropertyName, ModelProperty>
  leads: ModelLead[]
  requestNeedsConfirmation: boolean
}

/** What an act is answered with. */
export interface Expected {
  status: number
  code?: string
}

export const ok: Expected = { status: 200 }

export const refused = {
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
  taken: { status: 409, code: 'NOT_AVAILABLE' },
} as const

/** A new model at a time, with nothing on the calendar. */
export function emptyModel(now: number, properties: Model['properties']): Model {
  return {
    now,
    properties: structuredClone(properties),
    leads: [],
    requestNeedsConfirmation: false,
  }
}

/** What a cell refuses, or null. */
export function refusalOf(row: Row, state: State): Expected | null {
  const { does } = cellOf(row, state)
  if (does === '·') return refused.illegal
  if (does === 'R') return refused.readOnly
  return does === 'N' ? refused.notDeletable : null
}

/** No grant of a walk gives personal data, but who created a lead sees its guest. */
export function seesPerson({ createdBy }: ModelLead, caller: CallerName): boolean {
  return caller === 'agency' || caller === createdBy
}
