import type { Changes, Creation } from './commands.ts'
import { enterState } from './enter-state.ts'
import type { CallerName, ModelProperty } from './fixture.ts'
import { type Expected, errors, type Model, type ModelLead } from './model-state.ts'
import { reserveNights } from './nights.ts'
import { newOrder } from './order.ts'
import type { State } from './transitions.ts'

const statesByStatus: Record<string, State> = {
  NEW: 'NW',
  ON_HOLD: 'OH',
  PENDING: 'PE',
  BOOKED: 'BK',
  BLOCKED: 'BL',
}

/** Creates a lead in the model: contract/leads.md §5. */
export function create(model: Model, command: Creation, uid: string): Expected {
  const state = statesByStatus[command.status]
  if (state === undefined) return errors.badValue
  const property = model.properties[command.property]
  const refusal = propertyRefusal(property, command.by) ?? unitRefusal(property, command)
  if (refusal) return refusal
  if (!mayUseSource(command)) return errors.notPermitted
  const lead = newLead(model, command, uid)
  if (state !== 'NW') {
    const { property, a, b, unit } = command
    const reserved = reserveNights(model, {
      property,
      a,
      b,
      unit,
      isBlock: state === 'BL',
      preferredUnit: null,
    })
    if (reserved === null) return errors.notAvailable
    Object.assign(lead, reserved)
  }
  enterState(model, lead, state)
  const rent = command.rent ?? null
  if (state === 'BL') Object.assign(lead, { adults: 0, children: 0, pets: 0, infants: 0 })
  else lead.order = newOrder(property, lead, rent)
  model.leads.push(lead)
  return { status: 201 }
}

/** Returns the error for the property of a request (contract/general.md §3). */
export function propertyRefusal({ access }: ModelProperty, by: CallerName): Expected | null {
  if (access[by] === null) return errors.denied
  return access[by] === 'READ' ? errors.readOnlyGrant : null
}

/** Returns an error unless the unit belongs to the unit type of the request. */
export function unitRefusal(property: ModelProperty, { unit }: Changes): Expected | null {
  const named = unit === undefined || [...property.units, ...property.inactiveUnits].includes(unit)
  return named ? null : errors.badValue
}

/** Returns whether the caller may create leads with the source (§2.3). */
function mayUseSource({ by, source }: Creation): boolean {
  return by === 'agency' || source === undefined || !source.startsWith('DIRECT_')
}

function newLead(model: Model, command: Creation, uid: string): ModelLead {
  return {
    uid,
    state: 'NW',
    source: command.source ?? 'HOSTFULLY_API',
    property: command.property,
    unit: command.unit ?? null,
    a: command.a,
    b: command.b,
    adults: command.adults ?? 1,
    children: command.children ?? 0,
    pets: command.pets ?? 0,
    infants: command.infants ?? 0,
    notes: command.notes ?? null,
    externalBookingId: null,
    held: null,
    timer: null,
    closeReason: null,
    cancellation: null,
    bookedAt: null,
    isFormCompleted: false,
    createdBy: command.by,
    isDeleted: false,
    updatedAt: model.now,
    order: null,
  }
}
