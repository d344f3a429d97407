/** Alterations and bookings again: contract/leads.md §8, contract/pricing.md §4. */
import type { Alteration, Changes } from './acts.ts'
import { propertyRefused, unitRefused } from './create.ts'
import { enter } from './enter.ts'
import { type Expected, type Model, type ModelLead, ok, refusalOf, refused } from './facts.ts'
import { takeNights } from './nights.ts'
import { priceAgain } from './order.ts'
import { blockingStates } from './transitions.ts'

const facts = ['property', 'a', 'b', 'adults', 'children', 'pets', 'infants'] as const

type Altered = Pick<ModelLead, (typeof facts)[number]>

export function alter(model: Model, lead: ModelLead, act: Alteration): Expected {
  const isRebooking = act.do === 'rebook'
  const changes: Changes = { ...act }
  if (isRebooking) for (const key of ['property', 'rent'] as const) delete changes[key]
  const target = model.properties[changes.property ?? lead.property]
  const refusal = propertyRefused(target, act.by) ?? refusalOf(act.do, lead.state)
  if (refusal) return refusal
  if (isRebooking && lead.state === 'BK') return ok
  const misnamed = unitRefused(target, changes)
  if (misnamed) return misnamed
  const altered = withChanges(lead, changes)
  if (altered.b <= altered.a) return refused.badRange
  const moved = new Set(facts.filter(fact => altered[fact] !== lead[fact]))
  const bound = !isRebooking && blockingStates.includes(lead.state) && lead.state !== 'BL'
  if (bound && hasTooManyGuests(model, altered, moved)) return refused.tooMany
  const placed = place(model, lead, { ...altered, unit: changes.unit }, isRebooking)
  if (placed === null) return refused.taken
  if (bound && act.by !== 'agency' && movesStay(moved)) {
    const broken = brokenRule(model, altered)
    if (broken) return broken
  }
  const isUnitMoved = placed.unit !== lead.unit
  const { property, a, b } = lead
  Object.assign(lead, altered, placed)
  const isRepriced = recalculate(model, lead, { property, a, b }, { rent: changes.rent, moved })
  if (isRebooking) enter(model, lead, 'BK')
  else if (moved.size > 0 || isUnitMoved) lead.updatedAt = model.now
  else if (isRepriced) lead.updatedAt = null
  return ok
}

/** The lead with what is named changed; a block has dates, property and unit only. */
function withChanges(lead: ModelLead, changes: Changes): Altered {
  const kept = lead.state === 'BL' ? ['adults', 'children', 'pets', 'infants'] : []
  const value = <F extends keyof Altered>(fact: F): ModelLead[F] =>
    kept.includes(fact) ? lead[fact] : ((changes[fact] as ModelLead[F] | undefined) ?? lead[fact])
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

type Moved = Set<(typeof facts)[number]>

function movesStay(moved: Moved): boolean {
  return moved.has('a') || moved.has('b') || moved.has('property')
}

/** The guests bind whoever alters a stay, if their number or the property changes. */
function hasTooManyGuests(model: Model, altered: Altered, moved: Moved): boolean {
  const { property, adults, children } = altered
  const asked = ['property', 'adults', 'children', 'pets', 'infants'] as const
  const isAsked = asked.some(fact => moved.has(fact))
  return isAsked && adults + children > model.properties[property].maxGuests
}

/** Of the stay rules the properties of a walk have lengths of stay. */
function brokenRule(model: Model, { property, a, b }: Altered): Expected | null {
  const { minimumStay, maximumStay } = model.properties[property]
  if (b - a < minimumStay) return { status: 409, code: 'MINIMUM_STAY' }
  const isTooLong = maximumStay > 0 && b - a > maximumStay
  return isTooLong ? { status: 409, code: 'MAXIMUM_STAY' } : null
}

/** The nights and the unit after a change; null when they are taken. */
function place(
  model: Model,
  lead: ModelLead,
  { property, a, b, unit }: Altered & Pick<Changes, 'unit'>,
  isRebooking: boolean,
): Pick<ModelLead, 'unit' | 'held'> | null {
  const kept = property === lead.property ? lead.unit : null
  if (!isRebooking && !blockingStates.includes(lead.state))
    return { unit: unit ?? kept, held: null }
  const isBlock = lead.state === 'BL'
  return takeNights(model, { property, a, b, isBlock, lead, unit, kept })
}

/**
 * The order after a change (contract/orders.md §2).
 *
 * @returns whether it was priced again
 */
function recalculate(
  model: Model,
  lead: ModelLead,
  former: Pick<ModelLead, 'property' | 'a' | 'b'>,
  { rent, moved }: { rent: number | null | undefined; moved: Moved },
): boolean {
  const { order, state } = lead
  const isPriced = [...moved].some(fact => fact !== 'infants') || rent !== undefined
  if (order === null || state === 'BL' || !isPriced) return false
  priceAgain(model, { ...lead, order }, former, rent)
  return true
}
