/** Checks of an observed inventory against the rules of feeds. Pure. */
import {
  type InventoryModel,
  isFull,
  listConflictFree,
  occupancyBounds,
} from './inventory-model.ts'
import { includesNight, type Nights, overlap } from './stays.ts'

export interface ObservedLead extends Nights {
  uid: string
  propertyUid: string
  status: string
  isImported: boolean
  notes: string | null
  updated: string
}

/** State of an inventory in responses. */
export interface Observation {
  leads: ObservedLead[]
  /** Unavailable nights of the window by property uid. */
  unavailable: Map<string, Set<number>>
  /** Types of all emitted events. */
  events: string[]
}

export type Window = Nights & { today: number }

const blocking = ['BOOKED', 'BLOCKED', 'ON_HOLD', 'PENDING', 'PENDING_APPROVED']
const holds = ({ status }: ObservedLead) => blocking.includes(status)

/** Checks rules 1 and 2: claimed nights are not for sale, and no other nights are held. */
export function checkNights(
  inventory: InventoryModel,
  observed: Observation,
  window: Window,
): string[] {
  const violations: string[] = []
  const poolsByProperty = new Map(
    inventory.properties.map(property => [property.uid, property.pools]),
  )
  for (let night = window.from; night < window.to; night++) {
    for (const pool of inventory.pools.keys()) {
      const { min, max } = occupancyBounds(inventory, pool, night)
      const count = observed.leads.filter(lead => {
        return (
          holds(lead) &&
          includesNight(lead, night) &&
          poolsByProperty.get(lead.propertyUid)!.includes(pool)
        )
      }).length
      const where = `night ${night - window.today} of pool ${pool}`
      if (count < min) violations.push(`Rule 1: ${where} is claimed ${min}x and held ${count}x`)
      if (count > max) violations.push(`Rule 2: ${where} is held ${count}x and claimed ${max}x`)
    }
    for (const property of inventory.properties) {
      const isUnavailable = observed.unavailable.get(property.uid)?.has(night) ?? true
      if (isUnavailable || !isFull(inventory, property, { from: night, to: night + 1 })) continue
      violations.push(
        `Rule 1: night ${night - window.today} of ${property.uid} is claimed and available`,
      )
    }
  }
  return violations
}

/**
 * Checks rule 3: past nights stay with their guest, or blocked. A booking that is reported after
 * its start may replace a closure.
 */
export function checkPast(
  { properties }: Pick<InventoryModel, 'properties'>,
  before: Observation,
  after: Observation,
  today: number,
): string[] {
  const poolsByProperty = new Map(properties.map(property => [property.uid, property.pools]))
  const past = (observed: Observation) =>
    observed.leads.filter(holds).flatMap(lead => {
      const { from, to } = lead
      const nights = Math.max(Math.min(to, today) - from, 0)
      return Array.from({ length: nights }, (_, i) => ({ lead, night: from + i }))
    })
  const toKeys = ({ lead, night }: { lead: ObservedLead; night: number }) => {
    const pools = poolsByProperty.get(lead.propertyUid)!
    return { own: `${lead.uid} ${night}`, held: pools.map(pool => `pool ${pool}, ${night}`) }
  }
  const current = new Set(
    past(after).flatMap(pastNight => {
      const { own, held } = toKeys(pastNight)
      return [own, ...held]
    }),
  )
  return past(before).flatMap(pastNight => {
    const { own, held } = toKeys(pastNight)
    const keys = pastNight.lead.status === 'BLOCKED' ? held : [own]
    const missing = keys.filter(key => !current.has(key))
    return missing.map(key => `Rule 3: the past night of ${key} is changed`)
  })
}

/** Checks rule 3: an import writes only if a response has changes or something is pending. */
export function checkUnchanged(
  before: Observation,
  after: Observation,
  affected: Nights[],
): string[] {
  const previous = new Map(before.leads.map(lead => [lead.uid, lead]))
  const isAffected = (lead: Nights) => affected.some(nights => overlap(nights, lead))
  const written = after.leads.filter(lead => previous.get(lead.uid)?.updated !== lead.updated)
  const remaining = new Set(after.leads.map(({ uid }) => uid))
  const deleted = before.leads.filter(({ uid }) => !remaining.has(uid))
  const unexpected = [...written, ...deleted].filter(lead => {
    const previousLead = previous.get(lead.uid)
    return !isAffected(lead) && !(previousLead && isAffected(previousLead))
  })
  const violations = unexpected.map(({ uid, status }) => `Rule 3: ${status} lead ${uid} is written`)
  const emitted = after.events
    .slice(before.events.length)
    .filter(type => type !== 'ICAL_SYNC_FAILED')
  if (affected.length > 0 || emitted.length === 0) return violations
  return [...violations, `Rule 3: without changes there are ${emitted.join(', ')}`]
}

const name = /\bg\d+\b/

/** Checks rule 3: the lead of a guest never becomes that of another guest. */
export function checkGuests(guests: Map<string, string>, observed: Observation): string[] {
  return observed.leads.flatMap(({ uid, notes, isImported, status }) => {
    const guest = isImported && status === 'BOOKED' ? name.exec(notes ?? '')?.[0] : undefined
    if (guest === undefined) return []
    const first = guests.get(uid) ?? guest
    guests.set(uid, first)
    return first === guest ? [] : [`Rule 3: lead ${uid} of ${first} has become that of ${guest}`]
  })
}

/** Checks rule 5: no booking is cancelled that a response may have omitted by mistake. */
export function checkNotCancelled(
  inventory: InventoryModel,
  before: Observation,
  after: Observation,
): string[] {
  const claimedGuests = new Set(
    inventory.calendars.flatMap(({ model }) =>
      model.claiming
        .filter(entry => !entry.isCancelledHere && !entry.isAmbiguous)
        .map(({ stay }) => stay.id),
    ),
  )
  const previousStatus = new Map(before.leads.map(lead => [lead.uid, lead.status]))
  return after.leads.flatMap(({ uid, status, notes }) => {
    const guest = name.exec(notes ?? '')?.[0] ?? ''
    const isCancelled = status === 'CANCELLED' && previousStatus.get(uid) === 'BOOKED'
    return isCancelled && claimedGuests.has(guest)
      ? [`Rule 5: the lead ${uid} of ${guest} is cancelled`]
      : []
  })
}

/** Checks rule 3 at rest: a stay without a conflict is one booking of its nights. */
export function checkBookings(
  inventory: InventoryModel,
  observed: Observation,
  today: number,
): string[] {
  return listConflictFree(inventory, today).flatMap(({ id, from, to }) => {
    const leads = observed.leads.filter(({ status, notes }) => {
      return status === 'BOOKED' && name.exec(notes ?? '')?.[0] === id
    })
    const isRight = leads.length === 1 && leads[0]!.from === from && leads[0]!.to === to
    if (isRight) return []
    const actual = leads.map(lead => `${lead.from - today}..${lead.to - today}`).join(', ')
    return [`Rule 3: ${id} ${from - today}..${to - today} is booked as ${actual || 'nothing'}`]
  })
}
