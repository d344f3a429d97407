/** Acts on a house with calendars: an import, and the checks after each act. */
import type { Chance } from '../../demo/chance.ts'
import { dateOf } from '../../src/platform/dates.ts'
import { type Calendar, type House, look, todayAt, windowOf } from './house.ts'
import { failures } from './model/abroad.ts'
import type { Entry } from './model/calendar-model.ts'
import {
  checkGuests,
  checkKept,
  checkNights,
  checkPast,
  checkUntouched,
  type Seen,
} from './model/checks.ts'
import { isFull, isStuck } from './model/house-model.ts'
import { meet, type Nights } from './model/stays.ts'

/** An act, told in a line, and what it broke. */
export interface Act {
  what: string
  broken: string[]
}

export interface Acting {
  house: House
  chance: Chance
  /** State before the act. */
  seen: Seen
}

const slowMs = 120

/** Imports a calendar, of which something may be odd. */
export async function sync({ house, chance, seen }: Acting, calendar: Calendar): Promise<Act> {
  const { abroad, model, uid } = calendar
  if (uid === null) return { what: 'nothing', broken: [] }
  const today = todayAt(house)
  const { text, said } = abroad.answer(today)
  const failure = !abroad.isCalm && chance.is(0.1) ? chance.pick(failures) : null
  const delayMs = chance.is(0.05) ? slowMs : 0
  const saying = { text, failure, delayMs, hasTag: abroad.hasTags }
  house.stage.sayings.set(abroad.path, saying)
  const isTwice = chance.is(0.1)
  const path = `/icals/${uid}/sync`
  const sent = [house.tenant.send('POST', path)]
  if (isTwice) sent.push(house.tenant.send('POST', path))
  const answers = await Promise.all(sent)
  const broken = answers.flatMap(({ status, text }) => (status === 200 ? [] : [`sync: ${text}`]))
  const wasOpen = openNights(house, calendar)
  const nowMs = house.stage.server.clock.now().getTime()
  const touched = failure
    ? []
    : model.hear(said, { nowMs, today }, stay => isStuck(house, calendar.place, stay))
  for (const nights of touched) free(house, nights)
  if (failure) abroad.isSeen = false
  const after = await look(house)
  broken.push(...checkUntouched(seen, after, [...touched, ...(failure ? [] : wasOpen)]))
  broken.push(...checkKept(house, seen, after))
  const events = said.stays.map(stay => `${stay.id} ${nightsText(stay, today)}`).join(', ')
  const gone = [...said.cancelled, ...said.unread].map(id => `, ${id} cancelled or unread`).join('')
  const how = `${abroad.naming} ${failure ?? ''}${isTwice ? ' twice' : ''}`
  return { what: `sync ${abroad.path} ${how}: ${events}${gone}`, broken }
}

/** Nights on which events wait for others, or a person has changed something. */
function openNights({ calendars, own }: House, { freed }: Calendar): Nights[] {
  const entries = calendars.flatMap(({ model }) => model.entries)
  const isWaiting = (entry: Entry) => {
    const { stay, extra, isCancelledHere, isFormer, absentSince } = entry
    const others = entries.filter(one => one !== entry).map(one => one.stay)
    const isNear = [...others, ...own.values(), ...freed].some(one => meet(one, stay))
    return isNear || isFormer || absentSince !== null || extra.length > 0 || isCancelledHere
  }
  return entries.filter(isWaiting).flatMap(({ stay, extra }) => [stay, ...extra])
}

export const nightsText = ({ from, to }: Nights, today: number) => `${from - today}..${to - today}`

/** Nights were freed here: events may wait for them until their calendar is imported again. */
export function free(house: House, { from, to }: Nights): void {
  house.freed.push({ from, to, atMs: house.stage.server.clock.now().getTime() })
  for (const calendar of house.calendars) calendar.freed.push({ from, to })
}

/** Looks whether a house is as the rules say, after any act. */
export async function check({
  house,
  chance,
  seen,
}: Acting): Promise<{ seen: Seen; broken: string[] }> {
  const after = await look(house)
  const window = windowOf(house)
  const broken = [
    ...checkNights(house, after, window),
    ...checkPast(house, seen, after, window.today),
    ...checkGuests(house.guests, after),
    ...(await tryToSell(house, chance)),
  ]
  return { seen: after, broken }
}

/** Asks for quotes of nights that are claimed or sold. */
async function tryToSell(house: House, chance: Chance): Promise<string[]> {
  const { today } = windowOf(house)
  const place = chance.pick(house.places)
  const nights = Array.from({ length: 25 }, (_, i) => ({ from: today + i, to: today + i + 1 }))
  const full = nights.filter(one => isFull(house, place, one))
  if (full.length === 0) return []
  const one = chance.pick(full)
  const { status, body } = await house.tenant.send('POST', '/quotes', {
    ...{ agencyUid: house.tenant.agencyUid, propertyUid: place.uid },
    ...{ checkInDate: dateOf(one.from), checkOutDate: dateOf(one.to), guests: 1 },
  })
  if (status === 409 && body.code === 'NOT_AVAILABLE') return []
  return [
    `Rule 1: a quote of claimed night ${one.from - today} is answered by ${status} ${body?.code}`,
  ]
}
