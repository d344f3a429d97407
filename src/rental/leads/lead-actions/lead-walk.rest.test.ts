/**
 * Leads against a model of the contract: LEAD_WALK_SEED repeats a walk, LEAD_WALK_STEPS makes it
 * longer.
 */
import { describe, it } from 'node:test'
import { sendBursts } from '../../../../test/lead-walk/bursts.ts'
import { walk } from '../../../../test/lead-walk/walk.ts'
import { engine } from '../../../../test/support/database.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const seed = Number(process.env.LEAD_WALK_SEED ?? Math.floor(Math.random() * 2 ** 31))
// The embedded database takes thrice as long for a step.
const usualSteps = engine === 'postgres' ? 600 : 150
const steps = Number(process.env.LEAD_WALK_STEPS ?? usualSteps)

describe('a walk of acts on leads by several callers', () => {
  it(`agrees with the model after each of ${steps} steps; seed ${seed}`, async t => {
    const answers = await walk(server, { seed, steps })
    t.diagnostic(`seed ${seed}: ${[...answers].map(([kind, n]) => `${kind} × ${n}`).join(', ')}`)
  })
})

describe('acts on leads by several callers at once', () => {
  it(`are answered as in some order of them; seed ${seed}`, () =>
    sendBursts(server, { seed, bursts: 25 }))
})
