/** Random commands, chosen so that leads collide often and most commands succeed. */
import { randomUUID } from 'node:crypto'
import type { Alteration, Changes, Command, Creation, TransitionCommand } from './commands.ts'
import { type CallerName, type PropertyName, propertyNames } from './fixture.ts'
import type { Model, ModelLead } from './model-state.ts'
import type { Random } from './random.ts'
import { type Action, actions, allowedActions } from './transitions.ts'

/** Number of nights of the model, few enough for leads to collide. */
export const nights = 16

const longestStay = 4
/** Number of the latest leads that most commands choose from. */
const poolSize = 30

export function generateCommand(random: Random, model: Model): Command {
  const { leads } = model
  if (leads.length === 0) return creation(random, model)
  const lead = random.pick(chooseLeads(random, leads))
  return random.weighted<() => Command>([
    [26, () => creation(random, model)],
    [40, () => transition(random, lead)],
    [18, () => alteration(random, model, lead)],
    [5, () => patch(random, lead)],
    [9, () => ({ do: 'DELETE', by: randomCaller(random), lead: lead.uid })],
    [3, () => adjustment(random, lead) ?? creation(random, model)],
    [3, () => ({ do: 'wait', hours: random.int(1, 10) })],
    [2, () => reprice(random)],
    [1, () => ({ do: 'ask for confirmation', needed: random.chance(0.5) })],
  ])()
}

function chooseLeads(random: Random, leads: ModelLead[]): ModelLead[] {
  if (random.chance(0.01)) return [{ ...leads[0]!, uid: randomUUID(), order: null }]
  const present = leads.filter(({ isDeleted }) => !isDeleted)
  if (present.length === 0 || random.chance(0.03)) return leads
  const holding = present.filter(({ held }) => held !== null)
  return random.chance(0.5) && holding.length > 0 ? holding : present.slice(-poolSize)
}

function randomCaller(random: Random): CallerName {
  return random.weighted([
    [60, 'agency'],
    [32, 'writer'],
    [8, 'reader'],
  ])
}

const creatable = ['NEW', 'ON_HOLD', 'PENDING', 'BOOKED', 'BLOCKED']
const notCreatable = [
  'CANCELLED',
  'IGNORED',
  'SAMPLE',
  'DUPLICATE',
  'CLOSED',
  'DECLINED',
  'PENDING_APPROVED',
]

const sources = ['HOSTFULLY_API', 'HOSTFULLY_DBS', 'DIRECT_AIRBNB']

function creation(random: Random, model: Model): Creation {
  const property = random.pick(propertyNames)
  const a = random.int(0, nights - 1)
  return {
    do: 'create',
    by: randomCaller(random),
    status: random.pick(random.chance(0.05) ? notCreatable : creatable),
    property,
    a,
    b: a + random.int(1, longestStay),
    ...(random.chance(0.5) ? randomCounts(random) : {}),
    ...(random.chance(0.7)
      ? requestedUnit(random, model, property)
      : { source: random.pick(sources) }),
    ...(random.chance(0.1) ? { rent: random.int(0, 999) } : {}),
    ...(random.chance(0.3) ? { notes: `Note ${random.int(1, 999)}` } : {}),
  }
}

function randomCounts(random: Random): Changes {
  return {
    ...(random.chance(0.7) ? { adults: random.int(1, 5) } : {}),
    ...(random.chance(0.4) ? { children: random.int(0, 3) } : {}),
    ...(random.chance(0.4) ? { pets: random.int(0, 2) } : {}),
    ...(random.chance(0.3) ? { infants: random.int(0, 2) } : {}),
  }
}

/** Returns a unit in some requests; in a few of them the property is not its unit type. */
function requestedUnit(random: Random, model: Model, property: PropertyName): Changes {
  if (!random.chance(property === 'inn' ? 0.3 : 0.02)) return {}
  const { units, inactiveUnits } = model.properties.inn
  return { unit: random.pick([...units, ...units, ...inactiveUnits]) }
}

type LeadCommand = TransitionCommand | Alteration

/** Chooses an action; most are allowed in the state of the lead. */
function transition(random: Random, lead: ModelLead): LeadCommand {
  const allowed = allowedActions(lead.state).filter(isModelled)
  const all = random.chance(0.65) && allowed.length > 0 ? allowed : actions.filter(isModelled)
  const action = random.pick(all)
  const target = { by: randomCaller(random), lead: lead.uid }
  if (action === 'alteration') return { do: action, ...target, ...randomChanges(random, lead) }
  if (action === 'rebook') {
    return { do: action, ...target, ...(random.chance(0.5) ? randomChanges(random, lead) : {}) }
  }
  const hasHours = action === 'put-on-hold' || action === 'extend-hold'
  return {
    do: action,
    ...target,
    ...(hasHours && random.chance(0.3) ? { hours: random.int(1, 40) } : {}),
    ...(action === 'close' && random.chance(0.7)
      ? { reason: random.pick(['CLOSED', 'IGNORED', 'DUPLICATE']) }
      : {}),
    ...(action === 'cancel' && random.chance(0.5)
      ? { cancelledBy: random.pick(['AGENCY', 'GUEST', 'OWNER']), reason: 'Ill' }
      : {}),
  }
}

/** Returns false for a split, which creates a second lead that the model does not have. */
function isModelled(action: Action): action is Exclude<Action, 'split'> {
  return action !== 'split'
}

function alteration(random: Random, model: Model, lead: ModelLead): Alteration {
  const property = random.chance(0.25) ? random.pick(propertyNames) : undefined
  return {
    do: 'alteration',
    by: randomCaller(random),
    lead: lead.uid,
    ...randomChanges(random, lead),
    ...requestedUnit(random, model, property ?? lead.property),
    ...(property ? { property } : {}),
    ...(random.chance(0.1) ? { rent: random.pick([null, random.int(0, 999)]) } : {}),
  }
}

/** Returns random new dates, one or both of them, and new counts; each may be missing. */
function randomChanges(random: Random, lead: ModelLead): Changes {
  const dates = random.weighted<() => Changes>([
    [2, () => ({})],
    [2, () => ({ b: lead.a + random.int(1, longestStay) })],
    [1, () => ({ a: lead.b - random.int(1, longestStay) })],
    [3, () => otherStay(random)],
  ])()
  return { ...dates, ...(random.chance(0.35) ? randomCounts(random) : {}) }
}

function otherStay(random: Random): Changes {
  const a = random.int(0, nights - 1)
  return { a, b: a + random.int(1, longestStay) }
}

function patch(random: Random, lead: ModelLead): Command {
  return {
    do: 'PATCH',
    by: randomCaller(random),
    lead: lead.uid,
    ...(random.chance(0.7) ? { notes: random.pick([null, `Note ${random.int(1, 3)}`]) } : {}),
    ...(random.chance(0.5) ? { externalBookingId: random.pick([null, 'X-1', 'X-2']) } : {}),
  }
}

function adjustment(random: Random, { uid, order, isDeleted }: ModelLead): Command | null {
  if (order === null || isDeleted) return null
  return { do: 'adjust', lead: uid, refund: random.chance(0.4), amount: random.int(1, 60) }
}

function reprice(random: Random): Command {
  return { do: 'reprice', property: random.pick(propertyNames), dailyRate: random.int(50, 400) }
}
