/** A random history of properties and their imported calendars, which ends at rest. */
import { Chance } from '../../demo/chance.ts'
import { type ActionResult, checkRules, type HistoryState, sync } from './actions.ts'
import { addCalendar, createInventory, type Inventory, observe, todayAt } from './inventory.ts'
import { checkBookings } from './model/checks.ts'
import { begin, openTenant, type RunContext } from './run-context.ts'
import {
  alterOwn,
  cancelOwn,
  changeImported,
  release,
  restoreCalendar,
  sell,
  toggle,
} from './user-actions.ts'

export interface HistoryVerdict {
  steps: number
  violations: string[]
  /** Descriptions of the actions. */
  log: string[]
}

export interface HistoryOptions {
  stepsMax: number
  /** Array to which descriptions of the actions are added. */
  log?: string[]
  afterStep?(): Promise<void>
}

const minuteMs = 60_000

/** Runs a history, which its seed determines except for the outcome of concurrent actions. */
export async function runHistory(
  context: RunContext,
  seed: number,
  { stepsMax, log = [], afterStep }: HistoryOptions,
): Promise<HistoryVerdict> {
  const chance = new Chance(seed)
  const { timeZone } = begin(context.server, chance)
  const tenant = await openTenant(context.server)
  const kind = chance.pick(['SINGLE', 'SINGLE', 'UNIT_TYPE', 'MASTER'] as const)
  const turnover = kind === 'SINGLE' ? chance.pick([0, 0, 1, 2]) : 0
  const inventory = await createInventory(context, tenant, { kind, timeZone, turnover })
  const names = { count: 0 }
  for (let i = chance.integer(1, 3); i > 0; i--) await addCalendar(inventory, chance, names)
  log.push(`seed ${seed}: ${kind} in ${timeZone}, turnover ${turnover}`)
  let state: HistoryState = { inventory, chance, observed: await observe(inventory) }
  const verdict: HistoryVerdict = { steps: 0, violations: [], log }
  const perform: RestOptions['perform'] = async action => {
    if (verdict.violations.length > 0) return
    context.server.clock.advance(1_000)
    const { description, violations } = await action(state)
    if (description === 'nothing') return
    const after = await checkRules(state)
    state = { ...state, observed: after.observed }
    verdict.steps++
    log.push(description)
    await afterStep?.()
    verdict.violations.push(...violations, ...after.violations)
  }
  const steps = Math.min(chance.integer(20, 45), stepsMax)
  while (verdict.steps < steps && verdict.violations.length === 0) {
    await perform(await choose(state, log))
  }
  if (verdict.violations.length === 0) {
    verdict.violations.push(
      ...(await bringToRest(state, { violations: verdict.violations, log, perform })),
    )
  }
  return verdict
}

async function choose(state: HistoryState, log: string[]): Promise<() => Promise<ActionResult>> {
  const { inventory, chance } = state
  const calendar = () => chance.pick(inventory.calendars)
  const action = chance.weighted<() => Promise<ActionResult>>([
    [() => change(inventory, chance), 24],
    [() => sync(state, calendar()), 34],
    [() => sell(state), 8],
    [() => cancelOwn(state), 6],
    [() => alterOwn(state), 4],
    [() => changeImported(state), 6],
    [() => release(state), 4],
    [() => toggle(state), 3],
    [async () => pass(inventory, chance, log), 20],
  ])
  return action
}

/** Changes the stays of an external system. */
async function change(inventory: Inventory, chance: Chance): Promise<ActionResult> {
  const { system, model } = chance.pick(inventory.calendars)
  for (let i = chance.integer(1, 3); i > 0; i--) system.change(model, todayAt(inventory))
  return { description: 'nothing', violations: [] }
}

function pass({ context }: Inventory, chance: Chance, log: string[]): ActionResult {
  const minutes = chance.pick([2, 5, 8, 10, 11, 11, 15, 30, 60, 300, 1_440, 2_000])
  context.server.clock.advance(minutes * minuteMs)
  log.push(`${minutes} min pass`)
  return { description: `it is ${context.server.clock.now().toISOString()}`, violations: [] }
}

/** Pauses between rounds of imports, after which no event waits any more. */
const restMinutes = [11, 11, 1_500, 11, 2_900, 11, 11]

interface RestOptions {
  violations: string[]
  log: string[]
  perform(action: (state: HistoryState) => Promise<ActionResult>): Promise<void>
}

/** Imports correct responses until nothing waits, and checks the resulting bookings. */
async function bringToRest(
  state: HistoryState,
  { violations, log, perform }: RestOptions,
): Promise<string[]> {
  const { inventory } = state
  for (const calendar of inventory.calendars) {
    calendar.system.endAnomalies(todayAt(inventory))
    if (calendar.uid === null) await perform(() => restoreCalendar(inventory, calendar))
  }
  for (const minutes of restMinutes) {
    if (violations.length > 0) break
    for (const calendar of inventory.calendars) {
      await perform(state => sync(state, calendar))
    }
    inventory.context.server.clock.advance(minutes * minuteMs)
    log.push(`${minutes} min pass`)
  }
  if (violations.length > 0) return []
  const observed = await observe(inventory)
  return checkBookings(inventory, observed, todayAt(inventory))
}
