/** Why a night cannot be stayed: contract/pricing.md §3.3. Pure. */

import { type CalendarFacts, type Days, inventoryOf } from '../calendar-facts/facts.ts'
import type { Inventory, Taken, Unit } from '../calendar-facts/free-units.ts'
import { lastBookable } from '../stays/stay.ts'

const bySettings = 'PROPERTY_AVAILABILITY_SETTINGS'

/** The causes in the order in which they win. A night's causes are a set of their bits. */
const causes = [
  { word: 'BOOKED', reason: 'BOOKING', sentence: 'The night is booked.' },
  { word: 'HELD', reason: 'INQUIRY', sentence: 'The night is held for an inquiry.' },
  {
    word: 'BLOCKED_BY_OWNER',
    reason: 'BLOCK_BY_OWNER',
    sentence: 'The owner has blocked the night.',
  },
  { word: 'BLOCKED', reason: 'BLOCK', sentence: 'The night is blocked.' },
  { word: 'TURNOVER', reason: bySettings, sentence: 'The night is kept free for turnover.' },
  { word: 'PAST', reason: bySettings, sentence: 'The night is in the past.' },
  {
    word: 'OUTSIDE_BOOKING_WINDOW',
    reason: bySettings,
    sentence: 'The night is outside the booking window.',
  },
  { word: 'ONLY_SUBS', reason: bySettings, sentence: 'Only sub-properties can be booked.' },
  { word: 'NO_ACTIVE_UNIT', reason: 'OTHER', sentence: 'No unit is active.' },
] as const

const bit = {
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

/** What a calendar says of nights that cannot be stayed. */
export const unavailabilityReasons = [...new Set(causes.map(({ reason }) => reason))]

/** The reason of a set of causes: that of the first; null without any. */
export function reasonOf(set: number): (typeof unavailabilityReasons)[number] | null {
  return causes.find((_, i) => set & (1 << i))?.reason ?? null
}

/** The causes as the calendars of many properties word them, in the order in which they win. */
export const causeWords = causes.map(({ word }) => word)

const wordsOfSets = new Map<number, (typeof causeWords)[number] | null>()

/** The word of the first of a set of causes; null without any. */
export function wordOf(set: number): (typeof causeWords)[number] | null {
  const known = wordsOfSets.get(set)
  if (known !== undefined) return known
  const word = causes.find((_, i) => set & (1 << i))?.word ?? null
  wordsOfSets.set(set, word)
  return word
}

/** A sentence for each cause of a set. They name no guest. */
export function sentencesOf(set: number): string[] {
  return causes.filter((_, i) => set & (1 << i)).map(({ sentence }) => sentence)
}

/** The nights of some days, each under its day minus the first. */
export interface Nights {
  causes: Uint16Array
  /** How many units of a unit type are free. */
  freeUnits: Uint16Array
}

/** Works out the causes of every night of `days`. */
export function nightsOf(facts: CalendarFacts, days: Days, today: number): Nights {
  const inventory = inventoryOf(facts)
  const nights = inventory.isUnitType ? nightsOfUnitType(inventory, days) : overlay(inventory, days)
  paintBySettings(nights.causes, facts, days, today)
  return nights
}

/** Runs [start, end) of nights on which no unit is free, and the causes of any of them. */
export function fullRuns({ causes, freeUnits }: Nights) {
  const runs: { start: number; end: number; causes: number }[] = []
  for (let i = 0; i < freeUnits.length; i++) {
    if (freeUnits[i]! > 0) continue
    const last = runs.at(-1)
    if (last?.end === i) {
      last.end++
      last.causes |= causes[i]!
    } else runs.push({ start: i, end: i + 1, causes: causes[i]! })
  }
  return runs
}

/** A stay takes one active unit: only where none is free has a night the causes of all of them. */
function nightsOfUnitType({ units, ...inventory }: Inventory, days: Days): Nights {
  const active = units.filter(([, isActive]) => isActive)
  const nights = overlay({ ...inventory, units: active }, days)
  const { causes, freeUnits } = nights
  if (active.length === 0) causes.fill(bit.noUnit)
  for (let i = 0; i < causes.length; i++) if (freeUnits[i]! > 0) causes[i] = 0
  return nights
}

/** A stay takes all units: a night has the causes of any of them. */
function overlay({ units, turnover }: Inventory, days: Days): Nights {
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

/** Turnover before and after what is taken, and over it the nights that the leads hold. */
function paintUnit([, , taken]: Unit, present: number, { from, to }: Days): Uint16Array {
  const nights = new Uint16Array(to - from)
  const paint = (cause: number, start: number, end: number) => {
    nights.fill(cause, Math.max(0, start - from), Math.max(0, end - from))
  }
  for (const [start, end] of taken) paint(bit.turnover, start - present, end)
  for (const range of taken) paint(causeOf(range), range[0], range[1] - range[2])
  return nights
}

function causeOf([, , , status, source]: Taken): number {
  if (status === 'ON_HOLD') return bit.held
  if (status !== 'BLOCKED') return bit.booked
  return source === 'HOSTFULLY_OWNER_PORTAL' ? bit.blockedByOwner : bit.blocked
}

/** Adds the cause that lies in the property's settings, one at most. */
function paintBySettings(
  causes: Uint16Array,
  facts: CalendarFacts,
  { from, to }: Days,
  today: number,
): void {
  const last = lastBookable(facts, today)
  const onlySubs = facts.is_master && !facts.master_bookable ? bit.onlySubs : 0
  for (let night = from; night < to; night++) {
    causes[night - from]! |= night < today ? bit.past : night > last ? bit.outsideWindow : onlySubs
  }
}
