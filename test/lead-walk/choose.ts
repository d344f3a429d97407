/** Chooses what happens next on a walk, so that leads collide often and acts mostly succeed. */
import { randomUUID } from 'node:crypto'
import type { Act, Alteration, Changes, Creation, Move } from './acts.ts'
import type { Model, ModelLead } from './facts.ts'
import type { Random } from './random.ts'
import { type Action, actions, allowedActions } from './transitions.ts'
import { type CallerName, type PropertyName, propertyNames } from './world.ts'

/** The walk goes over so many nights, few enough for leads to meet. */
export const nights = 16

const longestStay = 4
/** Leads older than the latest so many are rarely touched again. */
const poolSize = 30

export function chooseAct(random: Random, model: Model): Act {
  const { leads } = model
  if (leads.length === 0) return creation(random, model)
  const lead = random.pick(poolOf(random, leads))
  return random.weighted<() => Act>([
    [26, () => creation(random, model)],
    [40, () => move(random, lead)],
    [18, () => alteration(random, model, lead)],
    [5, () => patch(random, lead)],
    [9, () => ({ do: 'DELETE', by: caller(random), lead: lead.uid })],
    [3, () => adjustment(random, lead) ?? creation(random, model)],
    [3, () => ({ do: 'wait', hours: random.int(1, 10) })],
    [2, () => reprice(random)],
    [1, () => ({ do: 'ask for confirmation', needed: random.chance(0.5) })],
  ])()
}

function poolOf(random: Random, leads: ModelLead[]): ModelLead[] {
  if (random.chance(0.01)) return [{ ...leads[0]!, uid: randomUUID(), order: null }]
  const present = leads.filter(({ isDeleted }) => !isDeleted)
  if (present.length === 0 || random.chance(0.03)) return leads
  const holding = present.filter(({ held }) => held !== null)
  return random.chance(0.5) && holding.length > 0 ? holding : present.slice(-poolSize)
}

function caller(random: Random): CallerName {
  return random.weighted([
    [60, 'agency'],
    [32, 'writer'],
    [8, 'reader'],
  ])
}

const creatable = ['NEW', 'ON_HOLD', 'PENDING', 'BOOKED', 'BLOCKED']
const others = [
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
    by: caller(random),
    status: random.pick(random.chance(0.05) ? others : creatable),
    property,
    a,
    b: a + random.int(1, longestStay),
    ...(random.chance(0.5) ? counts(random) : {}),
    ...(random.chance(0.7) ? unitWish(random, model, property) : { source: random.pick(sources) }),
    ...(random.chance(0.1) ? { rent: random.int(0, 999) } : {}),
    ...(random.chance(0.3) ? { notes: `Note ${random.int(1, 999)}` } : {}),
  }
}

function counts(random: Random): Changes {
  return {
    ...(random.chance(0.7) ? { adults: random.int(1, 5) } : {}),
    ...(random.chance(0.4) ? { children: random.int(0, 3) } : {}),
    ...(random.chance(0.4) ? { pets: random.int(0, 2) } : {}),
    ...(random.chance(0.3) ? { infants: random.int(0, 2) } : {}),
  }
}

/** Now and then a unit is asked for, of a unit type or, in vain, of another property. */
function unitWish(random: Random, model: Model, property: PropertyName): Changes {
  if (!random.chance(property === 'inn' ? 0.3 : 0.02)) return {}
  const { units, inactiveUnits } = model.properties.inn
  return { unit: random.pick([...units, ...units, ...inactiveUnits]) }
}

type AnyMove = Move | Alteration

/** Mostly an action that the lead's state takes. */
function move(random: Random, lead: ModelLead): AnyMove {
  const allowed = allowedActions(lead.state).filter(isMove)
  const all = random.chance(0.65) && allowed.length > 0 ? allowed : actions.filter(isMove)
  const action = random.pick(all)
  const act = { by: caller(random), lead: lead.uid }
  if (action === 'alteration') return { do: action, ...act, ...changesOf(random, lead) }
  if (action === 'rebook') {
    return { do: action, ...act, ...(random.chance(0.5) ? changesOf(random, lead) : {}) }
  }
  const takesHours = action === 'put-on-hold' || action === 'extend-hold'
  return {
    do: action,
    ...act,
    ...(takesHours && random.chance(0.3) ? { hours: random.int(1, 40) } : {}),
    ...(action === 'close' && random.chance(0.7)
      ? { reason: random.pick(['CLOSED', 'IGNORED', 'DUPLICATE']) }
      : {}),
    ...(action === 'cancel' && random.chance(0.5)
      ? { cancelledBy: random.pick(['AGENCY', 'GUEST', 'OWNER']), reason: 'Ill' }
      : {}),
  }
}

/** A split makes a second lead, which the model does not know. */
function isMove(action: Action): action is Exclude<Action, 'split'> {
  return action !== 'split'
}

function alteration(random: Random, model: Model, lead: ModelLead): Alteration {
  const property = random.chance(0.25) ? random.pick(propertyNames) : undefined
  return {
    do: 'alteration',
    by: caller(random),
    lead: lead.uid,
    ...changesOf(random, lead),
    ...unitWish(random, model, property ?? lead.property),
    ...(property ? { property } : {}),
    ...(random.chance(0.1) ? { rent: random.pick([null, random.int(0, 999)]) } : {}),
  }
}

/** Other dates, both or one end of them, and other counts; each maybe. */
function changesOf(random: Random, lead: ModelLead): Changes {
  const dates = random.weighted<() => Changes>([
    [2, () => ({})],
    [2, () => ({ b: lead.a + random.int(1, longestStay) })],
    [1, () => ({ a: lead.b - random.int(1, longestStay) })],
    [3, () => otherStay(random)],
  ])()
  return { ...dates, ...(random.chance(0.35) ? counts(random) : {}) }
}

function otherStay(random: Random): Changes {
  const a = random.int(0, nights - 1)
  return { a, b: a + random.int(1, longestStay) }
}

function patch(random: Random, lead: ModelLead): Act {
  return {
    do: 'PATCH',
    by: caller(random),
    lead: lead.uid,
    ...(random.chance(0.7) ? { notes: random.pick([null, `Note ${random.int(1, 3)}`]) } : {}),
    ...(random.chance(0.5) ? { externalBookingId: random.pick([null, 'X-1', 'X-2']) } : {}),
  }
}

function adjustment(random: Random, { uid, order, isDeleted }: ModelLead): Act | null {
  if (order === null || isDeleted) return null
  return { do: 'adjust', lead: uid, refund: random.chance(0.4), amount: random.int(1, 60) }
}

function reprice(random: Random): Act {
  return { do: 'reprice', property: random.pick(propertyNames), dailyRate: random.int(50, 400) }
}
