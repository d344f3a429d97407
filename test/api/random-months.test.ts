/**
 * Random months of an agency: bookings are extended, shortened, split, moved, cancelled and paid,
 * with jobs, door codes and messages. After each step money adds up in one currency, agreed nights
 * cost what they did, jobs and codes are inside their stay, and no message is at the booking of
 * another guest.
 *
 * A failure names its seed: `MONTHS_SEED=7 MONTHS_MINUTES=0 npm test -- <this file>` repeats it.
 * `MONTHS_MINUTES=4` simulates months for four minutes; a file has to end within five.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkMonth } from '../month-simulation/checks.ts'
import { makeMonth } from '../month-simulation/simulate-month.ts'
import { book, steps } from '../month-simulation/steps.ts'
import { engine } from '../support/database.ts'
import { exampleNow, startServer } from '../support/server.ts'

const server = await startServer({ SANDBOX: 'true' })
const stepsPerMonth = 30
const stepsReported = 12
const firstSeed = Number(process.env.MONTHS_SEED ?? 1)
const minutes = process.env.MONTHS_MINUTES
const monthsMin = minutes === undefined ? (engine === 'postgres' ? 3 : 2) : 1

async function simulate(seed: number): Promise<void> {
  server.clock.set(exampleNow)
  const month = await makeMonth(server, seed)
  const { random, bookings } = month
  const weighted = steps.map(([weight, ...named]) => [weight, named] as [number, typeof named])
  const trace: string[] = []
  const runStep = async (name: string, run: () => Promise<string>) => {
    trace.push(name)
    trace.push(`${trace.pop()}: ${await run()}`)
    await checkMonth(month)
  }
  try {
    for (let n = 0; n < stepsPerMonth; n++) {
      if (bookings.length === 0 || (bookings.length < 8 && random.chance(0.12))) {
        await runStep('book', () => book(month))
        continue
      }
      const [name, step] = random.weighted(weighted)
      const booking = random.pick(bookings)
      await runStep(`${name} ${booking.uid}`, () => step(month, booking))
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const last = trace.slice(-stepsReported).join('; ')
    throw new assert.AssertionError({ message: `seed ${seed}: ${message}\n${last}` })
  }
}

describe('a random month', () => {
  it('has consistent money, jobs, codes and messages after every step', async () => {
    const deadline = Date.now() + Number(minutes ?? 0) * 60_000
    for (let n = 0; n < monthsMin || Date.now() < deadline; n++) await simulate(firstSeed + n)
  })
})
