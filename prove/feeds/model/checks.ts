/** Checks an observed house against the rules of feeds. Pure. */
import { boundsOf, type HouseModel, isFull, undisturbed } from './house-model.ts'
import { has, meet, type Nights } from './stays.ts'

/** A lead as the interface shows it. */
export interface SeenLead extends Nights {
  uid: string
  propertyUid: string
  status: string
  isImported: boolean
  notes: string | null
  updated: string
}

/** A house as the interface shows it. */
export interface Seen {
  leads: SeenLead[]
  /** Nights of the window that a property's calendar calls unavailable, by property. */
  unavailable: Map<string, Set<number>>
  /** Number of emitted events. */
  events: string[]
}

/** Nights that are looked at, from today on. */
export type Window = Nights & { today: number }

const blocking = ['BOOKED', 'BLOCKED', 'ON_HOLD', 'PENDING', 'PENDING_APPROVED']
const holds = ({ status }: SeenLead) => blocking.includes(status)

/** Rules 1 and 2: claimed nights are not for sale, and no others are taken. */
export function checkNights(house: HouseModel, seen: Seen, window: Window): string[] {
  const broken: string[] = []
  const poolsOf = new Map(house.places.map(place => [place.uid, place.pools]))
  for (let night = window.from; night < window.to; night++) {
    for (const pool of house.pools.keys()) {
      const { least, most } = boundsOf(house, pool, night)
      const taken = seen.leads.filter(lead => {
        return holds(lead) && has(lead, night) && poolsOf.get(lead.propertyUid)!.includes(pool)
      }).length
      const where = `night ${night - window.today} of pool ${pool}`
      if (taken < least) broken.push(`Rule 1: ${where} is claimed ${least}x and held ${taken}x`)
      if (taken > most) broken.push(`Rule 2: ${where} is held ${taken}x and claimed ${most}x`)
    }
    for (const place of house.places) {
      const isShown = seen.unavailable.get(place.uid)?.has(night) ?? true
      if (isShown || !isFull(house, place, { from: night, to: night + 1 })) continue
      broken.push(`Rule 1: night ${night - window.today} of ${place.uid} is claimed and available`)
    }
  }
  return broken
}

/**
 * Rule 3: nights of the past stay with the guest, or blocked; a booking that is reported when it
 * has begun may take those of a closure.
 */
export function checkPast(
  { places }: Pick<HouseModel, 'places'>,
  before: Seen,
  after: Seen,
  today: number,
): string[] {
  const poolsOf = new Map(places.map(place => [place.uid, place.pools]))
  const past = (seen: Seen) =>
    seen.leads.filter(holds).flatMap(lead => {
      const { from, to } = lead
      const nights = Math.max(Math.min(to, today) - from, 0)
      return Array.from({ length: nights }, (_, i) => ({ lead, night: from + i }))
    })
  const keysOf = ({ lead, night }: { lead: SeenLead; night: number }) => {
    const pools = poolsOf.get(lead.propertyUid)!
    return { own: `${lead.uid} ${night}`, held: pools.map(pool => `pool ${pool}, ${night}`) }
  }
  const now = new Set(
    past(after).flatMap(one => {
      const { own, held } = keysOf(one)
      return [own, ...held]
    }),
  )
  return past(before).flatMap(one => {
    const { own, held } = keysOf(one)
    const keys = one.lead.status === 'BLOCKED' ? held : [own]
    const gone = keys.filter(key => !now.has(key))
    return gone.map(key => `Rule 3: the past night of ${key} is changed`)
  })
}

/** Rule 3: an import writes only where an answer has something new, or something is open. */
export function checkUntouched(before: Seen, after: Seen, touched: Nights[]): string[] {
  const known = new Map(before.leads.map(lead => [lead.uid, lead]))
  const isTouched = (lead: Nights) => touched.some(nights => meet(nights, lead))
  const written = after.leads.filter(lead => known.get(lead.uid)?.updated !== lead.updated)
  const left = new Set(after.leads.map(({ uid }) => uid))
  const gone = before.leads.filter(({ uid }) => !left.has(uid))
  const strange = [...written, ...gone].filter(lead => {
    const was = known.get(lead.uid)
    return !isTouched(lead) && !(was && isTouched(was))
  })
  const broken = strange.map(({ uid, status }) => `Rule 3: ${status} lead ${uid} is written anew`)
  const said = after.events.slice(before.events.length).filter(type => type !== 'ICAL_SYNC_FAILED')
  if (touched.length > 0 || said.length === 0) return broken
  return [...broken, `Rule 3: without anything new there are ${said.join(', ')}`]
}

const name = /\bg\d+\b/

/** Rule 3: the lead of a guest never becomes that of another. */
export function checkGuests(guests: Map<string, string>, seen: Seen): string[] {
  return seen.leads.flatMap(({ uid, notes, isImported, status }) => {
    const guest = isImported && status === 'BOOKED' ? name.exec(notes ?? '')?.[0] : undefined
    if (guest === undefined) return []
    const first = guests.get(uid) ?? guest
    guests.set(uid, first)
    return first === guest ? [] : [`Rule 3: lead ${uid} of ${first} has become that of ${guest}`]
  })
}

/** Rule 5: no booking is cancelled that an answer may have left out by mistake. */
export function checkKept(house: HouseModel, before: Seen, after: Seen): string[] {
  const kept = new Set(
    house.calendars.flatMap(({ model }) =>
      model.claiming.filter(one => !one.isCancelledHere && !one.isAnew).map(({ stay }) => stay.id),
    ),
  )
  const was = new Map(before.leads.map(lead => [lead.uid, lead.status]))
  return after.leads.flatMap(({ uid, status, notes }) => {
    const guest = name.exec(notes ?? '')?.[0] ?? ''
    const isCancelled = status === 'CANCELLED' && was.get(uid) === 'BOOKED'
    return isCancelled && kept.has(guest)
      ? [`Rule 5: the lead ${uid} of ${guest} is cancelled`]
      : []
  })
}

/** Rule 3, at rest: a stay that nothing stands in the way of is one booking with its nights. */
export function checkStored(house: HouseModel, seen: Seen, today: number): string[] {
  return undisturbed(house, today).flatMap(({ id, from, to }) => {
    const leads = seen.leads.filter(({ status, notes }) => {
      return status === 'BOOKED' && name.exec(notes ?? '')?.[0] === id
    })
    const isRight = leads.length === 1 && leads[0]!.from === from && leads[0]!.to === to
    if (isRight) return []
    const had = leads.map(lead => `${lead.from - today}..${lead.to - today}`).join(', ')
    return [`Rule 3: ${id} ${from - today}..${to - today} is booked as ${had || 'nothing'}`]
  })
}
