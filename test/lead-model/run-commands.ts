/** Model-based test: random commands of several callers, each compared with the model. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { inspect } from 'node:util'
import type { TestServer } from '../support/server.ts'
import { type Command, sendCommand } from './commands.ts'
import {
  checkAgency,
  checkLead,
  checkPartners,
  checkTotal,
  expectedLead,
  normalizeLead,
} from './compare.ts'
import { type ModelFixture, makeFixture } from './fixture.ts'
import { generateCommand } from './generate-command.ts'
import { apply } from './model.ts'
import { emptyModel, type Model } from './model-state.ts'
import { createRandom } from './random.ts'

const stepsBetweenChecks = 25
/** Commands after which the total of the order is compared. */
const pricing = ['create', 'alteration', 'rebook', 'cancel', 'adjust']
const reportedCommands = 25

/**
 * Runs random commands. After each, the response and the lead are compared with the model; at
 * intervals the whole agency is.
 *
 * @returns counts by command and response
 *
 * @throws AssertionError with the seed and the last commands
 */
export async function runCommands(
  server: TestServer,
  { seed, steps }: { seed: number; steps: number },
): Promise<Map<string, number>> {
  const fixture = await makeFixture(server)
  const model = emptyModel(server.clock.now().getTime(), fixture.properties)
  const random = createRandom(seed)
  const trace: string[] = []
  const responseCounts = new Map<string, number>()
  for (let step = 1; step <= steps; step++) {
    advanceClocks(server, model)
    const command = generateCommand(random, model)
    trace.push(`${step}. ${inspect(command, { breakLength: Infinity })}`)
    try {
      const outcome = await runStep(server, fixture, model, command)
      trace.push(`   → ${outcome}`)
      const kind = `${command.do} ${outcome}`
      responseCounts.set(kind, (responseCounts.get(kind) ?? 0) + 1)
      if (step % stepsBetweenChecks === 0) await checkAgency(server, fixture, model)
      if (step % (4 * stepsBetweenChecks) === 0) await checkPartners(server, fixture, model)
    } catch (error) {
      throw withTrace(error, `seed ${seed}, step ${step}`, trace)
    }
  }
  return responseCounts
}

/** Advances both clocks by a second, so that timestamps identify the step. */
function advanceClocks(server: TestServer, model: Model): void {
  server.clock.advance(1_000)
  model.now += 1_000
}

async function runStep(
  server: TestServer,
  fixture: ModelFixture,
  model: Model,
  command: Command,
): Promise<string> {
  const response = await sendCommand(server, fixture, command)
  const createdUid = command.do === 'create' ? (response?.body.lead?.uid ?? randomUUID()) : ''
  const expected = apply(model, command, createdUid)
  if (response === null) return 'done'
  const { status, body } = response
  const got = status < 300 ? { status } : { status, code: body.code }
  assert.deepEqual(got, expected, body?.apiErrorMessage)
  const uid = 'lead' in command ? command.lead : createdUid
  const lead = model.leads.find(candidate => candidate.uid === uid)
  if (lead && body?.lead && 'by' in command) {
    assert.deepEqual(normalizeLead(body.lead, model, lead), expectedLead(model, lead, command.by))
  }
  if (lead) await checkLead(server, fixture, model, lead)
  if (lead && status < 300 && pricing.includes(command.do)) await checkTotal(server, fixture, lead)
  return Object.values(got).join(' ')
}

function withTrace(error: unknown, where: string, trace: string[]): Error {
  const last = trace.slice(-2 * reportedCommands).join('\n')
  const message = error instanceof Error ? error.message : String(error)
  return new assert.AssertionError({ message: `${where}\n${last}\n${message}` })
}
