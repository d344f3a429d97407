/**
 * Model-based test of leads: LEAD_WALK_SEED repeats a random walk, LEAD_WALK_STEPS sets its length.
 */
import { describe, it } from 'node:test'
import { sendBursts } from '../../../../test/lead-model/bursts.ts'
import { runCommands } from '../../../../test/lead-model/run-commands.ts'
import { engine } from '../../../../test/support/database.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const seed = Number(process.env.LEAD_WALK_SEED ?? Math.floor(Math.random() * 2 ** 31))
// The embedded database takes three times as long per step.
const usualSteps = engine === 'postgres' ? 600 : 150
const steps = Number(process.env.LEAD_WALK_STEPS ?? usualSteps)

describe('a random walk of actions on leads by several callers', () => {
  it(`agrees with the model after each of ${steps} steps; seed ${seed}`, async t => {
    const responses = await runCommands(server, { seed, steps })
    t.diagnostic(`seed ${seed}: ${[...responses].map(([kind, n]) => `${kind} × ${n}`).join(', ')}`)
  })
})

describe('concurrent actions on leads by several callers', () => {
  it(`are linearizable; seed ${seed}`, () => sendBursts(server, { seed, bursts: 25 }))
})
