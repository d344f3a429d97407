import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from '../demo/chance.ts'
import type { History } from './history.ts'
import {
  type Action,
  actions,
  type Creation,
  creations,
  type ObservedLead,
  timed,
} from './lead-actions.ts'
import type { Call, Client, Outcome } from './shared/client.ts'
import type { Fixture } from './shared/fixture.ts'
import type { Query } from './shared/query.ts'

/** State of a run, shared by all clients. */
export interface RunContext {
  query: Query
  client: Client
  fixture: Fixture
  history: History
  chance: Chance
  remaining: number
  /** Last number used in a creation tag or an idempotency key. */
  counter: number
}

type Step = Action | Creation | 'time passes'

/** Frequency of expiring a timer, relative to an operation of weight 1. */
const passingWeight = 6
const steps: (readonly [Step, number])[] = [
  ...[...creations, ...actions].map(operation => [operation, operation.weight] as const),
  ['time passes', passingWeight],
]
/** Share of the operations on leads in statuses that usually allow them. */
const allowedShare = 0.85
/** Share of the operations other than creations that may be retried after a broken connection. */
const keyedShare = 0.5
const shortenedMsMax = 400

/** Performs a random operation, and records its outcome. */
export async function attempt(context: RunContext): Promise<void> {
  const { chance, history } = context
  const operation = chance.weighted(steps)
  if (operation === 'time passes') return expireTimer(context)
  if (operation.from === null) {
    await create(context, operation)
    return
  }
  const uids = history.inStatus(chance.is(allowedShare) ? operation.from : anyStatus)
  if (uids.length === 0) {
    await create(context, chance.pick(creations))
    return
  }
  const { observed } = history.leads.get(chance.pick(uids))!
  const call = operation.call(chance, context.fixture, observed)
  const outcome = await context.client(chance.is(keyedShare) ? withKey(context, call) : call)
  history.recordAction(operation, observed.uid, outcome)
}

const anyStatus = [...new Set(actions.flatMap(({ from }) => from))]

/** Creates a lead, always with a key: each creation happens at most once. */
async function create(context: RunContext, creation: Creation): Promise<ObservedLead | null> {
  const call = (tag: string) => creation.call(context.chance, context.fixture, tag)
  return createWith(context, creation.name, call)
}

/** Creates a lead by the call that is built for its tag. Returns null if it failed. */
export async function createWith(
  context: RunContext,
  name: string,
  call: (tag: string) => Call,
  { isRacing = false } = {},
): Promise<ObservedLead | null> {
  const tag = `attempt-${++context.counter}`
  const outcome = await context.client({ ...call(tag), idempotencyKey: tag })
  return context.history.recordCreation(name, tag, outcome, isRacing)
}

/**
 * Performs an action on a lead with an idempotency key: it is retried until there is a response.
 */
export async function performKeyed(
  context: RunContext,
  action: { name: string; to: readonly string[] },
  leadUid: string,
  call: Call,
): Promise<{ isDone: boolean; outcome: Outcome }> {
  const outcome = await context.client(withKey(context, call))
  return { isDone: context.history.recordAction(action, leadUid, outcome), outcome }
}

function withKey(context: RunContext, call: Call): Call {
  return { ...call, idempotencyKey: `act-${++context.counter}` }
}

/**
 * Makes a timer end within `shortenedMsMax`. The API counts timers in hours, so the end is written
 * directly to the database.
 */
async function expireTimer({ query, history, fixture, chance }: RunContext): Promise<void> {
  const uids = history.inStatus(timed)
  if (uids.length === 0) return
  const uid = chance.pick(uids)
  history.leads.get(uid)!.isShortened = true
  // Passes times as values: a cluster does not allow clock functions in an update.
  const [now] = await query(
    `select clock_timestamp()::text as is_now,
       (clock_timestamp() + $1 * interval '1 millisecond')::text as is_soon`,
    [chance.integer(0, shortenedMsMax)],
  )
  const rows = await query(
    `update leads set timer_ends_at = $3
     where agency_uid = $1 and uid = $2 and timer_ends_at > $4
     and status in ('ON_HOLD', 'PENDING', 'PENDING_APPROVED') returning 1`,
    [fixture.agencyUid, uid, now!.is_soon, now!.is_now],
  )
  history.count('time passes', rows.length > 0 ? 'done' : 'too late')
  if (rows.length > 0) await sleep(chance.integer(0, shortenedMsMax))
}
