import type { Changes, Creation } from './acts.ts'
import { enter } from './enter.ts'
import { type Expected, type Model, type ModelLead, refused } from './facts.ts'
import { takeNights } from './nights.ts'
import { orderFor } from './order.ts'
import type { State } from './transitions.ts'
import type { CallerName, ModelProperty } from './world.ts'

const stateOf: Record<string, State> = {
  NEW: 'NW',
  ON_HOLD: 'OH',
  PENDING: 'PE',
  BOOKED: 'BK',
  BLOCKED: 'BL',
}

/** contract/leads.md §5. */
export function create(model: Model, act: Creation, uid: string): Expected {
  const state = stateOf[act.status]
  if (state === undefined) return refused.badValue
  const property = model.properties[act.property]
  const refusal = propertyRefused(property, act.by) ?? unitRefused(property, act)
  if (refusal) return refusal
  if (!maySend(act)) return refused.notPermitted
  const lead = newLead(model, act, uid)
  if (state !== 'NW') {
    const { property, a, b, unit } = act
    const taken = takeNights(model, { property, a, b, unit, isBlock: state === 'BL', kept: null })
    if (taken === null) return refused.taken
    Object.assign(lead, taken)
  }
  enter(model, lead, state)
  const rent = act.rent ?? null
  if (state === 'BL') Object.assign(lead, { adults: 0, children: 0, pets: 0, infants: 0 })
  else lead.order = orderFor(property, lead, rent)
  model.leads.push(lead)
  return { status: 201 }
}

/** What a property that a request names is refused with (contract/general.md §3). */
export function propertyRefused({ access }: ModelProperty, by: CallerName): Expected | null {
  if (access[by] === null) return refused.denied
  return access[by] === 'READ' ? refused.readOnlyGrant : null
}

/** A unit has to be one of a unit type; those of others nobody can name. */
export function unitRefused(property: ModelProperty, { unit }: Changes): Expected | null {
  const named = unit === undefined || [...property.units, ...property.inactiveUnits].includes(unit)
  return named ? null : refused.badValue
}

/** Sources that a caller may create leads of (§2.3). */
function maySend({ by, source }: Creation): boolean {
  return by === 'agency' || source === undefined || !source.startsWith('DIRECT_')
}

function newLead(model: Model, act: Creation, uid: string): ModelLead {
  return {
    uid,
    state: 'NW',
    source: act.source ?? 'HOSTFULLY_API',
    property: act.property,
    unit: act.unit ?? null,
    a: act.a,
    b: act.b,
    adults: act.adults ?? 1,
    children: act.children ?? 0,
    pets: act.pets ?? 0,
    infants: act.infants ?? 0,
    notes: act.notes ?? null,
    externalBookingId: null,
    held: null,
    timer: null,
    closeReason: null,
    cancellation: null,
    bookedAt: null,
    isFormCompleted: false,
    createdBy: act.by,
    isDeleted: false,
    updatedAt: model.now,
    order: null,
  }
}
