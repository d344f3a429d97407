/** A random history of a house and its calendars, and the rest that it comes to. */
import { Chance } from '../../demo/chance.ts'
import { type Act, type Acting, check, sync } from './acts.ts'
import { addCalendar, type House, look, makeHouse, todayAt } from './house.ts'
import { checkStored } from './model/checks.ts'
import { addAgain, alterOwn, cancelOwn, changeImported, release, sell, toggle } from './people.ts'
import { begin, openTenant, type Stage } from './stage.ts'

/** The result of a history. */
export interface HistoryVerdict {
  steps: number
  broken: string[]
  /** The acts, one a line. */
  told: string[]
}

/** Options of a history. */
export interface Playing {
  stepsMax: number
  /** Log of its acts. */
  told?: string[]
  /** Called after each act. */
  each?(): Promise<void>
}

const minuteMs = 60_000

/** Plays a history: all of it follows from its seed, but for what happens at once. */
export async function playHistory(
  stage: Stage,
  seed: number,
  { stepsMax, told = [], each }: Playing,
): Promise<HistoryVerdict> {
  const chance = new Chance(seed)
  const { timeZone } = begin(stage.server, chance)
  const tenant = await openTenant(stage.server)
  const kind = chance.pick(['HOUSE', 'HOUSE', 'TYPE', 'FAMILY'] as const)
  const turnover = kind === 'HOUSE' ? chance.pick([0, 0, 1, 2]) : 0
  const house = await makeHouse(stage, tenant, { kind, timeZone, turnover })
  const names = { count: 0 }
  for (let i = chance.whole(1, 3); i > 0; i--) await addCalendar(house, chance, names)
  told.push(`seed ${seed}: ${kind} in ${timeZone}, turnover ${turnover}`)
  let acting: Acting = { house, chance, seen: await look(house) }
  const verdict: HistoryVerdict = { steps: 0, broken: [], told }
  const perform: Resting['perform'] = async act => {
    if (verdict.broken.length > 0) return
    stage.server.clock.advance(1_000)
    const { what, broken } = await act(acting)
    if (what === 'nothing') return
    const after = await check(acting)
    acting = { ...acting, seen: after.seen }
    verdict.steps++
    told.push(what)
    await each?.()
    verdict.broken.push(...broken, ...after.broken)
  }
  const steps = Math.min(chance.whole(20, 45), stepsMax)
  while (verdict.steps < steps && verdict.broken.length === 0) {
    await perform(await choose(acting, told))
  }
  if (verdict.broken.length === 0) {
    verdict.broken.push(...(await rest(acting, { broken: verdict.broken, told, perform })))
  }
  return verdict
}

/** Chooses the next act. */
async function choose(acting: Acting, told: string[]): Promise<() => Promise<Act>> {
  const { house, chance } = acting
  const calendar = () => chance.pick(house.calendars)
  const act = chance.weighted<() => Promise<Act>>([
    [() => change(house, chance), 24],
    [() => sync(acting, calendar()), 34],
    [() => sell(acting), 8],
    [() => cancelOwn(acting), 6],
    [() => alterOwn(acting), 4],
    [() => changeImported(acting), 6],
    [() => release(acting), 4],
    [() => toggle(acting), 3],
    [async () => pass(house, chance, told), 20],
  ])
  return act
}

/** Has an external system change. */
async function change(house: House, chance: Chance): Promise<Act> {
  const { abroad, model } = chance.pick(house.calendars)
  for (let i = chance.whole(1, 3); i > 0; i--) abroad.change(model, todayAt(house))
  return { what: 'nothing', broken: [] }
}

/** Lets time pass. */
function pass({ stage }: House, chance: Chance, told: string[]): Act {
  const minutes = chance.pick([2, 5, 8, 10, 11, 11, 15, 30, 60, 300, 1_440, 2_000])
  stage.server.clock.advance(minutes * minuteMs)
  told.push(`${minutes} min pass`)
  return { what: `it is ${stage.server.clock.now().toISOString()}`, broken: [] }
}

/** Long enough for all that waits. */
const restMinutes = [11, 11, 1_500, 11, 2_900, 11, 11]

interface Resting {
  broken: string[]
  told: string[]
  perform(act: (acting: Acting) => Promise<Act>): Promise<void>
}

/** Lets all come to rest, and looks whether another import changes anything. */
async function rest(acting: Acting, { broken, told, perform }: Resting): Promise<string[]> {
  const { house } = acting
  for (const calendar of house.calendars) {
    calendar.abroad.calm(todayAt(house))
    if (calendar.uid === null) await perform(() => addAgain(house, calendar))
  }
  for (const minutes of restMinutes) {
    if (broken.length > 0) break
    for (const calendar of house.calendars) {
      await perform(acting => sync(acting, calendar))
    }
    house.stage.server.clock.advance(minutes * minuteMs)
    told.push(`${minutes} min pass`)
  }
  if (broken.length > 0) return []
  const seen = await look(house)
  return checkStored(house, seen, todayAt(house))
}
