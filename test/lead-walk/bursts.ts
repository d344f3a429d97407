/** Acts by several callers at once: what comes out has to be what some order of them gives. */
import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import type { Answer, TestServer } from '../support/server.ts'
import { type Act, perform } from './acts.ts'
import { chooseAct } from './choose.ts'
import { checkAgency, checkList, checkTotals, listLeads, listTotals } from './compare.ts'
import { type Expected, emptyModel, type Model } from './facts.ts'
import { apply } from './model.ts'
import { type Random, randomOf } from './random.ts'
import { makeWorld, type World } from './world.ts'

const actsAtOnce = 4
const burstsBetweenChecks = 10

/** Acts without answers, or of more than one request, are not for bursts. */
const alone = ['wait', 'reprice', 'adjust', 'ask for confirmation']

/**
 * Sends bursts of acts over connections of their own.
 *
 * @throws AssertionError that tells the seed and the burst, if no order of its acts explains it
 */
export async function sendBursts(
  server: TestServer,
  { seed, bursts }: { seed: number; bursts: number },
): Promise<void> {
  const world = await makeWorld(server)
  const random = randomOf(seed)
  let model = emptyModel(server.clock.now().getTime(), world.properties)
  for (let burst = 1; burst <= bursts; burst++) {
    const pause: Act = { do: 'wait', hours: random.int(0, 6) }
    await perform(server, world, pause)
    apply(model, pause, '')
    const acts = chooseBurst(random, model)
    const answers = await Promise.all(acts.map(act => perform(server, world, act)))
    const explained = await explain(server, world, model, acts, answers as Answer[])
    const got = answers.map(answer => answer!.text)
    const told = inspect({ seed, burst, acts, got }, { depth: 4 })
    assert.ok(explained, `no order of the acts explains their answers: ${told}`)
    model = explained
    if (burst % burstsBetweenChecks === 0) await checkAgency(server, world, model)
  }
}

/** Most bursts act on one lead, so that they meet. */
function chooseBurst(random: Random, model: Model): Act[] {
  const present = model.leads.filter(({ isDeleted }) => !isDeleted)
  const isOne = present.length > 0 && random.chance(0.7)
  const met = isOne ? { ...model, leads: [random.pick(present)] } : model
  const acts: Act[] = []
  while (acts.length < actsAtOnce) {
    const act = chooseAct(random, met)
    const meets = !isOne || act.do !== 'create'
    if (meets && !alone.includes(act.do)) acts.push(act)
  }
  return acts
}

/** The model after an order of the acts that gives the same answers and the same leads. */
async function explain(
  server: TestServer,
  world: World,
  before: Model,
  acts: Act[],
  answers: Answer[],
): Promise<Model | undefined> {
  const got = answers.map(({ status, body }): Expected => {
    return status < 300 ? { status } : { status, code: body.code }
  })
  const leads = await listLeads(server, world, 'agency')
  const totals = await listTotals(server, world)
  for (const order of permutations(acts.map((_, i) => i))) {
    const model = structuredClone(before)
    const isSame = order.every(i => {
      const expected = apply(model, acts[i]!, answers[i]!.body?.lead?.uid ?? 'none')
      return inspect(expected) === inspect(got[i])
    })
    if (isSame && agrees(leads, totals, model)) return model
  }
  return undefined
}

function agrees(leads: Answer['body'][], totals: [string, number][], model: Model): boolean {
  try {
    checkList(leads, model, 'agency')
    checkTotals(totals, model)
    return true
  } catch (error) {
    if (error instanceof assert.AssertionError) return false
    throw error
  }
}

function permutations<T>(values: T[]): T[][] {
  if (values.length <= 1) return [values]
  return values.flatMap((value, i) =>
    permutations(values.toSpliced(i, 1)).map(rest => [value, ...rest]),
  )
}
