/** A random walk of acts by several callers, each compared with the model. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { inspect } from 'node:util'
import type { TestServer } from '../support/server.ts'
import { type Act, perform } from './acts.ts'
import { chooseAct } from './choose.ts'
import {
  checkAgency,
  checkLead,
  checkPartners,
  checkTotal,
  expectedLead,
  readLead,
} from './compare.ts'
import { emptyModel, type Model } from './facts.ts'
import { apply } from './model.ts'
import { randomOf } from './random.ts'
import { makeWorld, type World } from './world.ts'

const stepsBetweenChecks = 25
/** What should move the total of an order, or just not. */
const pricing = ['create', 'alteration', 'rebook', 'cancel', 'adjust']
const actsTold = 25

/**
 * Walks some steps. After each the answer and the lead are as the model has them, now and then
 * everything.
 *
 * @returns how often each act had each answer
 * @throws AssertionError that tells the seed and the last acts
 */
export async function walk(
  server: TestServer,
  { seed, steps }: { seed: number; steps: number },
): Promise<Map<string, number>> {
  const world = await makeWorld(server)
  const model = emptyModel(server.clock.now().getTime(), world.properties)
  const random = randomOf(seed)
  const trace: string[] = []
  const answers = new Map<string, number>()
  for (let step = 1; step <= steps; step++) {
    tick(server, model)
    const act = chooseAct(random, model)
    trace.push(`${step}. ${inspect(act, { breakLength: Infinity })}`)
    try {
      const answer = await takeStep(server, world, model, act)
      trace.push(`   → ${answer}`)
      const kind = `${act.do} ${answer}`
      answers.set(kind, (answers.get(kind) ?? 0) + 1)
      if (step % stepsBetweenChecks === 0) await checkAgency(server, world, model)
      if (step % (4 * stepsBetweenChecks) === 0) await checkPartners(server, world, model)
    } catch (error) {
      throw told(error, `seed ${seed}, step ${step}`, trace)
    }
  }
  return answers
}

/** Every step has a second of its own, so that what it wrote can be told. */
function tick(server: TestServer, model: Model): void {
  server.clock.advance(1_000)
  model.now += 1_000
}

async function takeStep(server: TestServer, world: World, model: Model, act: Act): Promise<string> {
  const answer = await perform(server, world, act)
  const made = act.do === 'create' ? (answer?.body.lead?.uid ?? randomUUID()) : ''
  const expected = apply(model, act, made)
  if (answer === null) return 'done'
  const { status, body } = answer
  const got = status < 300 ? { status } : { status, code: body.code }
  assert.deepEqual(got, expected, body?.apiErrorMessage)
  const uid = 'lead' in act ? act.lead : made
  const lead = model.leads.find(each => each.uid === uid)
  if (lead && body?.lead && 'by' in act) {
    assert.deepEqual(readLead(body.lead, model, lead), expectedLead(model, lead, act.by))
  }
  if (lead) await checkLead(server, world, model, lead)
  if (lead && status < 300 && pricing.includes(act.do)) await checkTotal(server, world, lead)
  return Object.values(got).join(' ')
}

function told(error: unknown, where: string, trace: string[]): Error {
  const last = trace.slice(-2 * actsTold).join('\n')
  const message = error instanceof Error ? error.message : String(error)
  return new assert.AssertionError({ message: `${where}\n${last}\n${message}` })
}
