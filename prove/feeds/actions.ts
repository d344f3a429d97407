/** Imports of calendars, and the checks after each action. */
import type { Chance } from '../../demo/chance.ts'
import { dateOf } from '../../src/platform/dates/dates.ts'
import { type Calendar, type Inventory, observe, todayAt, toWindow } from './inventory.ts'
import type { Entry } from './model/calendar-model.ts'
import {
  checkGuests,
  checkNights,
  checkNotCancelled,
  checkPast,
  checkUnchanged,
  type Observation,
} from './model/checks.ts'
import { failures } from './model/external-system.ts'
import { isBlockedByOthers, isFull } from './model/inventory-model.ts'
import { type Nights, overlap } from './model/stays.ts'

/** An action, described in a line, and the violations it caused. */
export interface ActionResult {
  description: string
  violations: string[]
}

/** State of a history before an action. */
export interface HistoryState {
  inventory: Inventory
  chance: Chance
  observed: Observation
}

const slowMs = 120

/** Imports a calendar, whose response may have anomalies or fail. */
export async function sync(
  { inventory, chance, observed }: HistoryState,
  calendar: Calendar,
): Promise<ActionResult> {
  const { system, model, uid } = calendar
  if (uid === null) return { description: 'nothing', violations: [] }
  const today = todayAt(inventory)
  const { text, content } = system.respond(today)
  const failure = !system.isHealthy && chance.is(0.1) ? chance.pick(failures) : null
  const delayMs = chance.is(0.05) ? slowMs : 0
  const response = { text, failure, delayMs, hasTag: system.hasTags }
  inventory.context.responses.set(system.path, response)
  const isTwice = chance.is(0.1)
  const path = `/icals/${uid}/sync`
  const sent = [inventory.tenant.send('POST', path)]
  if (isTwice) sent.push(inventory.tenant.send('POST', path))
  const responses = await Promise.all(sent)
  const violations = responses.flatMap(({ status, text }) =>
    status === 200 ? [] : [`sync: ${text}`],
  )
  const pendingNights = listPendingNights(inventory, calendar)
  const nowMs = inventory.context.server.clock.now().getTime()
  const affected = failure
    ? []
    : model.apply(content, { nowMs, today }, stay =>
        isBlockedByOthers(inventory, calendar.property, stay),
      )
  for (const nights of affected) recordFreed(inventory, nights)
  if (failure) system.isFullyReported = false
  const after = await observe(inventory)
  violations.push(
    ...checkUnchanged(observed, after, [...affected, ...(failure ? [] : pendingNights)]),
  )
  violations.push(...checkNotCancelled(inventory, observed, after))
  const events = content.stays.map(stay => `${stay.id} ${nightsText(stay, today)}`).join(', ')
  const omitted = [...content.cancelled, ...content.unread]
    .map(id => `, ${id} cancelled or unread`)
    .join('')
  const how = `${system.naming} ${failure ?? ''}${isTwice ? ' twice' : ''}`
  return { description: `sync ${system.path} ${how}: ${events}${omitted}`, violations }
}

/** Lists nights of events that wait for other nights, or that a user has changed. */
function listPendingNights({ calendars, own }: Inventory, { freed }: Calendar): Nights[] {
  const entries = calendars.flatMap(({ model }) => model.entries)
  const isWaiting = (entry: Entry) => {
    const { stay, extra, isCancelledHere, isFormer, absentSince } = entry
    const otherStays = entries.filter(other => other !== entry).map(other => other.stay)
    const isNear = [...otherStays, ...own.values(), ...freed].some(other => overlap(other, stay))
    return isNear || isFormer || absentSince !== null || extra.length > 0 || isCancelledHere
  }
  return entries.filter(isWaiting).flatMap(({ stay, extra }) => [stay, ...extra])
}

export const nightsText = ({ from, to }: Nights, today: number) => `${from - today}..${to - today}`

/** Records freed nights: events may wait for them until their calendar is imported again. */
export function recordFreed(inventory: Inventory, { from, to }: Nights): void {
  inventory.freed.push({ from, to, atMs: inventory.context.server.clock.now().getTime() })
  for (const calendar of inventory.calendars) calendar.freed.push({ from, to })
}

/** Checks the rules that hold after each action. Returns the new observation. */
export async function checkRules({
  inventory,
  chance,
  observed,
}: HistoryState): Promise<{ observed: Observation; violations: string[] }> {
  const after = await observe(inventory)
  const window = toWindow(inventory)
  const violations = [
    ...checkNights(inventory, after, window),
    ...checkPast(inventory, observed, after, window.today),
    ...checkGuests(inventory.guests, after),
    ...(await checkQuotes(inventory, chance)),
  ]
  return { observed: after, violations }
}

/** Checks that a quote of a claimed or sold night is rejected. */
async function checkQuotes(inventory: Inventory, chance: Chance): Promise<string[]> {
  const { today } = toWindow(inventory)
  const property = chance.pick(inventory.properties)
  const nights = Array.from({ length: 25 }, (_, i) => ({ from: today + i, to: today + i + 1 }))
  const full = nights.filter(night => isFull(inventory, property, night))
  if (full.length === 0) return []
  const night = chance.pick(full)
  const { status, body } = await inventory.tenant.send('POST', '/quotes', {
    ...{ agencyUid: inventory.tenant.agencyUid, propertyUid: property.uid },
    ...{ checkInDate: dateOf(night.from), checkOutDate: dateOf(night.to), guests: 1 },
  })
  if (status === 409 && body.code === 'NOT_AVAILABLE') return []
  return [`Rule 1: a quote of claimed night ${night.from - today} returns ${status} ${body?.code}`]
}
