import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from '../demo/chance.ts'
import { type Act, acts, type Creation, creations, type SeenLead, timed } from './acts.ts'
import type { Ledger } from './ledger.ts'
import type { Ask } from './shared/ask.ts'
import type { Call, Client, Outcome } from './shared/client.ts'
import type { Ground } from './shared/ground.ts'

/** Everything that an attempt needs. */
export interface Field {
  ask: Ask
  client: Client
  ground: Ground
  ledger: Ledger
  chance: Chance
  /** Attempts that are left. */
  left: number
  /** Numbers the creations and the idempotency keys. */
  made: number
}

type Step = Act | Creation | 'time passes'

/** How often, against an act of weight 1, a timer is made to end. */
const passingWeight = 6
const steps: (readonly [Step, number])[] = [
  ...[...creations, ...acts].map(step => [step, step.weight] as const),
  ['time passes', passingWeight],
]
/** Of acts on leads, how many are tried where they are usually allowed. */
const allowedShare = 0.85
/** Of acts that make no lead, how many may be repeated after a broken connection. */
const keyedShare = 0.5
const shortenedMsMax = 400

/** Tries one act, of chance's choice, and writes down what came of it. */
export async function attempt(field: Field): Promise<void> {
  const { chance, ledger } = field
  const step = chance.weighted(steps)
  if (step === 'time passes') return letTimePass(field)
  if (step.from === null) {
    await create(field, step)
    return
  }
  const uids = ledger.inStatus(chance.is(allowedShare) ? step.from : everyStatus)
  if (uids.length === 0) {
    await create(field, chance.pick(creations))
    return
  }
  const { seen } = ledger.leads.get(chance.pick(uids))!
  const call = step.call(chance, field.ground, seen)
  const outcome = await field.client(chance.is(keyedShare) ? keyed(field, call) : call)
  ledger.act(step, seen.uid, outcome)
}

const everyStatus = [...new Set(acts.flatMap(({ from }) => from))]

/** Makes a lead. It is always keyed: what was intended once happens at most once. */
export async function create(field: Field, creation: Creation): Promise<SeenLead | null> {
  const call = (tag: string) => creation.call(field.chance, field.ground, tag)
  return createBy(field, creation.name, call)
}

/** Makes a lead by a call of one's own, under the tag that it is given. */
export async function createBy(
  field: Field,
  name: string,
  call: (tag: string) => Call,
  { isRacing = false } = {},
): Promise<SeenLead | null> {
  const tag = `attempt-${++field.made}`
  const outcome = await field.client({ ...call(tag), idempotencyKey: tag })
  return field.ledger.creation(name, tag, outcome, isRacing)
}

/** An act on a lead that is repeated until it is answered. */
export async function actKeyed(
  field: Field,
  act: { name: string; leaves: readonly string[] },
  leadUid: string,
  call: Call,
): Promise<{ isDone: boolean; outcome: Outcome }> {
  const outcome = await field.client(keyed(field, call))
  return { isDone: field.ledger.act(act, leadUid, outcome), outcome }
}

function keyed(field: Field, call: Call): Call {
  return { ...call, idempotencyKey: `act-${++field.made}` }
}

/**
 * Makes a timer end in the next moments. The interface counts timers in hours, so the end is
 * written to the database, past the server: this, and nothing else, stands for hours that pass.
 */
async function letTimePass({ ask, ledger, ground, chance }: Field): Promise<void> {
  const uids = ledger.inStatus(timed)
  if (uids.length === 0) return
  const uid = chance.pick(uids)
  ledger.leads.get(uid)!.isShortened = true
  // By values: a cluster takes no clock in an update.
  const [now] = await ask(
    `select clock_timestamp()::text as is_now,
       (clock_timestamp() + $1 * interval '1 millisecond')::text as is_soon`,
    [chance.whole(0, shortenedMsMax)],
  )
  const rows = await ask(
    `update leads set timer_ends_at = $3
     where agency_uid = $1 and uid = $2 and timer_ends_at > $4
     and status in ('ON_HOLD', 'PENDING', 'PENDING_APPROVED') returning 1`,
    [ground.agencyUid, uid, now!.is_soon, now!.is_now],
  )
  ledger.count('time passes', rows.length > 0 ? 'done' : 'too late')
  if (rows.length > 0) await sleep(chance.whole(0, shortenedMsMax))
}
