/** Acts of people on a house with calendars. */
import type { Chance } from '../../demo/chance.ts'
import { dateOf, dayOf } from '../../src/platform/dates.ts'
import { type Act, type Acting, free, nightsText } from './acts.ts'
import { type Calendar, type House, importCalendar, todayAt } from './house.ts'
import type { Entry } from './model/calendar-model.ts'
import type { SeenLead } from './model/checks.ts'
import { isFull, type OwnLead, type Place } from './model/house-model.ts'
import { equal, type Nights } from './model/stays.ts'

function someNights(chance: Chance, today: number): Nights {
  const from = today + chance.whole(0, 18)
  return { from, to: from + chance.whole(1, 5) }
}

const datesOf = ({ from, to }: Nights) => ({
  checkInLocalDate: dateOf(from),
  checkOutLocalDate: dateOf(to),
})

/** Sells nights here, unless they are claimed or sold. */
export async function sell({ house, chance }: Acting): Promise<Act> {
  const today = todayAt(house)
  const [place, nights] = [chance.pick(house.places), someNights(chance, today)]
  const isBlock = chance.is(0.25)
  const wasFull = isFull(house, place, nights)
  const { lead, status } = await create(house, place, nights, isBlock)
  if (lead) house.own.set(lead.uid, lead)
  const what = `sell ${nightsText(nights, today)} of ${house.places.indexOf(place)}: ${status}`
  return { what, broken: lead && wasFull ? [`Rule 1: claimed nights are sold by ${what}`] : [] }
}

async function create(house: House, place: Place, { from, to }: Nights, isBlock: boolean) {
  const { tenant } = house
  const { status, body, text } = await tenant.send('POST', '/leads', {
    ...{ agencyUid: tenant.agencyUid, propertyUid: place.uid },
    status: isBlock ? 'BLOCKED' : 'BOOKED',
    ...datesOf({ from, to }),
    guestInformation: {},
  })
  if (status !== 201 && status !== 409) throw new Error(`POST /leads: ${text}`)
  const own = status === 201 ? { uid: body.lead.uid as string, place, isBlock, from, to } : null
  return { status, lead: own as OwnLead | null }
}

/** Cancels or deletes a lead that was made here, while others want its nights. */
export async function cancelOwn({ house, chance }: Acting): Promise<Act> {
  const today = todayAt(house)
  const own = [...house.own.values()].filter(({ from }) => from > today)
  if (own.length === 0) return { what: 'nothing', broken: [] }
  const lead = chance.pick(own)
  const others = { ...house, own: new Map([...house.own].filter(([uid]) => uid !== lead.uid)) }
  const isClaimed = isFull(others, lead.place, lead)
  const wanting = Array.from({ length: 3 }, () => create(house, lead.place, lead, false))
  const act = lead.isBlock ? ['DELETE', ''] : ['POST', '/cancel']
  const { status, text } = await house.tenant.send(act[0]!, `/leads/${lead.uid}${act[1]}`)
  const got = await Promise.all(wanting)
  const broken = status < 300 ? [] : [`${act[0]} of an own lead is answered by ${text}`]
  house.own.delete(lead.uid)
  free(house, lead)
  const sold = got.flatMap(one => (one.lead ? [one.lead] : []))
  // The outcome of the race does not depend on chance.
  for (const { uid } of sold) await house.tenant.send('POST', `/leads/${uid}/cancel`)
  const isSold = sold.length > 0
  const what = `cancel own ${nightsText(lead, today)}`
  return {
    what,
    broken: isSold && isClaimed ? [...broken, `Rule 1: sold while freed: ${what}`] : broken,
  }
}

/** Changes a lead that was made here. */
export async function alterOwn({ house, chance }: Acting): Promise<Act> {
  const today = todayAt(house)
  const own = [...house.own.values()].filter(({ from }) => from > today)
  if (own.length === 0) return { what: 'nothing', broken: [] }
  const lead = chance.pick(own)
  const nights = changed(chance, lead, today)
  const { status } = await house.tenant.send(
    'POST',
    `/leads/${lead.uid}/alteration`,
    datesOf(nights),
  )
  const what = `alter own ${nightsText(lead, today)} to ${nightsText(nights, today)}: ${status}`
  if (status === 200) house.own.set(lead.uid, { ...lead, ...nights })
  free(house, lead)
  return { what, broken: [] }
}

function changed(chance: Chance, { from, to }: Nights, today: number): Nights {
  const by = chance.pick([-3, -1, 1, 2, 4])
  const ends = chance.pick(['FROM', 'TO', 'BOTH'] as const)
  const moved = { from: ends === 'TO' ? from : from + by, to: ends === 'FROM' ? to : to + by }
  return moved.from <= today || moved.from >= moved.to ? { from, to: to + 1 } : moved
}

interface ImportedLead {
  entry: Entry
  lead: SeenLead
}

/** A booking to come that a calendar reports, with what it reports. */
function someBooking({ house, chance, seen }: Acting): ImportedLead | null {
  const today = todayAt(house)
  const entries = house.calendars
    .filter(({ uid }) => uid !== null)
    .flatMap(({ model }) => model.claiming)
  const found = entries.flatMap(entry => {
    const { id, from } = entry.stay
    const ofGuest = ({ notes }: SeenLead) => new RegExp(`\\b${id}\\b`).test(notes ?? '')
    const lead = seen.leads.find(one => one.status === 'BOOKED' && ofGuest(one))
    return lead && lead.from > today && from > today ? [{ entry, lead }] : []
  })
  return found.length === 0 ? null : chance.pick(found)
}

/** Cancels, extends, shortens or moves a booking that a calendar reports. */
export async function changeImported(acting: Acting): Promise<Act> {
  const { house, chance } = acting
  const found = someBooking(acting)
  if (!found) return { what: 'nothing', broken: [] }
  const { entry, lead } = found
  const today = todayAt(house)
  free(house, lead)
  const about = `${entry.stay.id} ${nightsText(lead, today)}`
  if (chance.is(0.4)) {
    const { status, text } = await house.tenant.send('POST', `/leads/${lead.uid}/cancel`)
    Object.assign(entry, { isCancelledHere: true, extra: [] })
    return { what: `cancel ${about}`, broken: status === 200 ? [] : [`cancel: ${text}`] }
  }
  const nights = changed(chance, lead, today)
  const { status } = await house.tenant.send(
    'POST',
    `/leads/${lead.uid}/alteration`,
    datesOf(nights),
  )
  if (status === 200) entry.extra.push(nights)
  return { what: `alter ${about} to ${nightsText(nights, today)}: ${status}`, broken: [] }
}

/**
 * Deletes a block that holds nights of an event: they are released until the event changes, or its
 * calendar gives it another UID.
 */
export async function release({ house, chance, seen }: Acting): Promise<Act> {
  const today = todayAt(house)
  const blocks = seen.leads.filter(lead => {
    return lead.isImported && lead.status === 'BLOCKED' && lead.from > today
  })
  const imported = house.calendars.filter(({ uid, abroad }) => {
    return uid !== null && abroad.naming === 'HONEST' && abroad.isSeen
  })
  if (blocks.length === 0 || imported.length === 0) return { what: 'nothing', broken: [] }
  const block = chance.pick(blocks)
  for (const { uid, model } of imported) {
    const { body } = await house.tenant.send('GET', `/icals/${uid}/events`)
    const event = (body.events as EventBody[]).find(one => {
      return one.blockUids.includes(block.uid) || one.leadUid === block.uid
    })
    if (!event) continue
    const nights = { from: dayOf(event.checkInDate), to: dayOf(event.checkOutDate) }
    const entries = model.claiming.filter(({ stay }) => equal(stay, nights))
    if (entries.length !== 1 || event.isMissing || nights.from <= today) break
    const { status, text } = await house.tenant.send('DELETE', `/leads/${block.uid}`)
    entries[0]!.isReleased = true
    free(house, nights)
    const what = `release ${entries[0]!.stay.id} ${nightsText(nights, today)}`
    return { what, broken: status === 204 ? [] : [`DELETE: ${text}`] }
  }
  return { what: 'nothing', broken: [] }
}

interface EventBody {
  checkInDate: string
  checkOutDate: string
  blockUids: string[]
  leadUid: string | null
  isMissing: boolean
}

/** Deletes a calendar, or adds one again that was deleted. */
export async function toggle({ house, chance }: Acting): Promise<Act> {
  const calendar = chance.pick(house.calendars)
  const { abroad, model, uid } = calendar
  if (uid === null) return addAgain(house, calendar)
  const keepsStays = chance.is(0.7)
  const { status, text } = await house.tenant.send(
    'DELETE',
    `/icals/${uid}?keepStays=${keepsStays}`,
  )
  model.delete({ keepsStays, today: todayAt(house) })
  calendar.uid = null
  for (const { stay, extra } of model.entries) for (const one of [stay, ...extra]) free(house, one)
  const broken = status === 204 ? [] : [`DELETE: ${text}`]
  return { what: `delete ${abroad.path}, keepStays ${keepsStays}`, broken }
}

/** Adds a calendar again that was deleted. */
export async function addAgain(house: House, calendar: Calendar): Promise<Act> {
  await importCalendar(house, calendar)
  calendar.model.restore()
  return { what: `add ${calendar.abroad.path} again`, broken: [] }
}
