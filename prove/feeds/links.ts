/** Random histories of servers that import each other's calendars: two, or a ring of three. */
import { Chance } from '../../demo/chance.ts'
import { type Act, type Acting, check, sync } from './acts.ts'
import type { HistoryVerdict, Playing } from './history.ts'
import { addCalendar, type House, look, makeHouse, todayAt, windowOf } from './house.ts'
import { checkNights } from './model/checks.ts'
import { type Bounds, boundsOf } from './model/house-model.ts'
import { has, type Nights } from './model/stays.ts'
import { alterOwn, cancelOwn, sell } from './people.ts'
import { begin, eventsOf, openTenant, type Stage } from './stage.ts'

/** A calendar in which a house imports what another one exports. */
interface Link {
  reader: House
  of: House
  icalUid: string
  path: string
}

interface Linked {
  stage: Stage
  chance: Chance
  houses: House[]
  links: Link[]
  /** All nights that were ever claimed anywhere. */
  ever: Nights[]
}

const minuteMs = 60_000
const anything = (): Bounds => ({ least: 0, most: 1 })

/** Plays a history of linked servers, each an agency of its own, until all agree at rest. */
export async function playLinked(
  stage: Stage,
  seed: number,
  { stepsMax, told = [], each }: Playing,
): Promise<HistoryVerdict> {
  const chance = new Chance(seed)
  const { timeZone } = begin(stage.server, chance)
  const all = await openLinked(stage, chance, timeZone)
  told.push(`seed ${seed}: ${all.houses.length} linked servers in ${timeZone}`)
  const verdict: HistoryVerdict = { steps: 0, broken: [], told }
  const steps = Math.min(chance.whole(12, 30), stepsMax)
  while (verdict.steps < steps && verdict.broken.length === 0) {
    stage.server.clock.advance(1_000)
    const [what, broken] = await step(all)
    if (what === null) continue
    verdict.steps++
    told.push(what)
    verdict.broken.push(...broken)
    await each?.()
  }
  if (verdict.broken.length === 0) verdict.broken.push(...(await rest(all, told)))
  return verdict
}

async function openLinked(stage: Stage, chance: Chance, timeZone: string): Promise<Linked> {
  const houses: House[] = []
  const names = { count: 0 }
  for (let i = chance.pick([2, 2, 3]); i > 0; i--) {
    const tenant = await openTenant(stage.server)
    const house = await makeHouse(stage, tenant, { kind: 'HOUSE', timeZone, turnover: 0 })
    if (chance.is(0.5)) await addCalendar(house, chance, names, { isLinked: true })
    house.linked = anything
    houses.push(house)
  }
  const links = []
  for (const [i, reader] of houses.entries()) {
    links.push(await link(stage, reader, houses[(i + 1) % houses.length]!))
  }
  const isOwn = chance.is(0.5) && houses.length === 2
  for (const one of links) {
    const back = isOwn ? links.find(other => other.reader === one.of) : undefined
    const url = await exportUrl(one.of, back?.icalUid ?? null)
    const text = async () => (await stage.server.request('GET', new URL(url).pathname)).text
    stage.sayings.set(one.path, { text, hasTag: chance.is(0.5) })
  }
  return { stage, chance, houses, links, ever: [] }
}

let linksMade = 0

async function link(stage: Stage, reader: House, of: House): Promise<Link> {
  const path = `/linked-${++linksMade}.ics`
  const url = `${stage.hostUrl}${path}`
  const body = { propertyUid: reader.places[0]!.uid, name: 'Linked', url }
  const { body: made, text } = await reader.tenant.send('POST', '/icals', body)
  if (!made.ical) throw new Error(`POST /icals: ${text}`)
  return { reader, of, icalUid: made.ical.uid, path }
}

/** The address at which a house exports: the general one, or the one for a calendar. */
async function exportUrl({ tenant, places }: House, icalUid: string | null): Promise<string> {
  const { body } = await tenant.send('GET', `/icals?propertyUid=${places[0]!.uid}`)
  const icals = body.icals as { uid: string; exportUrl: string }[]
  return icals.find(({ uid }) => uid === icalUid)?.exportUrl ?? body.exportUrl
}

/** One act, and what it broke; no text: nothing was done. */
async function step(all: Linked): Promise<[what: string | null, broken: string[]]> {
  const { stage, chance, houses } = all
  const house = chance.pick(houses)
  const acting: Acting = { house, chance, seen: await look(house) }
  const act = chance.weighted<() => Promise<Act>>([
    [() => fetchLink(chance.pick(all.links), houses), 30],
    [() => sell(acting), 14],
    [() => cancelOwn(acting), 8],
    [() => alterOwn(acting), 5],
    [() => syncOuter(acting), 14],
    [async () => pass(stage, chance), 14],
  ])
  const { what, broken } = await act()
  if (what === 'nothing') return [null, []]
  const after = await check({ ...acting, seen: await look(house) })
  remember(all)
  return [`${houses.indexOf(house)}: ${what}`, [...broken, ...after.broken]]
}

function pass(stage: Stage, chance: Chance): Act {
  const minutes = chance.pick([5, 11, 11, 30, 300, 1_500, 3_000])
  stage.server.clock.advance(minutes * minuteMs)
  return { what: `${minutes} min pass`, broken: [] }
}

async function syncOuter(acting: Acting): Promise<Act> {
  const { house, chance } = acting
  const calendar = house.calendars[0]
  if (!calendar) return { what: 'nothing', broken: [] }
  for (let i = chance.whole(0, 2); i > 0; i--)
    calendar.abroad.change(calendar.model, todayAt(house))
  const { what } = await sync(acting, calendar)
  return { what, broken: [] }
}

function remember({ houses, ever }: Linked): void {
  for (const { own, calendars } of houses) {
    ever.push(...[...own.values()].map(({ from, to }) => ({ from, to })))
    for (const { model } of calendars) ever.push(...model.held)
  }
}

/**
 * Time in which a claim of freed nights may be an echo of what was exported before: they are free.
 */
const echoMs = 48 * 60 * minuteMs

/** Imports what another server exports: what is sold there is not for sale here. */
async function fetchLink({ reader, of, icalUid, path }: Link, houses: House[]): Promise<Act> {
  const { status, text } = await reader.tenant.send('POST', `/icals/${icalUid}/sync`)
  const seen = await look(reader)
  const today = todayAt(reader)
  const sold = [...of.own.values()].filter(({ to }) => to > today)
  const since = reader.stage.server.clock.now().getTime() - echoMs
  const freed = reader.freed.filter(({ atMs }) => atMs > since)
  const linked = (night: number) => {
    const isClaimed = sold.some(one => has(one, night)) && !freed.some(one => has(one, night))
    return { least: isClaimed ? 1 : 0, most: 1 }
  }
  const broken = checkNights({ ...reader, linked }, seen, windowOf(reader))
  if (status !== 200) broken.push(`sync: ${text}`)
  const what = `${houses.indexOf(reader)} fetches ${path} of ${houses.indexOf(of)}`
  return { what, broken }
}

/** Lets all come to rest, and looks whether all servers hold the same nights. */
async function rest(all: Linked, told: string[]): Promise<string[]> {
  const { stage, chance, houses, links } = all
  const pause = (minutes: number) => {
    stage.server.clock.advance(minutes * minuteMs)
    told.push(`${minutes} min pass`)
  }
  for (const { calendars } of houses) for (const { abroad } of calendars) abroad.isCalm = true
  const round = async () => {
    for (const house of houses) {
      for (const calendar of house.calendars) {
        await sync({ house, chance, seen: await look(house) }, calendar)
      }
    }
    remember(all)
    const broken = []
    for (const one of links) broken.push(...(await fetchLink(one, houses)).broken)
    pause(11)
    return broken
  }
  const rounds = async () => {
    for (let i = 2 * houses.length + 1; i > 0; i--) {
      const broken = await round()
      if (broken.length > 0) return broken
    }
    return []
  }
  for (const minutes of [1_500, 3_000, 60]) {
    const broken = await rounds()
    if (broken.length > 0) return broken
    told.push('all are fetched')
    pause(minutes)
  }
  const broken = [...(await rounds()), ...(await checkAgreed(all))]
  if (broken.length > 0) return broken
  const before = await Promise.all(
    houses.map(house => eventsOf(stage.server, house.tenant.agencyUid)),
  )
  await round()
  const after = await Promise.all(
    houses.map(house => eventsOf(stage.server, house.tenant.agencyUid)),
  )
  const said = after.flatMap((types, i) => types.slice(before[i]!.length))
  return said.length === 0 ? [] : [`Rule 4: at rest there are ${said.join(', ')}`]
}

/**
 * Rule 4: each server holds what any of them has sold, or was told from outside. A claim of nights
 * that a server has freed may be an echo of them: it holds them and tells no other server.
 */
async function checkAgreed({ houses, ever }: Linked): Promise<string[]> {
  const broken: string[] = []
  const freed = houses.flatMap(house => house.freed)
  for (const house of houses) {
    const today = todayAt(house)
    const others = houses.filter(one => one !== house).map(one => ({ ...one, linked: undefined }))
    const isBegun = (night: number) => ever.some(one => one.from <= today && has(one, night))
    const linked = (night: number): Bounds => {
      const bounds = others.map(other => boundsOf(other, 0, night))
      const isFreed = freed.some(one => has(one, night))
      const least = isFreed ? 0 : Math.max(...bounds.map(one => one.least))
      return { least, most: isBegun(night) ? 1 : Math.max(...bounds.map(one => one.most)) }
    }
    const found = checkNights({ ...house, linked }, await look(house), windowOf(house))
    broken.push(...found.map(text => `Rule 4, server ${houses.indexOf(house)}: ${text}`))
  }
  return broken
}
