/** Causes why a night is unavailable: contract/pricing.md §3.3. Pure. */

import { type CalendarInputs, type Days, toInventory } from '../availability/calendar-inputs.ts'
import type { Inventory, OccupiedRange, Unit } from '../availability/free-units.ts'
import { lastBookableNight } from '../stays/stay.ts'

const settingsReason = 'PROPERTY_AVAILABILITY_SETTINGS'

/** Causes by priority. The causes of a night are a set of their bits. */
const causes = [
  { name: 'BOOKED', reason: 'BOOKING', sentence: 'The night is booked.' },
  { name: 'HELD', reason: 'INQUIRY', sentence: 'The night is held for an inquiry.' },
  {
    name: 'BLOCKED_BY_OWNER',
    reason: 'BLOCK_BY_OWNER',
    sentence: 'The owner has blocked the night.',
  },
  { name: 'BLOCKED', reason: 'BLOCK', sentence: 'The night is blocked.' },
  { name: 'TURNOVER', reason: settingsReason, sentence: 'The night is kept free for turnover.' },
  { name: 'PAST', reason: settingsReason, sentence: 'The night is in the past.' },
  {
    name: 'OUTSIDE_BOOKING_WINDOW',
    reason: settingsReason,
    sentence: 'The night is outside the booking window.',
  },
  { name: 'ONLY_SUBS', reason: settingsReason, sentence: 'Only sub-properties can be booked.' },
  { name: 'NO_ACTIVE_UNIT', reason: 'OTHER', sentence: 'No unit is active.' },
] as const

/** Bits of `causes`, in the same order. */
const causeBit = {
  booked: 1 << 0,
  held: 1 << 1,
  blockedByOwner: 1 << 2,
  blocked: 1 << 3,
  turnover: 1 << 4,
  past: 1 << 5,
  outsideWindow: 1 << 6,
  onlySubs: 1 << 7,
  noUnit: 1 << 8,
}

/** Reasons of unavailable nights on the wire. */
export const unavailabilityReasons = [...new Set(causes.map(({ reason }) => reason))]

/** Returns the reason of the first of a set of causes; null if the set is empty. */
export function unavailabilityReason(
  causeSet: number,
): (typeof unavailabilityReasons)[number] | null {
  return causes.find((_, i) => causeSet & (1 << i))?.reason ?? null
}

/** Names of causes in a multi-calendar, by priority. */
export const causeNames = causes.map(({ name }) => name)

const namesBySet = new Map<number, (typeof causeNames)[number] | null>()

/** Returns the name of the first of a set of causes; null if the set is empty. */
export function causeName(causeSet: number): (typeof causeNames)[number] | null {
  const cached = namesBySet.get(causeSet)
  if (cached !== undefined) return cached
  const name = causes.find((_, i) => causeSet & (1 << i))?.name ?? null
  namesBySet.set(causeSet, name)
  return name
}

/** Returns a sentence for each cause of a set. Sentences contain no guest data. */
export function causeSentences(causeSet: number): string[] {
  return causes.filter((_, i) => causeSet & (1 << i)).map(({ sentence }) => sentence)
}

/** Nights of some days, each at the index of its day minus the first. */
export interface Nights {
  causes: Uint16Array
  /** Number of free units of a unit type. */
  freeUnits: Uint16Array
}

/** Returns the causes and free units of every night of `days`. */
export function computeNights(inputs: CalendarInputs, days: Days, today: number): Nights {
  const inventory = toInventory(inputs)
  const nights = inventory.isUnitType
    ? computeUnitTypeNights(inventory, days)
    : combineUnits(inventory, days)
  paintBySettings(nights.causes, inputs, days, today)
  return nights
}

/** Returns runs [start, end) of fully booked nights, with the causes of any of them. */
export function findFullyBookedRuns({ causes, freeUnits }: Nights) {
  const runs: { start: number; end: number; causes: number }[] = []
  for (let i = 0; i < freeUnits.length; i++) {
    if (freeUnits[i]! > 0) continue
    const lastRun = runs.at(-1)
    if (lastRun?.end === i) {
      lastRun.end++
      lastRun.causes |= causes[i]!
    } else runs.push({ start: i, end: i + 1, causes: causes[i]! })
  }
  return runs
}

/** Returns the nights of a unit type: a night has causes only if no active unit is free. */
function computeUnitTypeNights({ units, ...inventory }: Inventory, days: Days): Nights {
  const active = units.filter(([, isActive]) => isActive)
  const nights = combineUnits({ ...inventory, units: active }, days)
  const { causes, freeUnits } = nights
  if (active.length === 0) causes.fill(causeBit.noUnit)
  for (let i = 0; i < causes.length; i++) if (freeUnits[i]! > 0) causes[i] = 0
  return nights
}

/** Returns the nights of units that a stay occupies together: the causes of all are combined. */
function combineUnits({ units, turnover }: Inventory, days: Days): Nights {
  const length = days.to - days.from
  const causes = new Uint16Array(length)
  const freeUnits = new Uint16Array(length).fill(units.length)
  for (const unit of units) {
    const painted = paintUnit(unit, turnover, days)
    for (let i = 0; i < length; i++) {
      if (painted[i] === 0) continue
      causes[i]! |= painted[i]!
      freeUnits[i]!--
    }
  }
  return { causes, freeUnits }
}

/**
 * Paints the turnover around occupied ranges, and over it the nights that the leads hold. Before a
 * range, a new stay would lack the current turnover of the property; after it, `end` includes the
 * turnover of the range's own lead.
 */
function paintUnit([, , occupied]: Unit, turnover: number, { from, to }: Days): Uint16Array {
  const nights = new Uint16Array(to - from)
  const paint = (cause: number, start: number, end: number) => {
    nights.fill(cause, Math.max(0, start - from), Math.max(0, end - from))
  }
  for (const [start, end] of occupied) paint(causeBit.turnover, start - turnover, end)
  for (const range of occupied) paint(toCause(range), range[0], range[1] - range[2])
  return nights
}

function toCause([, , , status, source]: OccupiedRange): number {
  if (status === 'ON_HOLD') return causeBit.held
  if (status !== 'BLOCKED') return causeBit.booked
  return source === 'HOSTFULLY_OWNER_PORTAL' ? causeBit.blockedByOwner : causeBit.blocked
}

/** Adds the cause that results from the property's settings, at most one. */
function paintBySettings(
  causes: Uint16Array,
  inputs: CalendarInputs,
  { from, to }: Days,
  today: number,
): void {
  const lastNight = lastBookableNight(inputs, today)
  const onlySubs = inputs.is_master && !inputs.master_bookable ? causeBit.onlySubs : 0
  for (let night = from; night < to; night++) {
    causes[night - from]! |=
      night < today ? causeBit.past : night > lastNight ? causeBit.outsideWindow : onlySubs
  }
}
