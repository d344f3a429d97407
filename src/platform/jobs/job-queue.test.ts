import assert from 'node:assert/strict'
import { after, afterEach, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createDatabase } from '../../../test/support/database.ts'
import { errorLine } from '../logs/logged-error.ts'
import { defineWorker, openWorkforce, type Task, type Workforce } from './job-queue.ts'

interface Numbered {
  n: number
}

interface Bench {
  /** Completed tasks in order, with the process that ran each. */
  done: { by: string; n: number }[]
  /** Called for every task before it counts as done. */
  run(task: Task<Numbered>): Promise<void>
}

const database = await createDatabase()
const bench: Bench = { done: [], run: async () => {} }
const worker = defineWorker<string>()
const workers = [
  worker({
    name: 'count',
    async work(by, task: Task<Numbered>) {
      await bench.run(task)
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

/** Starts a process that runs tasks. */
async function startWorker(name: string): Promise<Workforce<string>> {
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
  bench.run = async () => {}
})

afterEach(() => assert.deepEqual(errors, []))

async function waitUntil(condition: () => boolean): Promise<void> {
  for (let attempt = 0; !condition(); attempt++) {
    if (attempt === 800) throw new Error('The condition was not met in time')
    await new Promise(resolve => setTimeout(resolve, 25))
  }
}

const numbers = () => bench.done.map(({ n }) => n).sort((a, b) => a - b)

describe('a task', () => {
  it('runs after it was sent, also by a process that runs no tasks', async () => {
    await startWorker('a')
    const sender = await open(false)
    await sender.send(database.kysely, 'count', { n: 1 })
    await waitUntil(() => bench.done.length === 1)
    await sender.stop()
    assert.deepEqual(bench.done, [{ by: 'a', n: 1 }])
  })

  it('exists only if the transaction that sent it commits', async () => {
    const workforce = await startWorker('a')
    const rolledBack = database.kysely.transaction().execute(async db => {
      await workforce.send(db, 'count', { n: 1 })
      throw new Error('No')
    })
    await assert.rejects(rolledBack)
    await database.kysely.transaction().execute(db => workforce.send(db, 'count', { n: 2 }))
    await waitUntil(() => bench.done.length > 0)
    assert.deepEqual(numbers(), [2])
  })

  it('waits for the next process that runs tasks', async () => {
    const sender = await open(false)
    for (const n of [1, 2, 3]) await sender.send(database.kysely, 'count', { n })
    await sender.stop()
    await startWorker('a')
    await waitUntil(() => bench.done.length === 3)
    assert.deepEqual(numbers(), [1, 2, 3])
  })

  it('runs in one of several processes', async () => {
    const [a] = [await startWorker('a'), await startWorker('b')]
    const all = Array.from({ length: 30 }, (_, n) => n)
    await Promise.all(all.map(n => a.send(database.kysely, 'count', { n })))
    await waitUntil(() => bench.done.length >= 30)
    assert.deepEqual(numbers(), all)
  })
})

describe('a task that fails', () => {
  it('is reported with the code of the error if it cannot be fetched, and runs later', async () => {
    const workforce = await startWorker('a')
    const rename = (from: string, to: string) =>
      sql`alter schema ${sql.id(from)} rename to ${sql.id(to)}`.execute(database.kysely)
    await rename('worker', 'absent')
    await waitUntil(() => errors.length > 0)
    await rename('absent', 'worker')
    await workforce.send(database.kysely, 'count', { n: 1 })
    await waitUntil(() => bench.done.length === 1)
    const lines = errors.splice(0).map(errorLine)
    assert.ok(
      lines.some(line => /\b(42P01|3F000)\b/.test(line)),
      lines.join('\n'),
    )
  })

  it('is retried', async () => {
    const workforce = await startWorker('a')
    let failures = 0
    bench.run = async ({ isLastAttempt }) => {
      assert.equal(isLastAttempt, false)
      if (failures++ === 0) throw new Error('Not yet')
    }
    await workforce.send(database.kysely, 'count', { n: 1 })
    await waitUntil(() => bench.done.length === 1)
    assert.equal(failures, 2)
  })

  it('is continued by another process after its own has stopped', async () => {
    const workforce = await startWorker('a')
    const begun = Promise.withResolvers<void>()
    bench.run = ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        begun.resolve()
      })
    await workforce.send(database.kysely, 'count', { n: 1 })
    await begun.promise
    await workforce.stop()
    assert.deepEqual(bench.done, [])
    bench.run = async () => {}
    await startWorker('b')
    await waitUntil(() => bench.done.length === 1)
    assert.deepEqual(bench.done, [{ by: 'b', n: 1 }])
  })
})
