/** Random histories of servers that import each other's calendars: two, or a ring of three. */
import { Chance } from '../../demo/chance.ts'
import { type ActionResult, checkRules, type HistoryState, sync } from './actions.ts'
import type { HistoryOptions, HistoryVerdict } from './history.ts'
import {
  addCalendar,
  createInventory,
  type Inventory,
  observe,
  todayAt,
  toWindow,
} from './inventory.ts'
import { checkNights } from './model/checks.ts'
import { type Bounds, occupancyBounds } from './model/inventory-model.ts'
import { includesNight, type Nights } from './model/stays.ts'
import { begin, listEventTypes, openTenant, type RunContext } from './run-context.ts'
import { alterOwn, cancelOwn, sell } from './user-actions.ts'

/** An ical by which one inventory imports the export of another. */
interface Link {
  reader: Inventory
  source: Inventory
  icalUid: string
  path: string
}

interface LinkedGroup {
  context: RunContext
  chance: Chance
  inventories: Inventory[]
  links: Link[]
  /** All nights that were ever claimed in the group. */
  claimed: Nights[]
}

const minuteMs = 60_000
const anything = (): Bounds => ({ min: 0, max: 1 })

/** Runs a history of linked servers, each with its own agency, until all agree at rest. */
export async function runLinkedHistory(
  context: RunContext,
  seed: number,
  { stepsMax, log = [], afterStep }: HistoryOptions,
): Promise<HistoryVerdict> {
  const chance = new Chance(seed)
  const { timeZone } = begin(context.server, chance)
  const group = await createGroup(context, chance, timeZone)
  log.push(`seed ${seed}: ${group.inventories.length} linked servers in ${timeZone}`)
  const verdict: HistoryVerdict = { steps: 0, violations: [], log }
  const steps = Math.min(chance.integer(12, 30), stepsMax)
  while (verdict.steps < steps && verdict.violations.length === 0) {
    context.server.clock.advance(1_000)
    const [description, violations] = await step(group)
    if (description === null) continue
    verdict.steps++
    log.push(description)
    verdict.violations.push(...violations)
    await afterStep?.()
  }
  if (verdict.violations.length === 0) verdict.violations.push(...(await bringToRest(group, log)))
  return verdict
}

async function createGroup(
  context: RunContext,
  chance: Chance,
  timeZone: string,
): Promise<LinkedGroup> {
  const inventories: Inventory[] = []
  const names = { count: 0 }
  for (let i = chance.pick([2, 2, 3]); i > 0; i--) {
    const tenant = await openTenant(context.server)
    const inventory = await createInventory(context, tenant, {
      kind: 'SINGLE',
      timeZone,
      turnover: 0,
    })
    if (chance.is(0.5)) await addCalendar(inventory, chance, names, { isLinked: true })
    inventory.linked = anything
    inventories.push(inventory)
  }
  const links = []
  for (const [i, reader] of inventories.entries()) {
    links.push(await link(context, reader, inventories[(i + 1) % inventories.length]!))
  }
  const isOwn = chance.is(0.5) && inventories.length === 2
  for (const link of links) {
    const back = isOwn ? links.find(other => other.reader === link.source) : undefined
    const url = await exportUrl(link.source, back?.icalUid ?? null)
    const text = async () => (await context.server.request('GET', new URL(url).pathname)).text
    context.responses.set(link.path, { text, hasTag: chance.is(0.5) })
  }
  return { context, chance, inventories, links, claimed: [] }
}

let linkCount = 0

async function link(context: RunContext, reader: Inventory, source: Inventory): Promise<Link> {
  const path = `/linked-${++linkCount}.ics`
  const url = `${context.hostUrl}${path}`
  const body = { propertyUid: reader.properties[0]!.uid, name: 'Linked', url }
  const { body: created, text } = await reader.tenant.send('POST', '/icals', body)
  if (!created.ical) throw new Error(`POST /icals: ${text}`)
  return { reader, source, icalUid: created.ical.uid, path }
}

/** Returns the export URL of an inventory: of a calendar or, for null, the general one. */
async function exportUrl(
  { tenant, properties }: Inventory,
  icalUid: string | null,
): Promise<string> {
  const { body } = await tenant.send('GET', `/icals?propertyUid=${properties[0]!.uid}`)
  const icals = body.icals as { uid: string; exportUrl: string }[]
  return icals.find(({ uid }) => uid === icalUid)?.exportUrl ?? body.exportUrl
}

/** Runs one action and returns its description and violations; null: nothing was done. */
async function step(
  group: LinkedGroup,
): Promise<[description: string | null, violations: string[]]> {
  const { context, chance, inventories } = group
  const inventory = chance.pick(inventories)
  const state: HistoryState = { inventory, chance, observed: await observe(inventory) }
  const action = chance.weighted<() => Promise<ActionResult>>([
    [() => fetchLink(chance.pick(group.links), inventories), 30],
    [() => sell(state), 14],
    [() => cancelOwn(state), 8],
    [() => alterOwn(state), 5],
    [() => syncExternal(state), 14],
    [async () => pass(context, chance), 14],
  ])
  const { description, violations } = await action()
  if (description === 'nothing') return [null, []]
  const after = await checkRules({ ...state, observed: await observe(inventory) })
  recordClaims(group)
  return [`${inventories.indexOf(inventory)}: ${description}`, [...violations, ...after.violations]]
}

function pass(context: RunContext, chance: Chance): ActionResult {
  const minutes = chance.pick([5, 11, 11, 30, 300, 1_500, 3_000])
  context.server.clock.advance(minutes * minuteMs)
  return { description: `${minutes} min pass`, violations: [] }
}

async function syncExternal(state: HistoryState): Promise<ActionResult> {
  const { inventory, chance } = state
  const calendar = inventory.calendars[0]
  if (!calendar) return { description: 'nothing', violations: [] }
  for (let i = chance.integer(0, 2); i > 0; i--)
    calendar.system.change(calendar.model, todayAt(inventory))
  const { description } = await sync(state, calendar)
  return { description, violations: [] }
}

function recordClaims({ inventories, claimed }: LinkedGroup): void {
  for (const { own, calendars } of inventories) {
    claimed.push(...[...own.values()].map(({ from, to }) => ({ from, to })))
    for (const { model } of calendars) claimed.push(...model.held)
  }
}

/**
 * Time for which freed nights may be free although a feed claims them: the claim may
 * be an echo of an earlier export.
 */
const echoMs = 48 * 60 * minuteMs

/** Imports the export of another server, and checks that nights sold there are not for sale. */
async function fetchLink(
  { reader, source, icalUid, path }: Link,
  inventories: Inventory[],
): Promise<ActionResult> {
  const { status, text } = await reader.tenant.send('POST', `/icals/${icalUid}/sync`)
  const observed = await observe(reader)
  const today = todayAt(reader)
  const sold = [...source.own.values()].filter(({ to }) => to > today)
  const echoStart = reader.context.server.clock.now().getTime() - echoMs
  const freed = reader.freed.filter(({ atMs }) => atMs > echoStart)
  const linked = (night: number) => {
    const isClaimed =
      sold.some(range => includesNight(range, night)) &&
      !freed.some(range => includesNight(range, night))
    return { min: isClaimed ? 1 : 0, max: 1 }
  }
  const violations = checkNights({ ...reader, linked }, observed, toWindow(reader))
  if (status !== 200) violations.push(`sync: ${text}`)
  const [readerIndex, sourceIndex] = [reader, source].map(member => inventories.indexOf(member))
  const description = `${readerIndex} fetches ${path} of ${sourceIndex}`
  return { description, violations }
}

/** Repeats imports until nothing waits, and checks that all servers hold the same nights. */
async function bringToRest(group: LinkedGroup, log: string[]): Promise<string[]> {
  const { context, chance, inventories, links } = group
  const pause = (minutes: number) => {
    context.server.clock.advance(minutes * minuteMs)
    log.push(`${minutes} min pass`)
  }
  for (const { calendars } of inventories)
    for (const { system } of calendars) system.isHealthy = true
  const round = async () => {
    for (const inventory of inventories) {
      for (const calendar of inventory.calendars) {
        await sync({ inventory, chance, observed: await observe(inventory) }, calendar)
      }
    }
    recordClaims(group)
    const violations = []
    for (const link of links) violations.push(...(await fetchLink(link, inventories)).violations)
    pause(11)
    return violations
  }
  const rounds = async () => {
    for (let i = 2 * inventories.length + 1; i > 0; i--) {
      const violations = await round()
      if (violations.length > 0) return violations
    }
    return []
  }
  for (const minutes of [1_500, 3_000, 60]) {
    const violations = await rounds()
    if (violations.length > 0) return violations
    log.push('all are fetched')
    pause(minutes)
  }
  const violations = [...(await rounds()), ...(await checkAgreed(group))]
  if (violations.length > 0) return violations
  const before = await Promise.all(
    inventories.map(inventory => listEventTypes(context.server, inventory.tenant.agencyUid)),
  )
  await round()
  const after = await Promise.all(
    inventories.map(inventory => listEventTypes(context.server, inventory.tenant.agencyUid)),
  )
  const emitted = after.flatMap((types, i) => types.slice(before[i]!.length))
  return emitted.length === 0 ? [] : [`Rule 4: at rest there are ${emitted.join(', ')}`]
}

/**
 * Checks rule 4: each server blocks the nights that any of them has sold or imported from outside.
 * A claim of nights that a server has freed may be an echo: the server blocks them without
 * exporting them.
 */
async function checkAgreed({ inventories, claimed }: LinkedGroup): Promise<string[]> {
  const violations: string[] = []
  const freed = inventories.flatMap(inventory => inventory.freed)
  for (const inventory of inventories) {
    const today = todayAt(inventory)
    const others = inventories
      .filter(one => one !== inventory)
      .map(one => ({ ...one, linked: undefined }))
    const hadBegun = (night: number) =>
      claimed.some(one => one.from <= today && includesNight(one, night))
    const linked = (night: number): Bounds => {
      const bounds = others.map(other => occupancyBounds(other, 0, night))
      const isFreed = freed.some(one => includesNight(one, night))
      const min = isFreed ? 0 : Math.max(...bounds.map(one => one.min))
      return { min, max: hadBegun(night) ? 1 : Math.max(...bounds.map(one => one.max)) }
    }
    const unequalNights = checkNights(
      { ...inventory, linked },
      await observe(inventory),
      toWindow(inventory),
    )
    violations.push(
      ...unequalNights.map(text => `Rule 4, server ${inventories.indexOf(inventory)}: ${text}`),
    )
  }
  return violations
}
