/** Concurrent commands of several callers, checked for linearizability against the model. */
import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import type { TestResponse, TestServer } from '../support/server.ts'
import { type Command, sendCommand } from './commands.ts'
import { checkAgency, checkList, checkTotals, listLeads, listTotals } from './compare.ts'
import { type ModelFixture, makeFixture } from './fixture.ts'
import { generateCommand } from './generate-command.ts'
import { apply } from './model.ts'
import { type Expected, emptyModel, type Model } from './model-state.ts'
import { createRandom, type Random } from './random.ts'

const commandsPerBurst = 4
const burstsBetweenChecks = 10

/** Commands without a response or with several requests, which bursts do not contain. */
const sequentialOnly = ['wait', 'reprice', 'adjust', 'ask for confirmation']

/**
 * Sends bursts of concurrent commands.
 *
 * @throws AssertionError with seed and burst if no order of the commands explains their responses
 */
export async function sendBursts(
  server: TestServer,
  { seed, bursts }: { seed: number; bursts: number },
): Promise<void> {
  const fixture = await makeFixture(server)
  const random = createRandom(seed)
  let model = emptyModel(server.clock.now().getTime(), fixture.properties)
  for (let burst = 1; burst <= bursts; burst++) {
    const pause: Command = { do: 'wait', hours: random.int(0, 6) }
    await sendCommand(server, fixture, pause)
    apply(model, pause, '')
    const commands = chooseBurst(random, model)
    const responses = await Promise.all(
      commands.map(command => sendCommand(server, fixture, command)),
    )
    const explained = await findLinearization(
      server,
      fixture,
      model,
      commands,
      responses as TestResponse[],
    )
    const got = responses.map(response => response!.text)
    const detail = inspect({ seed, burst, commands, got }, { depth: 4 })
    assert.ok(explained, `no order of the commands explains their responses: ${detail}`)
    model = explained
    if (burst % burstsBetweenChecks === 0) await checkAgency(server, fixture, model)
  }
}

/** Chooses the commands of a burst; most bursts have one lead as the target of all. */
function chooseBurst(random: Random, model: Model): Command[] {
  const present = model.leads.filter(({ isDeleted }) => !isDeleted)
  const isSingleLead = present.length > 0 && random.chance(0.7)
  const targets = isSingleLead ? { ...model, leads: [random.pick(present)] } : model
  const commands: Command[] = []
  while (commands.length < commandsPerBurst) {
    const command = generateCommand(random, targets)
    const isConcurrent = !isSingleLead || command.do !== 'create'
    if (isConcurrent && !sequentialOnly.includes(command.do)) commands.push(command)
  }
  return commands
}

/**
 * Returns the model after an order of the commands that gives the same responses and leads;
 * undefined if there is none.
 */
async function findLinearization(
  server: TestServer,
  fixture: ModelFixture,
  before: Model,
  commands: Command[],
  responses: TestResponse[],
): Promise<Model | undefined> {
  const got = responses.map(({ status, body }): Expected => {
    return status < 300 ? { status } : { status, code: body.code }
  })
  const leads = await listLeads(server, fixture, 'agency')
  const totals = await listTotals(server, fixture)
  for (const order of permutations(commands.map((_, i) => i))) {
    const model = structuredClone(before)
    const isSame = order.every(i => {
      const expected = apply(model, commands[i]!, responses[i]!.body?.lead?.uid ?? 'none')
      return inspect(expected) === inspect(got[i])
    })
    if (isSame && agrees(leads, totals, model)) return model
  }
  return undefined
}

function agrees(leads: TestResponse['body'][], totals: [string, number][], model: Model): boolean {
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
