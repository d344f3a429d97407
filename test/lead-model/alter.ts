/** Alterations and rebookings in the model: contract/leads.md §8, contract/pricing.md §4. */
import type { Alteration, Changes } from './commands.ts'
import { propertyRefusal, unitRefusal } from './create.ts'
import { enterState } from './enter-state.ts'
import {
  type Expected,
  errors,
  type Model,
  type ModelLead,
  ok,
  tableRefusal,
} from './model-state.ts'
import { reserveNights } from './nights.ts'
import { repriceOrder } from './order.ts'
import { blockingStates } from './transitions.ts'

const attributes = ['property', 'a', 'b', 'adults', 'children', 'pets', 'infants'] as const

type Altered = Pick<ModelLead, (typeof attributes)[number]>

export function alter(model: Model, lead: ModelLead, command: Alteration): Expected {
  const isRebooking = command.do === 'rebook'
  const changes: Changes = { ...command }
  if (isRebooking) for (const key of ['property', 'rent'] as const) delete changes[key]
  const target = model.properties[changes.property ?? lead.property]
  const refusal = propertyRefusal(target, command.by) ?? tableRefusal(command.do, lead.state)
  if (refusal) return refusal
  if (isRebooking && lead.state === 'BK') return ok
  const unitError = unitRefusal(target, changes)
  if (unitError) return unitError
  const altered = withChanges(lead, changes)
  if (altered.b <= altered.a) return errors.badRange
  const changed = new Set(attributes.filter(attribute => altered[attribute] !== lead[attribute]))
  const isRuleBound = !isRebooking && blockingStates.includes(lead.state) && lead.state !== 'BL'
  if (isRuleBound && hasTooManyGuests(model, altered, changed)) return errors.tooMany
  const reserved = reserveStay(model, lead, { ...altered, unit: changes.unit }, isRebooking)
  if (reserved === null) return errors.notAvailable
  if (isRuleBound && command.by !== 'agency' && movesStay(changed)) {
    const ruleError = stayRuleRefusal(model, altered)
    if (ruleError) return ruleError
  }
  const isUnitMoved = reserved.unit !== lead.unit
  const { property, a, b } = lead
  Object.assign(lead, altered, reserved)
  const isRepriced = recalculate(model, lead, { property, a, b }, { rent: changes.rent, changed })
  if (isRebooking) enterState(model, lead, 'BK')
  else if (changed.size > 0 || isUnitMoved) lead.updatedAt = model.now
  else if (isRepriced) lead.updatedAt = null
  return ok
}

/** Returns the lead's attributes with changes; a block has dates, property and unit only. */
function withChanges(lead: ModelLead, changes: Changes): Altered {
  const fixed = lead.state === 'BL' ? ['adults', 'children', 'pets', 'infants'] : []
  const value = <F extends keyof Altered>(attribute: F): ModelLead[F] =>
    fixed.includes(attribute)
      ? lead[attribute]
      : ((changes[attribute] as ModelLead[F] | undefined) ?? lead[attribute])
  return {
    property: value('property'),
    a: value('a'),
    b: value('b'),
    adults: value('adults'),
    children: value('children'),
    pets: value('pets'),
    infants: value('infants'),
  }
}

type ChangedAttributes = Set<(typeof attributes)[number]>

function movesStay(changed: ChangedAttributes): boolean {
  return changed.has('a') || changed.has('b') || changed.has('property')
}

/**
 * Returns true if the guests exceed the maximum, which counts only if their number or the property
 * changes.
 */
function hasTooManyGuests(model: Model, altered: Altered, changed: ChangedAttributes): boolean {
  const { property, adults, children } = altered
  const relevant = ['property', 'adults', 'children', 'pets', 'infants'] as const
  const isRelevant = relevant.some(attribute => changed.has(attribute))
  return isRelevant && adults + children > model.properties[property].maxGuests
}

/** Returns the error of a broken stay rule; the model has minimum and maximum stays only. */
function stayRuleRefusal(model: Model, { property, a, b }: Altered): Expected | null {
  const { minimumStay, maximumStay } = model.properties[property]
  if (b - a < minimumStay) return { status: 409, code: 'MINIMUM_STAY' }
  const isTooLong = maximumStay > 0 && b - a > maximumStay
  return isTooLong ? { status: 409, code: 'MAXIMUM_STAY' } : null
}

/** Reserves the nights and the unit of a changed stay; returns null if they are not available. */
function reserveStay(
  model: Model,
  lead: ModelLead,
  { property, a, b, unit }: Altered & Pick<Changes, 'unit'>,
  isRebooking: boolean,
): Pick<ModelLead, 'unit' | 'held'> | null {
  const currentUnit = property === lead.property ? lead.unit : null
  if (!isRebooking && !blockingStates.includes(lead.state))
    return { unit: unit ?? currentUnit, held: null }
  const isBlock = lead.state === 'BL'
  return reserveNights(model, { property, a, b, isBlock, lead, unit, preferredUnit: currentUnit })
}

/**
 * Recalculates the order after a change (contract/orders.md §2); returns whether prices changed.
 */
function recalculate(
  model: Model,
  lead: ModelLead,
  former: Pick<ModelLead, 'property' | 'a' | 'b'>,
  { rent, changed }: { rent: number | null | undefined; changed: ChangedAttributes },
): boolean {
  const { order, state } = lead
  const isPriced = [...changed].some(attribute => attribute !== 'infants') || rent !== undefined
  if (order === null || state === 'BL' || !isPriced) return false
  repriceOrder(model, { ...lead, order }, former, rent)
  return true
}
