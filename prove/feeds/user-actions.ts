/** Actions of users on properties with imported calendars. */
import type { Chance } from '../../demo/chance.ts'
import { dateOf, dayOf } from '../../src/platform/dates/dates.ts'
import { type ActionResult, type HistoryState, nightsText, recordFreed } from './actions.ts'
import { type Calendar, type Inventory, importCalendar, todayAt } from './inventory.ts'
import type { Entry } from './model/calendar-model.ts'
import type { ObservedLead } from './model/checks.ts'
import { isFull, type OwnLead, type PropertyModel } from './model/inventory-model.ts'
import { equal, type Nights } from './model/stays.ts'

function pickNights(chance: Chance, today: number): Nights {
  const from = today + chance.integer(0, 18)
  return { from, to: from + chance.integer(1, 5) }
}

const toDates = ({ from, to }: Nights) => ({
  checkInLocalDate: dateOf(from),
  checkOutLocalDate: dateOf(to),
})

/** Creates a booking or a block, which has to fail on claimed or sold nights. */
export async function sell({ inventory, chance }: HistoryState): Promise<ActionResult> {
  const today = todayAt(inventory)
  const [property, nights] = [chance.pick(inventory.properties), pickNights(chance, today)]
  const isBlock = chance.is(0.25)
  const wasFull = isFull(inventory, property, nights)
  const { lead, status } = await create(inventory, property, nights, isBlock)
  if (lead) inventory.own.set(lead.uid, lead)
  const index = inventory.properties.indexOf(property)
  const description = `sell ${nightsText(nights, today)} of ${index}: ${status}`
  return {
    description,
    violations: lead && wasFull ? [`Rule 1: claimed nights are sold by ${description}`] : [],
  }
}

async function create(
  inventory: Inventory,
  property: PropertyModel,
  { from, to }: Nights,
  isBlock: boolean,
) {
  const { tenant } = inventory
  const { status, body, text } = await tenant.send('POST', '/leads', {
    ...{ agencyUid: tenant.agencyUid, propertyUid: property.uid },
    status: isBlock ? 'BLOCKED' : 'BOOKED',
    ...toDates({ from, to }),
    guestInformation: {},
  })
  if (status !== 201 && status !== 409) throw new Error(`POST /leads: ${text}`)
  const own = status === 201 ? { uid: body.lead.uid as string, property, isBlock, from, to } : null
  return { status, lead: own as OwnLead | null }
}

/** Cancels or deletes an own lead during concurrent requests for its nights. */
export async function cancelOwn({ inventory, chance }: HistoryState): Promise<ActionResult> {
  const today = todayAt(inventory)
  const own = [...inventory.own.values()].filter(({ from }) => from > today)
  if (own.length === 0) return { description: 'nothing', violations: [] }
  const lead = chance.pick(own)
  const withoutLead = {
    ...inventory,
    own: new Map([...inventory.own].filter(([uid]) => uid !== lead.uid)),
  }
  const isClaimed = isFull(withoutLead, lead.property, lead)
  const competing = Array.from({ length: 3 }, () => create(inventory, lead.property, lead, false))
  const request = lead.isBlock ? ['DELETE', ''] : ['POST', '/cancel']
  const { status, text } = await inventory.tenant.send(
    request[0]!,
    `/leads/${lead.uid}${request[1]}`,
  )
  const results = await Promise.all(competing)
  const violations = status < 300 ? [] : [`${request[0]} of an own lead: ${text}`]
  inventory.own.delete(lead.uid)
  recordFreed(inventory, lead)
  const sold = results.flatMap(result => (result.lead ? [result.lead] : []))
  // Later actions must not depend on the outcome of the race.
  for (const { uid } of sold) await inventory.tenant.send('POST', `/leads/${uid}/cancel`)
  const isSold = sold.length > 0
  const description = `cancel own ${nightsText(lead, today)}`
  return {
    description,
    violations:
      isSold && isClaimed
        ? [...violations, `Rule 1: sold while freed: ${description}`]
        : violations,
  }
}

export async function alterOwn({ inventory, chance }: HistoryState): Promise<ActionResult> {
  const today = todayAt(inventory)
  const own = [...inventory.own.values()].filter(({ from }) => from > today)
  if (own.length === 0) return { description: 'nothing', violations: [] }
  const lead = chance.pick(own)
  const nights = changeNights(chance, lead, today)
  const { status } = await inventory.tenant.send(
    'POST',
    `/leads/${lead.uid}/alteration`,
    toDates(nights),
  )
  const change = `${nightsText(lead, today)} to ${nightsText(nights, today)}`
  const description = `alter own ${change}: ${status}`
  if (status === 200) inventory.own.set(lead.uid, { ...lead, ...nights })
  recordFreed(inventory, lead)
  return { description, violations: [] }
}

function changeNights(chance: Chance, { from, to }: Nights, today: number): Nights {
  const days = chance.pick([-3, -1, 1, 2, 4])
  const ends = chance.pick(['FROM', 'TO', 'BOTH'] as const)
  const moved = { from: ends === 'TO' ? from : from + days, to: ends === 'FROM' ? to : to + days }
  return moved.from <= today || moved.from >= moved.to ? { from, to: to + 1 } : moved
}

interface ImportedLead {
  entry: Entry
  lead: ObservedLead
}

/** Picks a future booking of an imported calendar. Returns null if there is none. */
function pickBooking({ inventory, chance, observed }: HistoryState): ImportedLead | null {
  const today = todayAt(inventory)
  const entries = inventory.calendars
    .filter(({ uid }) => uid !== null)
    .flatMap(({ model }) => model.claiming)
  const bookings = entries.flatMap(entry => {
    const { id, from } = entry.stay
    const namesGuest = ({ notes }: ObservedLead) => new RegExp(`\\b${id}\\b`).test(notes ?? '')
    const lead = observed.leads.find(
      candidate => candidate.status === 'BOOKED' && namesGuest(candidate),
    )
    return lead && lead.from > today && from > today ? [{ entry, lead }] : []
  })
  return bookings.length === 0 ? null : chance.pick(bookings)
}

/** Cancels, extends, shortens or moves an imported booking. */
export async function changeImported(state: HistoryState): Promise<ActionResult> {
  const { inventory, chance } = state
  const booking = pickBooking(state)
  if (!booking) return { description: 'nothing', violations: [] }
  const { entry, lead } = booking
  const today = todayAt(inventory)
  recordFreed(inventory, lead)
  const subject = `${entry.stay.id} ${nightsText(lead, today)}`
  if (chance.is(0.4)) {
    const { status, text } = await inventory.tenant.send('POST', `/leads/${lead.uid}/cancel`)
    Object.assign(entry, { isCancelledHere: true, extra: [] })
    return {
      description: `cancel ${subject}`,
      violations: status === 200 ? [] : [`cancel: ${text}`],
    }
  }
  const nights = changeNights(chance, lead, today)
  const { status } = await inventory.tenant.send(
    'POST',
    `/leads/${lead.uid}/alteration`,
    toDates(nights),
  )
  if (status === 200) entry.extra.push(nights)
  return {
    description: `alter ${subject} to ${nightsText(nights, today)}: ${status}`,
    violations: [],
  }
}

/**
 * Deletes a block that holds nights of an event: they are released until the event changes, or its
 * calendar gives it another UID.
 */
export async function release({
  inventory,
  chance,
  observed,
}: HistoryState): Promise<ActionResult> {
  const today = todayAt(inventory)
  const blocks = observed.leads.filter(lead => {
    return lead.isImported && lead.status === 'BLOCKED' && lead.from > today
  })
  const imported = inventory.calendars.filter(({ uid, system }) => {
    return uid !== null && system.naming === 'HONEST' && system.isFullyReported
  })
  if (blocks.length === 0 || imported.length === 0)
    return { description: 'nothing', violations: [] }
  const block = chance.pick(blocks)
  for (const { uid, model } of imported) {
    const { body } = await inventory.tenant.send('GET', `/icals/${uid}/events`)
    const event = (body.events as EventBody[]).find(candidate => {
      return candidate.blockUids.includes(block.uid) || candidate.leadUid === block.uid
    })
    if (!event) continue
    const nights = { from: dayOf(event.checkInDate), to: dayOf(event.checkOutDate) }
    const entries = model.claiming.filter(({ stay }) => equal(stay, nights))
    if (entries.length !== 1 || event.isMissing || nights.from <= today) break
    const { status, text } = await inventory.tenant.send('DELETE', `/leads/${block.uid}`)
    entries[0]!.isReleased = true
    recordFreed(inventory, nights)
    const description = `release ${entries[0]!.stay.id} ${nightsText(nights, today)}`
    return { description, violations: status === 204 ? [] : [`DELETE: ${text}`] }
  }
  return { description: 'nothing', violations: [] }
}

interface EventBody {
  checkInDate: string
  checkOutDate: string
  blockUids: string[]
  leadUid: string | null
  isMissing: boolean
}

/** Deletes a calendar, or restores a deleted one. */
export async function toggle({ inventory, chance }: HistoryState): Promise<ActionResult> {
  const calendar = chance.pick(inventory.calendars)
  const { system, model, uid } = calendar
  if (uid === null) return restoreCalendar(inventory, calendar)
  const keepStays = chance.is(0.7)
  const { status, text } = await inventory.tenant.send(
    'DELETE',
    `/icals/${uid}?keepStays=${keepStays}`,
  )
  model.delete({ keepStays, today: todayAt(inventory) })
  calendar.uid = null
  for (const { stay, extra } of model.entries)
    for (const nights of [stay, ...extra]) recordFreed(inventory, nights)
  const violations = status === 204 ? [] : [`DELETE: ${text}`]
  return { description: `delete ${system.path}, keepStays ${keepStays}`, violations }
}

export async function restoreCalendar(
  inventory: Inventory,
  calendar: Calendar,
): Promise<ActionResult> {
  await importCalendar(inventory, calendar)
  calendar.model.restore()
  return { description: `add ${calendar.system.path} again`, violations: [] }
}
