import assert from 'node:assert/strict'
import { after, afterEach, beforeEach, describe, it } from 'node:test'
import { createDatabase } from '../../test/support/database.ts'
import { openWorkforce, type Task, type Workforce, workerOf } from './worker.ts'

interface Numbered {
  n: number
}

interface Bench {
  /** What was done, in order, by which process. */
  done: { by: string; n: number }[]
  /** Called for every task before it counts as done. */
  act(task: Task<Numbered>): Promise<void>
}

const database = await createDatabase()
const bench: Bench = { done: [], act: async () => {} }
const worker = workerOf<string>()
const workers = [
  worker({
    name: 'count',
    async work(by, task: Task<Numbered>) {
      await bench.act(task)
      bench.done.push({ by, n: task.data.n })
    },
  }),
  worker({ name: 'nightly', schedule: '0 3 * * *', async work() {} }),
]

const errors: Error[] = []
const ended: [worker: string, outcome: string][] = []
const open = (runs = true) =>
  openWorkforce(database.connection, workers, {
    runs,
    clock: database.clock,
    onError: error => errors.push(error),
    onEnded: (worker, outcome) => ended.push([worker, outcome]),
  })

const opened: Workforce<string>[] = []

/** A process that works. */
async function employ(name: string): Promise<Workforce<string>> {
  const workforce = await open()
  opened.push(workforce)
  await workforce.start(name)
  return workforce
}

after(async () => {
  for (const workforce of opened) await workforce.stop()
  await database.close()
})

beforeEach(async () => {
  for (const workforce of opened.splice(0)) await workforce.stop()
  bench.done = []
  bench.act = async () => {}
})

afterEach(() => assert.deepEqual(errors, []))

async function until(condition: () => boolean): Promise<void> {
  for (let attempt = 0; !condition(); attempt++) {
    if (attempt === 800) throw new Error('It does not come about')
    await new Promise(resolve => setTimeout(resolve, 25))
  }
}

const numbers = () => bench.done.map(({ n }) => n).sort((a, b) => a - b)

describe('a task', () => {
  it('is done when it is sent, also by a process that does not work itself', async () => {
    await employ('a')
    const sender = await open(false)
    await sender.send(database.kysely, 'count', { n: 1 })
    await until(() => bench.done.length === 1)
    await sender.stop()
    assert.deepEqual(bench.done, [{ by: 'a', n: 1 }])
  })

  it('exists if the transaction it was sent in commits, and only then', async () => {
    const workforce = await employ('a')
    const rolledBack = database.kysely.transaction().execute(async db => {
      await workforce.send(db, 'count', { n: 1 })
      throw new Error('No')
    })
    await assert.rejects(rolledBack)
    await database.kysely.transaction().execute(db => workforce.send(db, 'count', { n: 2 }))
    await until(() => bench.done.length > 0)
    assert.deepEqual(numbers(), [2])
  })

  it('that was sent while nobody worked is done by the next who does', async () => {
    const sender = await open(false)
    for (const n of [1, 2, 3]) await sender.send(database.kysely, 'count', { n })
    await sender.stop()
    await employ('a')
    await until(() => bench.done.length === 3)
    assert.deepEqual(numbers(), [1, 2, 3])
  })

  it('is done by one of several processes', async () => {
    const [a] = [await employ('a'), await employ('b')]
    const all = Array.from({ length: 30 }, (_, n) => n)
    await Promise.all(all.map(n => a.send(database.kysely, 'count', { n })))
    await until(() => bench.done.length >= 30)
    assert.deepEqual(numbers(), all)
  })
})

describe('a task that fails', () => {
  it('is tried again', async () => {
    const workforce = await employ('a')
    let failures = 0
    bench.act = async ({ isLastAttempt }) => {
      assert.equal(isLastAttempt, false)
      if (failures++ === 0) throw new Error('Not yet')
    }
    await workforce.send(database.kysely, 'count', { n: 1 })
    await until(() => bench.done.length === 1)
    assert.equal(failures, 2)
  })

  it('is taken up by the next process when its own stops', async () => {
    const workforce = await employ('a')
    const begun = Promise.withResolvers<void>()
    bench.act = ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        begun.resolve()
      })
    await workforce.send(database.kysely, 'count', { n: 1 })
    await begun.promise
    await workforce.stop()
    assert.deepEqual(bench.done, [])
    bench.act = async () => {}
    await employ('b')
    await until(() => bench.done.length === 1)
    assert.deepEqual(bench.done, [{ by: 'b', n: 1 }])
  })
})
